// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "CLinux.h"
#include <errno.h>
#include <fcntl.h>
#include <gnu/lib-names.h>
#include <grp.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <linux/sockios.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// Between fork(2) and execve(2) a process of several threads may call little (signal-safety(7)), and all of this is that.

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#define LOADER "/lib64/" LD_SO
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#define LOADER "/lib/" LD_SO
#elif defined(__arm__)
#define ARCHITECTURE AUDIT_ARCH_ARM
#define LOADER "/lib/" LD_SO
#elif defined(__riscv)
#define ARCHITECTURE AUDIT_ARCH_RISCV64
#define LOADER "/lib/" LD_SO
#else
#error "name this architecture's number (linux/audit.h) and the folder of its loader"
#endif

// Newer than the headers of Debian 12.
#ifndef __NR_fchmodat2
#define __NR_fchmodat2 452
#endif
// The newest call that was looked at (Linux 6.10). Later ones are of later kernels on every architecture.
#define NEWEST 462

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define LOW(field) offsetof(struct seccomp_data, field)
#else
#define LOW(field) (offsetof(struct seccomp_data, field) + 4)
#endif

// Loads an argument's lower half for the next lines, and the call's number again after them.
#define ARGUMENT(number) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, LOW(args[number]))
#define NUMBER BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))
#define REFUSE(value) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
#define DENY(name) REFUSE(__NR_##name)

// Other processes, and ways to more rights. io_uring(7) has sockets, too.
static struct sock_filter rights[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    NUMBER,
#ifdef __x86_64__
    // The second numbers of x32.
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
#endif
#ifdef __arm__
    // The architecture's own calls have numbers above all others.
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x0f0000, 2, 0),
#endif
    // Programs know what to do without a call that is new.
    BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, NEWEST, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
    DENY(io_uring_setup),
    DENY(ptrace), DENY(process_vm_readv), DENY(process_vm_writev), DENY(pidfd_open), DENY(pidfd_getfd),
    DENY(kill), DENY(tkill), DENY(tgkill), DENY(rt_sigqueueinfo), DENY(rt_tgsigqueueinfo), DENY(pidfd_send_signal),
    DENY(setpriority), DENY(sched_setaffinity), DENY(sched_setscheduler), DENY(sched_setparam), DENY(sched_setattr), DENY(ioprio_set),
    DENY(unshare), DENY(setns), DENY(mount), DENY(bpf), DENY(perf_event_open), DENY(userfaultfd),
    DENY(add_key), DENY(request_key), DENY(keyctl), DENY(open_by_handle_at),
    // What outlives the process, or belongs to its user. Landlock knows no owner, mode or attribute of a file, and before Linux
    // 6.2 not its length.
    DENY(shmget), DENY(shmat), DENY(shmctl), DENY(msgget), DENY(msgsnd), DENY(msgrcv), DENY(msgctl), DENY(semget), DENY(semop),
    DENY(semctl), DENY(mq_open), DENY(mq_unlink), DENY(inotify_init1), DENY(fanotify_init), DENY(flock),
#ifdef __NR_semtimedop
    DENY(semtimedop),
#endif
#ifdef __NR_semtimedop_time64
    DENY(semtimedop_time64),
#endif
#ifdef __NR_inotify_init
    DENY(inotify_init),
#endif
    DENY(truncate), DENY(fchmod), DENY(fchmodat), DENY(fchmodat2), DENY(fchown), DENY(fchownat), DENY(utimensat),
    DENY(setxattr), DENY(lsetxattr), DENY(fsetxattr), DENY(removexattr), DENY(lremovexattr), DENY(fremovexattr),
#ifdef __NR_chmod
    DENY(chmod), DENY(chown), DENY(lchown), DENY(utime), DENY(utimes), DENY(futimesat), DENY(fork), DENY(vfork),
#endif
#ifdef __NR_truncate64
    // Of 32 bits.
    DENY(truncate64), DENY(fchown32), DENY(chown32), DENY(lchown32), DENY(utimensat_time64),
#endif
    // A new process: a thread has CLONE_THREAD. glibc takes clone(2) where there is no clone3(2), whose flags are in memory.
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone3, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 0, 4),
    ARGUMENT(0),
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
    NUMBER,
    // Limits of another process.
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_prlimit64, 0, 4),
    ARGUMENT(0),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
    NUMBER,
    // Its end with the parent's.
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_prctl, 0, 4),
    ARGUMENT(0), REFUSE(PR_SET_PDEATHSIG),
    NUMBER,
    // Signals that the kernel sends for a descriptor, to any process of the user.
#ifdef __NR_fcntl64
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_fcntl64, 1, 0),
#endif
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_fcntl, 0, 8),
    ARGUMENT(1), REFUSE(F_SETOWN), REFUSE(F_SETOWN_EX), REFUSE(F_SETSIG),
    NUMBER,
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_ioctl, 0, 6),
    ARGUMENT(1), REFUSE(FIOSETOWN), REFUSE(SIOCSPGRP),
    NUMBER,
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
};

// The filter before has looked at the architecture. Threads of a program without them use up what its user may have of them.
static struct sock_filter sockets_and_threads[] = {
    NUMBER,
    DENY(socket), DENY(socketpair), DENY(clone),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
};

// Programs, and sockets but those of IP.
static struct sock_filter all_but_ip[] = {
    NUMBER,
    DENY(execve), DENY(execveat),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_socket, 1, 0),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    ARGUMENT(0),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_INET, 1, 0),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_INET6, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EAFNOSUPPORT),
};

#define RESTRICT(filter) restrict_calls(filter, sizeof filter / sizeof *filter)

static int restrict_calls(struct sock_filter *filter, unsigned short size) {
    struct sock_fprog program = {.len = size, .filter = filter};
    // A kernel without filters answers EINVAL (seccomp(2)).
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0 || errno == EINVAL ? 0 : -1;
}

#ifndef LANDLOCK_ACCESS_FS_TRUNCATE
#define LANDLOCK_ACCESS_FS_TRUNCATE (1ULL << 14)
#endif

static int allow(int rules, const char *path, uint64_t access) {
    int descriptor = open(path, O_PATH | O_CLOEXEC);
    // What is not there cannot be read either.
    if (descriptor < 0) return errno == ENOENT ? 0 : -1;
    struct landlock_path_beneath_attr beneath = {.allowed_access = access, .parent_fd = descriptor};
    int result = syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0);
    close(descriptor);
    return result;
}

int linux_landlock_version(void) {
    return syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

// Reads the system's programs and settings, runs this one or none, and writes nothing (landlock(7)). 0 also where the kernel has
// no Landlock, or was started without it.
static int restrict_files(const char *program) {
    int version = linux_landlock_version();
    if (version < 1) return 0;
    uint64_t all = LANDLOCK_ACCESS_FS_MAKE_SYM * 2 - 1;
    if (version >= 2) all |= LANDLOCK_ACCESS_FS_REFER;
    if (version >= 3) all |= LANDLOCK_ACCESS_FS_TRUNCATE;
    struct landlock_ruleset_attr attributes = {.handled_access_fs = all};
    int rules = syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0);
    if (rules < 0) return -1;
    static const char *const folders[] = {"/usr", "/lib", "/lib64", "/etc"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (allow(rules, folders[i], LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR) != 0) return -1;
    if (allow(rules, "/dev/null", LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE) != 0) return -1;
    uint64_t run = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE;
    if (program && (allow(rules, program, run) != 0 || allow(rules, LOADER, run) != 0)) return -1;
    return syscall(SYS_landlock_restrict_self, rules, 0);
}

static int limit(int resource, rlim_t most) {
    struct rlimit limit = {most, most};
    return setrlimit(resource, &limit);
}

static int give_up_rights(const char *program, const struct linux_confinement *confinement) {
    if (limit(RLIMIT_CPU, confinement->seconds) || limit(RLIMIT_AS, confinement->memory) || limit(RLIMIT_FSIZE, 0) ||
        limit(RLIMIT_CORE, 0) || limit(RLIMIT_NOFILE, 64))
        return -1;
    if (geteuid() == 0) {
        uid_t user = confinement->user;
        if (setgroups(0, NULL) || setresgid(user, user, user) || setresuid(user, user, user)) return -1;
    }
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_PDEATHSIG, SIGKILL)) return -1;
    return restrict_files(program) || RESTRICT(rights) || RESTRICT(sockets_and_threads) ? -1 : 0;
}

int linux_confine_to_ip(rlim_t memory) {
    if (limit(RLIMIT_DATA, memory) || limit(RLIMIT_CORE, 0) || limit(RLIMIT_NOFILE, 64)) return -1;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_DUMPABLE, 0)) return -1;
    return restrict_files(NULL) || RESTRICT(rights) || RESTRICT(all_but_ip) ? -1 : 0;
}

// The place of the descriptor for the error number with which the new process did not become the program.
#define REPORT 3

// Returns only with an error number, and with the descriptor to report it on.
static int become(
    char *const arguments[], char *const environment[], int input, int output, int errors, int *report,
    const struct linux_confinement *confinement, pid_t parent
) {
    int given[] = {input, output, errors, *report};
    for (int place = 0; place <= REPORT; place++) {
        // First to a number above those that are to be replaced.
        given[place] = fcntl(given[place], F_DUPFD_CLOEXEC, 8);
        if (given[place] < 0) return errno;
    }
    *report = given[REPORT];
    for (int place = 0; place <= REPORT; place++)
        if (dup3(given[place], place, place == REPORT ? O_CLOEXEC : 0) != place) return errno;
    *report = REPORT;
    if (syscall(SYS_close_range, REPORT + 1, ~0U, 0) != 0 || give_up_rights(arguments[0], confinement) != 0) return errno;
    // The end of a parent that ended before PR_SET_PDEATHSIG ends nothing.
    if (getppid() != parent) return ECHILD;
    execve(arguments[0], arguments, environment);
    return errno;
}

pid_t linux_run_confined(
    char *const arguments[], char *const environment[], int input, int output, const struct linux_confinement *confinement
) {
    int report[2];
    if (linux_pipe(report) != 0) return -1;
    int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
    pid_t parent = getpid(), process = nothing < 0 ? -1 : fork();
    if (process == 0) {
        sigset_t none;
        for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        int code = become(arguments, environment, input, output, nothing, &report[1], confinement, parent);
        (void)!write(report[1], &code, sizeof code);
        _exit(127);
    }
    int code = process < 0 ? errno : 0;
    if (nothing >= 0) close(nothing);
    close(report[1]);
    // Nothing comes if the program runs.
    if (process > 0) while (read(report[0], &code, sizeof code) < 0 && errno == EINTR) {}
    close(report[0]);
    if (code == 0) return process;
    if (process > 0) while (waitpid(process, NULL, 0) < 0 && errno == EINTR) {}
    return errno = code, -1;
}

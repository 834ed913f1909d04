// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "CLinux.h"
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/sock_diag.h>
#include <linux/unix_diag.h>
#include <malloc.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/fsuid.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77
#endif

/// Closes `fd` and fails with `code`.
static int refuse(int fd, int code) {
    close(fd);
    errno = code;
    return -1;
}

int linux_peer_credentials(int socket, struct linux_peer *peer) {
    struct ucred credentials;
    socklen_t length = sizeof credentials;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &length) < 0) return -1;
    peer->pid = credentials.pid;
    peer->uid = credentials.uid;
    peer->gid = credentials.gid;
    return 0;
}

ssize_t linux_peer_label(int socket, void *label, size_t size) {
    socklen_t length = (socklen_t)size;
    return getsockopt(socket, SOL_SOCKET, SO_PEERSEC, label, &length) < 0 ? -1 : (ssize_t)length;
}

int linux_peer_pidfd(int socket) {
    int fd = -1;
    socklen_t length = sizeof fd;
    return getsockopt(socket, SOL_SOCKET, SO_PEERPIDFD, &fd, &length) < 0 ? -1 : fd;
}

int linux_pidfd_open(pid_t pid) {
    return (int)syscall(SYS_pidfd_open, pid, 0);
}

int linux_open_folder(int folder, const char *name) {
    return openat(folder, name, O_PATH | O_DIRECTORY | O_CLOEXEC);
}

ssize_t linux_executable(int folder, char *path, size_t size) {
    struct stat executed, named;
    ssize_t length = readlinkat(folder, "exe", path, size);
    if (length < 0) return -1;
    if ((size_t)length >= size) return errno = ENAMETOOLONG, -1;
    path[length] = 0;
    if (fstatat(folder, "exe", &executed, 0) < 0) return -1;
    if (fstatat(AT_FDCWD, path, &named, AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT) < 0) return -1;
    if (executed.st_dev != named.st_dev || executed.st_ino != named.st_ino) return errno = ESTALE, -1;
    return length;
}

int linux_holds_socket(int folder, ino_t inode) {
    // A process may have a million descriptors; a large server or browser has tens of thousands.
    enum { MOST = 1 << 16 };
    char wanted[40], target[40];
    size_t length = (size_t)snprintf(wanted, sizeof wanted, "socket:[%lu]", (unsigned long)inode);
    int list = openat(folder, "fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (list < 0) return -1;
    DIR *entries = fdopendir(list);
    if (!entries) return refuse(list, errno);
    int holds = -1, code = E2BIG;
    for (int seen = 0; seen < MOST && holds != 1; seen++) {
        errno = 0;
        struct dirent *entry = readdir(entries);
        if (!entry) {
            code = errno;
            holds = code == 0 ? 0 : -1;
            break;
        }
        if (readlinkat(list, entry->d_name, target, sizeof target) == (ssize_t)length && !memcmp(target, wanted, length))
            holds = 1;
    }
    closedir(entries);
    errno = code;
    return holds;
}

int linux_open_as(uid_t uid, gid_t gid, int folder, const char *name, off_t limit) {
    // These two are the thread's own, and undone before anything else can run on it. They report a failure only when
    // they are asked again. Without root's rights there is nothing to give up. From then on no core of the process is
    // dumped (PR_SET_DUMPABLE in prctl(2)).
    int own_gid = setfsgid(gid), own_uid = setfsuid(uid);
    int is_root = geteuid() == 0 && ((uid_t)setfsuid((uid_t)-1) != uid || (gid_t)setfsgid((gid_t)-1) != gid);
    int found = is_root ? -1 : openat(folder, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    int file = -1, code = is_root ? EPERM : errno;
    struct stat status;
    if (found >= 0) {
        if (fstat(found, &status) < 0 || !S_ISREG(status.st_mode) || status.st_size > limit) {
            code = EINVAL;
        } else if (own_uid != 0 && status.st_uid != uid && !(status.st_mode & S_IROTH)) {
            // This process is not root, but CAP_DAC_READ_SEARCH would open the file for it, too.
            code = EACCES;
        } else {
            char again[32];
            snprintf(again, sizeof again, "/proc/self/fd/%d", found);
            // O_NONBLOCK: a lease on it (fcntl(2)) would keep us waiting.
            file = open(again, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
            code = errno;
        }
        close(found);
    }
    setfsuid((uid_t)own_uid);
    setfsgid((gid_t)own_gid);
    errno = code;
    return file;
}

int linux_socket_peer(ino_t inode, ino_t *peer) {
    int diag = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
    if (diag < 0) return -1;
    struct {
        struct nlmsghdr header;
        struct unix_diag_req body;
    } request = {
        .header = {.nlmsg_len = sizeof request, .nlmsg_type = SOCK_DIAG_BY_FAMILY, .nlmsg_flags = NLM_F_REQUEST},
        .body = {
            .sdiag_family = AF_UNIX,
            .udiag_states = ~0u,
            .udiag_ino = (__u32)inode,
            .udiag_show = UDIAG_SHOW_PEER,
            .udiag_cookie = {~0u, ~0u},
        },
    };
    if (send(diag, &request, sizeof request, 0) < 0) return refuse(diag, errno);
    // The kernel answers while it takes the request.
    union {
        struct nlmsghdr header;
        char bytes[4096];
    } reply;
    ssize_t length = recv(diag, &reply, sizeof reply, MSG_DONTWAIT);
    if (length < 0) return refuse(diag, errno);
    if (!NLMSG_OK(&reply.header, (size_t)length)) return refuse(diag, EBADMSG);
    if (reply.header.nlmsg_type == NLMSG_ERROR) {
        const struct nlmsgerr *error = NLMSG_DATA(&reply.header);
        return refuse(diag, error->error < 0 ? -error->error : EBADMSG);
    }
    const struct unix_diag_msg *message = NLMSG_DATA(&reply.header);
    if (reply.header.nlmsg_type != SOCK_DIAG_BY_FAMILY || NLMSG_PAYLOAD(&reply.header, 0) < sizeof *message)
        return refuse(diag, EBADMSG);
    unsigned rest = NLMSG_PAYLOAD(&reply.header, sizeof *message);
    const struct rtattr *attribute = (const struct rtattr *)(message + 1);
    for (; RTA_OK(attribute, rest); attribute = RTA_NEXT(attribute, rest)) {
        if (attribute->rta_type == UNIX_DIAG_PEER && RTA_PAYLOAD(attribute) >= sizeof(__u32)) {
            __u32 number;
            memcpy(&number, RTA_DATA(attribute), sizeof number);
            *peer = number;
            close(diag);
            return 0;
        }
    }
    return refuse(diag, ENOTCONN);
}

int linux_send_datagram(const char *name, const void *bytes, size_t size) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t length = strlen(name);
    // An abstract name has its given length; a path has its 0.
    if (length >= sizeof address.sun_path) return errno = ENAMETOOLONG, -1;
    memcpy(address.sun_path, name, length);
    if (name[0] == '@') address.sun_path[0] = 0;
    socklen_t size_of_address = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length + (name[0] != '@'));
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return -1;
    struct timeval patience = {.tv_sec = 1};
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    ssize_t sent = sendto(fd, bytes, size, MSG_NOSIGNAL, (const struct sockaddr *)&address, size_of_address);
    if (sent < 0) return refuse(fd, errno);
    close(fd);
    return 0;
}

int linux_connect_datagram(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX}, own = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) return errno = ENAMETOOLONG, -1;
    strcpy(address.sun_path, path);
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) return -1;
    // Without a name of its own, the kernel chooses a free abstract one (unix(7), Autobind feature). A path would need a
    // folder that both sides see.
    if (bind(fd, (const struct sockaddr *)&own, sizeof own.sun_family) < 0) return refuse(fd, errno);
    if (connect(fd, (const struct sockaddr *)&address, sizeof address) < 0) return refuse(fd, errno);
    return fd;
}

int linux_use_capabilities(int use) {
    if (geteuid() == 0) return 0;
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct sets[_LINUX_CAPABILITY_U32S_3];
    if (syscall(SYS_capget, &header, sets) < 0) return -1;
    for (int part = 0; part < _LINUX_CAPABILITY_U32S_3; part++) sets[part].effective = use ? sets[part].permitted : 0;
    return (int)syscall(SYS_capset, &header, sets);
}

// libsystemd is loaded at the first call, which most machines never make: it and its dependencies would slow every
// start, and a machine without logind has no seats.
int linux_seat(const char *session, uid_t uid, char *seat, size_t size) {
    void *library = dlopen("libsystemd.so.0", RTLD_LAZY | RTLD_LOCAL);
    if (!library) return -1;
    int (*seat_of)(const char *, char **) = (int (*)(const char *, char **))dlsym(library, "sd_session_get_seat");
    int (*display_of)(uid_t, char **) = (int (*)(uid_t, char **))dlsym(library, "sd_uid_get_display");
    char *display = NULL, *found = NULL;
    int status = -1;
    if (seat_of && display_of && (session || display_of(uid, &display) >= 0) &&
        seat_of(session ? session : display, &found) >= 0 && found && strlen(found) < size) {
        strcpy(seat, found);
        status = 0;
    }
    free(display);
    free(found);
    dlclose(library);
    return status;
}

int linux_active_user(const char *seat, uid_t *uid) {
    void *library = dlopen("libsystemd.so.0", RTLD_LAZY | RTLD_LOCAL);
    if (!library) return -1;
    int (*active_of)(const char *, char **, uid_t *) =
        (int (*)(const char *, char **, uid_t *))dlsym(library, "sd_seat_get_active");
    int (*class_of)(const char *, char **) = (int (*)(const char *, char **))dlsym(library, "sd_session_get_class");
    char *session = NULL, *class = NULL;
    int status = active_of && active_of(seat, &session, uid) >= 0 ? 0 : -1;
    // Before somebody has logged in, the session on the screen is the login screen's own.
    if (status == 0 && class_of && session && class_of(session, &class) >= 0 && strcmp(class, "greeter") == 0) status = -1;
    free(session);
    free(class);
    dlclose(library);
    return status;
}

int linux_forbid_tracing(void) {
    return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

int linux_memory_file(const char *name, const void *bytes, size_t size) {
    int file = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0) return -1;
    // A file in memory takes all bytes at once or fails.
    if (write(file, bytes, size) != (ssize_t)size) return refuse(file, ENOSPC);
    if (fcntl(file, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL) < 0) return refuse(file, errno);
    lseek(file, 0, SEEK_SET);
    return file;
}

int linux_close_from(posix_spawn_file_actions_t *actions, int first) {
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

int linux_adopt_orphans(void) {
    return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

int linux_signal(int pidfd, int signal) {
    return (int)syscall(SYS_pidfd_send_signal, pidfd, signal, NULL, 0);
}

int linux_pipe(int ends[2]) {
    return pipe2(ends, O_CLOEXEC);
}

ssize_t linux_attribute(const char *path, const char *name, void *value, size_t size) {
    return lgetxattr(path, name, value, size);
}

// glibc calls the functions in .init_array with main's arguments.
static int given_arguments;
__attribute__((constructor)) static void count_arguments(int count) { given_arguments = count; }

const char *linux_start_fault(size_t arguments) {
    if (arguments == (size_t)given_arguments && access("/proc/self/exe", F_OK) == 0) return NULL;
    return "/proc is not mounted here, so the program sees no arguments and no other processes; "
           "mount it first: mount -t proc proc /proc";
}

void linux_give_memory_back(void) { mallopt(M_MMAP_THRESHOLD, 1 << 20); }

int linux_wall_timer(int64_t second) {
    int fd = timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
    if (fd < 0) return -1;
    // A time of zero would disarm it.
    struct itimerspec when = {.it_value = {.tv_sec = second > 0 ? second : 1}};
    if (timerfd_settime(fd, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &when, NULL) < 0) return refuse(fd, errno);
    return fd;
}

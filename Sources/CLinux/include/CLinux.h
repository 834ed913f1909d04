// SPDX-License-Identifier: Apache-2.0
// The parts of Linux that Swift's Glibc module hides: struct ucred, SO_PEERSEC, SO_PEERPIDFD, pidfd_open, setfsuid,
// sock_diag(7), nl80211, rtnetlink(7), epoll, eventfd, signalfd, memfd_create, closefrom, pipe2, prctl, extended attributes,
// capabilities, datagrams to names, logind's seats, systemd's scopes, and handlers of signals.
#pragma once
#include <spawn.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/types.h>

/// POSIX_SPAWN_SETSID: the new process leads a session of its own, without a terminal.
enum { LINUX_SPAWN_SESSION = 0x80 };

struct linux_peer {
    pid_t pid;
    uid_t uid;
    gid_t gid;
};

/// SO_PEERCRED: the process that connected. 0, or -1 with errno.
int linux_peer_credentials(int socket, struct linux_peer *peer);

/// SO_PEERSEC: the security label of the process that connected, not terminated. Its length, or -1 with errno.
ssize_t linux_peer_label(int socket, void *label, size_t size);

/// SO_PEERPIDFD (Linux 6.5): a pidfd of the very process that connected. -1 with errno, ENOPROTOOPT on an older kernel.
int linux_peer_pidfd(int socket);

/// A pidfd of the process that has this pid now. -1 with errno.
int linux_pidfd_open(pid_t pid);

/// Opens a folder to find files in it, and for nothing else (O_PATH). -1 with errno.
int linux_open_folder(int folder, const char *name);

/// The path of the file that the process of a /proc folder executes, not terminated, if that path leads to the same
/// file for us. Its length, or -1 with errno, ESTALE if it leads elsewhere.
ssize_t linux_executable(int folder, char *path, size_t size);

/// Whether the process of a /proc folder has a descriptor of the socket with this inode: 1 or 0; -1 with errno, E2BIG
/// if it has too many to look at.
int linux_holds_socket(int folder, ino_t inode);

/// Opens a regular file of at most `limit` bytes in another user's root, to read it. It follows no link and opens
/// nothing that this user may not open: a file that root opens may be a device that acts on it. -1 with errno, EINVAL
/// for any other file.
int linux_open_as(uid_t uid, gid_t gid, int folder, const char *name, off_t limit);

/// sock_diag(7): the inode of the socket that the Unix socket with this inode is connected to. 0, or -1 with errno.
int linux_socket_peer(ino_t inode, ino_t *peer);

/// Sends one datagram to the Unix socket of this name, abstract if it begins with `@`, and waits at most a second for
/// room. 0, or -1 with errno.
int linux_send_datagram(const char *name, const void *bytes, size_t size);

/// A datagram socket with an abstract name of its own that talks to the Unix socket at this path, closed on exec and
/// never blocking. Nobody else's datagrams arrive. -1 with errno.
int linux_connect_datagram(const char *path);

/// A descriptor that becomes readable when the wall clock reaches this second since 1970, or is set meanwhile
/// (timerfd_create(2), TFD_TIMER_CANCEL_ON_SET). -1 with errno.
int linux_wall_timer(int64_t second);

/// Switches the permitted capabilities of this thread on or off; threads that it starts inherit the state. Root's stay
/// as they are. 0, or -1 with errno.
int linux_use_capabilities(int use);

/// The seat of a login session, or, without one, of the session in which this user has a screen (sd-login(3));
/// terminated. 0; -1 if there is none, or no logind.
int linux_seat(const char *session, uid_t uid, char *seat, size_t size);

/// The user whose session is active at this seat, that is, on its screen (sd-login(3)). 0; -1 if there is none, if it is a
/// login screen's, or without logind.
int linux_active_user(const char *seat, uid_t *uid);

/// Moves this process into a new scope of this name (systemd.scope(5)): root's of the system's manager, anybody else's of the
/// user's own. It ends with the last process in it. 0, or -1 with errno, ENOSYS without systemd's library. Waits some seconds at
/// most.
int linux_enter_scope(const char *name, const char *description);

/// From now on, no other program of the same user can trace this process or read its memory, and it leaves no core
/// (prctl(2), PR_SET_DUMPABLE). 0, or -1 with errno.
int linux_forbid_tracing(void);

/// A file in memory with these bytes, from its beginning, that nobody can write any more and that is closed on exec. -1
/// with errno.
int linux_memory_file(const char *name, const void *bytes, size_t size);

/// What a program costs at most, and as whom it runs.
struct linux_confinement {
    /// Of processor time.
    rlim_t seconds;
    /// In bytes, of the whole process.
    rlim_t memory;
    /// Root gives itself up for this user, who has nothing of this machine's.
    uid_t user;
};

/// Landlock's version, or -1 with errno if the kernel has none.
int linux_landlock_version(void);

/// Starts the program of the first argument with these two descriptors as its standard input and output, and no other. It reads
/// the system's programs and settings, writes no file, and reaches neither other processes nor sockets, by Landlock and
/// seccomp where the kernel has them. Its process, or -1 with errno.
pid_t linux_run_confined(
    char *const arguments[], char *const environment[], int input, int output, const struct linux_confinement *confinement
);

/// From now on this process starts no program, opens no file to write, reads only the system's programs and settings, and
/// reaches nothing but IP, by Landlock and seccomp where the kernel has them. It has at most so many bytes of data. Call it before
/// there are threads. 0, or -1 with errno.
int linux_confine_to_ip(rlim_t memory);

/// Closes all descriptors from this one on in the new process. 0, or an error number.
int linux_close_from(posix_spawn_file_actions_t *actions, int first);

/// What the kernel describes of a radio: itself (NL80211_CMD_GET_WIPHY), or its interfaces (NL80211_CMD_GET_INTERFACE).
enum linux_radio_question { LINUX_RADIO, LINUX_INTERFACES };

/// nl80211: the kernel's description of the radio of a network interface, as netlink messages one after the other. Their
/// length, or -1 with errno, EMSGSIZE if they are longer than `size`.
ssize_t linux_describe_radio(enum linux_radio_question question, const char *interface, void *messages, size_t size);

/// A table of the kernel's, of rtnetlink(7): the stations of addresses, or the addresses of this machine's interfaces.
enum linux_routing_table { LINUX_NEIGHBOURS, LINUX_ADDRESSES };

/// A socket that gets a message of each change in the table. It never waits. -1 with errno.
int linux_watch_routing(enum linux_routing_table table);

/// Asks for the whole table; the answer comes on the same socket. 0, or -1 with errno.
int linux_list_routing(int netlink, enum linux_routing_table table);

/// The messages that came, one after the other. Their length, 0 for those of anybody but the kernel, or -1 with errno:
/// EAGAIN if none came, ENOBUFS if some were lost.
ssize_t linux_receive_routing(int netlink, void *messages, size_t size);

/// PR_SET_CHILD_SUBREAPER: processes whose parent ends become children of this one, in whatever session they are. 0, or
/// -1 with errno.
int linux_adopt_orphans(void);

/// pidfd_send_signal(2). 0, or -1 with errno.
int linux_signal(int pidfd, int signal);

/// pipe2(2), closed on exec: the end to read from, then the end to write to. 0, or -1 with errno.
int linux_pipe(int ends[2]);

/// An extended attribute of a path; links are not followed. Its length, or -1 with errno.
ssize_t linux_attribute(const char *path, const char *name, void *value, size_t size);

/// The reason why a program must not go on, as a sentence without its name: without /proc, from which Swift reads the
/// arguments, it does not see those that it was started with. NULL if nothing is wrong.
const char *linux_start_fault(size_t arguments);

/// Has malloc give back at once what took a megabyte or more. By itself it learns to keep the like for the next time, up to
/// 64 MB (mallopt(3), M_MMAP_THRESHOLD).
void linux_give_memory_back(void);


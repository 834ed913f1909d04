// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "CLinux.h"
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77
#endif

int linux_peer_credentials(int socket, struct linux_peer *peer) {
    struct ucred credentials;
    socklen_t length = sizeof credentials;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &length) < 0) return -1;
    peer->pid = credentials.pid;
    peer->uid = credentials.uid;
    peer->gid = credentials.gid;
    return 0;
}

int linux_peer_pidfd(int socket, pid_t pid, int *pinned) {
    int fd = -1;
    socklen_t length = sizeof fd;
    *pinned = getsockopt(socket, SOL_SOCKET, SO_PEERPIDFD, &fd, &length) == 0;
    if (*pinned) return fd;
    return (int)syscall(SYS_pidfd_open, pid, 0);
}

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define THREAD_SANITIZER
#endif
#endif

#ifdef THREAD_SANITIZER
void __tsan_acquire(void *address);
void __tsan_release(void *address);
void linux_lock_taken(const void *address) { __tsan_acquire((void *)address); }
void linux_lock_leaving(const void *address) { __tsan_release((void *)address); }
#else
void linux_lock_taken(const void *address) { (void)address; }
void linux_lock_leaving(const void *address) { (void)address; }
#endif

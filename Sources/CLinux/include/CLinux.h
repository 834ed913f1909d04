// SPDX-License-Identifier: Apache-2.0
// What Swift's Glibc module hides: struct ucred, SO_PEERPIDFD, pidfd_open, epoll, eventfd, signalfd.
#pragma once
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/types.h>

struct linux_peer {
    pid_t pid;
    uid_t uid;
    gid_t gid;
};

/// SO_PEERCRED: who connected. 0, or -1 with errno.
int linux_peer_credentials(int socket, struct linux_peer *peer);

/// A pidfd of the connected process: SO_PEERPIDFD (Linux 6.5), else pidfd_open of its pid. -1 with errno.
/// `pinned` tells which: 1 when the kernel vouches that it is the very process that connected.
int linux_peer_pidfd(int socket, pid_t pid, int *pinned);

/// Tell the thread sanitizer that a lock was taken, or is about to be let go: it does not see Swift's own. `address` names
/// the lock. Nothing without the sanitizer.
void linux_lock_taken(const void *address);
void linux_lock_leaving(const void *address);

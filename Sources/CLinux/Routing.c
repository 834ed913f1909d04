// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "CLinux.h"
#include <errno.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <sys/socket.h>
#include <unistd.h>

static const struct {
    uint32_t groups;
    uint16_t request;
} tables[] = {
    [LINUX_NEIGHBOURS] = {RTMGRP_NEIGH, RTM_GETNEIGH},
    [LINUX_ADDRESSES] = {RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR, RTM_GETADDR},
};

int linux_watch_routing(enum linux_routing_table table) {
    int netlink = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_ROUTE);
    if (netlink < 0) return -1;
    struct sockaddr_nl own = {.nl_family = AF_NETLINK, .nl_groups = tables[table].groups};
    if (bind(netlink, (struct sockaddr *)&own, sizeof own) == 0) return netlink;
    int code = errno;
    close(netlink);
    return errno = code, -1;
}

int linux_list_routing(int netlink, enum linux_routing_table table) {
    struct {
        struct nlmsghdr header;
        struct rtgenmsg of;
    } request = {
        .header = {
            .nlmsg_len = sizeof request, .nlmsg_type = tables[table].request, .nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP,
        },
        .of = {.rtgen_family = AF_UNSPEC},
    };
    return send(netlink, &request, sizeof request, 0) < 0 ? -1 : 0;
}

ssize_t linux_receive_routing(int netlink, void *messages, size_t size) {
    struct sockaddr_nl sender = {0};
    socklen_t length = sizeof sender;
    ssize_t count = recvfrom(netlink, messages, size, MSG_DONTWAIT | MSG_TRUNC, (struct sockaddr *)&sender, &length);
    if (count < 0) return -1;
    if ((size_t)count > size) return errno = ENOBUFS, -1;
    // Any process may send here; the kernel's own number is 0.
    return length == sizeof sender && sender.nl_pid == 0 ? count : 0;
}

// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "CStations.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/rtnetlink.h>
#include <netdb.h>
#include <netlink/attr.h>
#include <netlink/msg.h>
#include <netlink/netlink.h>

int link_watch_addresses(void) {
    struct nl_sock *socket = nl_socket_alloc();
    if (!socket) return errno = ENOMEM, -1;
    int kept = -1;
    errno = EIO;
    if (nl_connect(socket, NETLINK_ROUTE) == 0 &&
        nl_socket_add_memberships(socket, RTNLGRP_IPV4_IFADDR, RTNLGRP_IPV6_IFADDR, RTNLGRP_NONE) == 0)
        kept = fcntl(nl_socket_get_fd(socket), F_DUPFD_CLOEXEC, 3);
    int code = errno;
    nl_socket_free(socket);
    errno = code;
    return kept;
}

/// The interface that is looked for, and whether it has one.
struct search {
    uint32_t index;
    int found;
};

static int note(struct nl_msg *message, void *into) {
    struct search *search = into;
    struct nlattr *found[RTA_MAX + 1];
    const struct rtmsg *route = nlmsg_data(nlmsg_hdr(message));
    if (nlmsg_parse(nlmsg_hdr(message), sizeof *route, found, RTA_MAX, NULL) < 0) return NL_SKIP;
    if (route->rtm_dst_len != 0 || route->rtm_type != RTN_UNICAST) return NL_SKIP;
    if (found[RTA_OIF] && nla_get_u32(found[RTA_OIF]) == search->index) search->found = 1;
    // One over several interfaces counts for each of them.
    if (found[RTA_MULTIPATH]) {
        const struct rtnexthop *hop = nla_data(found[RTA_MULTIPATH]);
        for (int left = nla_len(found[RTA_MULTIPATH]); RTNH_OK(hop, left); left -= RTNH_ALIGN(hop->rtnh_len), hop = RTNH_NEXT(hop))
            if ((uint32_t)hop->rtnh_ifindex == search->index) search->found = 1;
    }
    return NL_SKIP;
}

static int ask(struct nl_sock *socket, int family, struct search *search) {
    struct rtmsg route = {.rtm_family = family};
    int error = nl_send_simple(socket, RTM_GETROUTE, NLM_F_DUMP, &route, sizeof route);
    nl_socket_modify_cb(socket, NL_CB_VALID, NL_CB_CUSTOM, note, search);
    return error < 0 ? error : nl_recvmsgs_default(socket);
}

int link_has_default_route(uint32_t index) {
    struct search search = {.index = index};
    struct nl_sock *socket = nl_socket_alloc();
    if (!socket) return -1;
    int error = nl_connect(socket, NETLINK_ROUTE);
    if (error >= 0) error = ask(socket, AF_INET, &search);
    if (error >= 0) error = ask(socket, AF_INET6, &search);
    nl_socket_free(socket);
    return error < 0 ? -1 : search.found;
}

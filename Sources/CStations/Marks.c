// SPDX-License-Identifier: Apache-2.0
#include "CStations.h"
#include <linux/fib_rules.h>
#include <linux/rtnetlink.h>
#include <netlink/attr.h>
#include <netlink/msg.h>
#include <netlink/netlink.h>
#include <sys/socket.h>

static int put_rule(struct nl_msg *message, uint32_t priority, uint32_t table) {
    struct fib_rule_hdr rule = {.family = AF_INET, .action = table ? FR_ACT_TO_TBL : FR_ACT_UNSPEC};
    int error = nlmsg_append(message, &rule, sizeof rule, NLMSG_ALIGNTO);
    if (!error) error = nla_put_u32(message, FRA_PRIORITY, priority);
    // The mark and the table have one number.
    if (!error && table) error = nla_put_u32(message, FRA_FWMARK, table);
    if (!error && table) error = nla_put_u32(message, FRA_TABLE, table);
    return error;
}

// Sends the message, and frees it. 0, or an error of libnl's.
static int send_message(struct nl_sock *socket, struct nl_msg *message, int error) {
    if (!error) return nl_send_sync(socket, message);
    nlmsg_free(message);
    return error;
}

static int set(struct nl_sock *socket, uint32_t priority, const uint32_t *marks, size_t count) {
    int error;
    // The kernel removes the first that fits, and reports when there is none.
    do {
        struct nl_msg *message = nlmsg_alloc_simple(RTM_DELRULE, NLM_F_REQUEST);
        if (!message) return -NLE_NOMEM;
        error = send_message(socket, message, put_rule(message, priority, 0));
    } while (!error);
    if (error != -NLE_OBJ_NOTFOUND) return error;
    for (size_t i = 0; i < count; i++) {
        struct nl_msg *message = nlmsg_alloc_simple(RTM_NEWRULE, NLM_F_REQUEST | NLM_F_CREATE);
        if (!message) return -NLE_NOMEM;
        error = send_message(socket, message, put_rule(message, priority, marks[i]));
        if (error) return error;
    }
    return 0;
}

const char *link_set_marks(uint32_t priority, const uint32_t *marks, size_t count) {
    struct nl_sock *socket = nl_socket_alloc();
    if (!socket) return nl_geterror(NLE_NOMEM);
    int error = nl_connect(socket, NETLINK_ROUTE);
    if (!error) error = set(socket, priority, marks, count);
    nl_socket_free(socket);
    return error ? nl_geterror(error) : NULL;
}

// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "CStations.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/nl80211.h>
#include <net/if.h>
#include <net/if_arp.h>
#include <netlink/genl/ctrl.h>
#include <netlink/genl/genl.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/// What a reply names of an interface.
struct description {
    uint32_t radio, type;
    char name[IFNAMSIZ];
};

static int note(struct nl_msg *message, void *into) {
    struct description *description = into;
    struct genlmsghdr *header = nlmsg_data(nlmsg_hdr(message));
    struct nlattr *found[NL80211_ATTR_MAX + 1];
    if (nla_parse(found, NL80211_ATTR_MAX, genlmsg_attrdata(header, 0), genlmsg_attrlen(header, 0), NULL) < 0) return NL_SKIP;
    if (found[NL80211_ATTR_WIPHY]) description->radio = nla_get_u32(found[NL80211_ATTR_WIPHY]);
    if (found[NL80211_ATTR_IFTYPE]) description->type = nla_get_u32(found[NL80211_ATTR_IFTYPE]);
    if (found[NL80211_ATTR_IFNAME]) nla_strlcpy(description->name, found[NL80211_ATTR_IFNAME], sizeof description->name);
    return NL_SKIP;
}

/// libnl's errors have no numbers of the kernel's; the few that count get one.
static int fail(int error) {
    switch (-error) {
    case NLE_NODEV:
    case NLE_OBJ_NOTFOUND: errno = ENODEV; break;
    case NLE_BUSY: errno = EBUSY; break;
    case NLE_EXIST: errno = EEXIST; break;
    case NLE_PERM: errno = EPERM; break;
    case NLE_OPNOTSUPP: errno = EOPNOTSUPP; break;
    case NLE_NOMEM: errno = ENOMEM; break;
    case NLE_RANGE: errno = ERANGE; break;
    case NLE_AGAIN: errno = ETIMEDOUT; break;
    default: errno = EIO;
    }
    return -1;
}

static int end(struct nl_msg *message, void *is_over) {
    (void)message;
    *(int *)is_over = 1;
    return NL_STOP;
}

/// Asks, and reads the answer up to the acknowledgement, which comes in a message of its own. 0, or an error of libnl's.
static int ask(struct nl_sock *socket, struct nl_msg *message, struct description *description) {
    int is_over = 0;
    nl_socket_modify_cb(socket, NL_CB_VALID, NL_CB_CUSTOM, note, description);
    nl_socket_modify_cb(socket, NL_CB_ACK, NL_CB_CUSTOM, end, &is_over);
    int error = nl_send_auto(socket, message);
    nlmsg_free(message);
    while (error >= 0 && !is_over) error = nl_recvmsgs_default(socket);
    return error < 0 ? error : 0;
}

static struct nl_msg *request(int family, uint8_t command) {
    struct nl_msg *message = nlmsg_alloc();
    if (message && !genlmsg_put(message, NL_AUTO_PORT, NL_AUTO_SEQ, family, 0, 0, command, 0)) {
        nlmsg_free(message);
        message = NULL;
    }
    return message;
}

/// A driver that cannot take an address for a new interface ignores it (NL80211_FEATURE_MAC_ON_CREATE).
static int set_address(const char *name, const uint8_t address[6]) {
    struct ifreq device = {.ifr_hwaddr.sa_family = ARPHRD_ETHER};
    // Any socket takes it, and the program's unit allows no AF_INET.
    int any = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (any < 0) return -1;
    strcpy(device.ifr_name, name);
    int result = ioctl(any, SIOCGIFHWADDR, &device);
    if (result == 0 && memcmp(device.ifr_hwaddr.sa_data, address, 6) != 0) {
        memcpy(device.ifr_hwaddr.sa_data, address, 6);
        result = ioctl(any, SIOCSIFHWADDR, &device);
    }
    int code = errno;
    close(any);
    errno = code;
    return result;
}

/// The first name that no interface has. The kernel refuses one that somebody takes meanwhile.
static int choose_name(char name[IFNAMSIZ]) {
    for (int number = 0; number < 100; number++) {
        snprintf(name, IFNAMSIZ, "acc%d", number);
        if (if_nametoindex(name) == 0) return 0;
    }
    return errno = EEXIST, -1;
}

static int add(struct nl_sock *socket, uint32_t index, const uint8_t address[6], char name[IFNAMSIZ]) {
    int error = genl_connect(socket);
    if (error < 0) return fail(error);
    struct timeval patience = {.tv_sec = 2};
    setsockopt(nl_socket_get_fd(socket), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    int family = genl_ctrl_resolve(socket, NL80211_GENL_NAME);
    if (family < 0) return errno = ENODEV, -1;

    struct description present = {0}, made = {0};
    struct nl_msg *message = request(family, NL80211_CMD_GET_INTERFACE);
    if (!message) return errno = ENOMEM, -1;
    nla_put_u32(message, NL80211_ATTR_IFINDEX, index);
    if ((error = ask(socket, message, &present)) < 0) return fail(error);
    if (present.type != NL80211_IFTYPE_STATION) return errno = ENODEV, -1;

    if (choose_name(name) < 0 || !(message = request(family, NL80211_CMD_NEW_INTERFACE))) return -1;
    nla_put_u32(message, NL80211_ATTR_WIPHY, present.radio);
    nla_put_string(message, NL80211_ATTR_IFNAME, name);
    nla_put_u32(message, NL80211_ATTR_IFTYPE, NL80211_IFTYPE_STATION);
    nla_put(message, NL80211_ATTR_MAC, 6, address);
    nla_put_flag(message, NL80211_ATTR_SOCKET_OWNER);
    if ((error = ask(socket, message, &made)) < 0) return fail(error);
    // A driver may give it a name of its own.
    if (!made.name[0]) return errno = EIO, -1;
    memcpy(name, made.name, IFNAMSIZ);
    return set_address(name, address);
}

int link_add_station(const char *interface, const uint8_t address[6], char name[16]) {
    uint32_t index = if_nametoindex(interface);
    if (index == 0) return errno = ENODEV, -1;
    struct nl_sock *socket = nl_socket_alloc();
    if (!socket) return errno = ENOMEM, -1;
    int kept = -1;
    // The socket outlives what libnl keeps of it. No two of this process may have one port, which libnl gives out.
    if (add(socket, index, address, name) == 0) kept = fcntl(nl_socket_get_fd(socket), F_DUPFD_CLOEXEC, 3);
    int code = errno;
    nl_socket_free(socket);
    errno = code;
    return kept;
}

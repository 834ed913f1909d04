// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "CLinux.h"
#include <errno.h>
#include <linux/genetlink.h>
#include <linux/netlink.h>
#include <linux/nl80211.h>
#include <net/if.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

/// Sends a generic netlink request with these attributes, of 64 bytes at most.
static int ask(int netlink, uint16_t family, uint8_t command, uint16_t flags, const void *attributes, size_t size) {
    struct {
        struct nlmsghdr header;
        struct genlmsghdr command;
        char attributes[64];
    } request = {
        .header = {.nlmsg_type = family, .nlmsg_flags = NLM_F_REQUEST | flags},
        .command = {.cmd = command, .version = 1},
    };
    if (size > sizeof request.attributes) return errno = EMSGSIZE, -1;
    memcpy(request.attributes, attributes, size);
    request.header.nlmsg_len = (uint32_t)(NLMSG_LENGTH(GENL_HDRLEN) + size);
    return send(netlink, &request, request.header.nlmsg_len, 0) < 0 ? -1 : 0;
}

/// The number of nl80211 since this boot. -1 with errno, ENOENT if the kernel has no Wi-Fi.
static int find_nl80211(int netlink) {
    struct {
        struct nlattr attribute;
        char name[NLA_ALIGN(sizeof NL80211_GENL_NAME)];
    } wanted = {
        .attribute = {.nla_len = NLA_HDRLEN + sizeof NL80211_GENL_NAME, .nla_type = CTRL_ATTR_FAMILY_NAME},
        .name = NL80211_GENL_NAME,
    };
    if (ask(netlink, GENL_ID_CTRL, CTRL_CMD_GETFAMILY, 0, &wanted, sizeof wanted) < 0) return -1;
    union {
        struct nlmsghdr header;
        char bytes[8192];
    } reply;
    ssize_t length = recv(netlink, &reply, sizeof reply, 0);
    if (length < 0) return -1;
    if (!NLMSG_OK(&reply.header, (size_t)length)) return errno = EBADMSG, -1;
    if (reply.header.nlmsg_type == NLMSG_ERROR) return errno = ENOENT, -1;
    size_t at = NLMSG_LENGTH(GENL_HDRLEN), end = reply.header.nlmsg_len;
    struct nlattr attribute;
    while (at + NLA_HDRLEN <= end) {
        memcpy(&attribute, reply.bytes + at, sizeof attribute);
        if (attribute.nla_len < NLA_HDRLEN || at + attribute.nla_len > end) break;
        if (attribute.nla_type == CTRL_ATTR_FAMILY_ID && attribute.nla_len >= NLA_HDRLEN + sizeof(uint16_t)) {
            uint16_t number;
            memcpy(&number, reply.bytes + at + NLA_HDRLEN, sizeof number);
            return number;
        }
        at += NLA_ALIGN(attribute.nla_len);
    }
    return errno = EBADMSG, -1;
}

/// Whether the last of these messages is the end of the answer: 1 or 0; -1 with errno if the kernel refuses.
static int is_end(const char *messages, size_t size) {
    struct nlmsghdr header;
    for (size_t at = 0; at + NLMSG_HDRLEN <= size; at += NLMSG_ALIGN(header.nlmsg_len)) {
        memcpy(&header, messages + at, sizeof header);
        if (header.nlmsg_len < NLMSG_HDRLEN || header.nlmsg_len > size - at) return errno = EBADMSG, -1;
        if (header.nlmsg_type == NLMSG_DONE) return 1;
        if (header.nlmsg_type == NLMSG_ERROR) return errno = ENODEV, -1;
    }
    return 0;
}

static ssize_t receive_all(int netlink, char *messages, size_t size) {
    size_t used = 0;
    for (;;) {
        ssize_t length = recv(netlink, messages + used, size - used, MSG_TRUNC);
        if (length < 0) return -1;
        if ((size_t)length > size - used) return errno = EMSGSIZE, -1;
        int end = is_end(messages + used, (size_t)length);
        if (end < 0) return -1;
        used += (size_t)length;
        if (end) return (ssize_t)used;
    }
}

ssize_t linux_describe_radio(enum linux_radio_question question, const char *interface, void *messages, size_t size) {
    struct ifreq network = {0};
    if (strlen(interface) >= sizeof network.ifr_name) return errno = ENODEV, -1;
    strcpy(network.ifr_name, interface);
    int netlink = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_GENERIC);
    if (netlink < 0) return -1;
    struct timeval patience = {.tv_sec = 1};
    setsockopt(netlink, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    ssize_t length = -1;
    int family = ioctl(netlink, SIOCGIFINDEX, &network) < 0 ? -1 : find_nl80211(netlink);
    if (family >= 0) {
        // NL80211_ATTR_SPLIT_WIPHY_DUMP: without it the kernel leaves out the bands that came after 2.4 and 5 GHz.
        struct {
            struct nlattr interface;
            uint32_t index;
            struct nlattr split;
        } wanted = {
            .interface = {.nla_len = NLA_HDRLEN + sizeof(uint32_t), .nla_type = NL80211_ATTR_IFINDEX},
            .index = (uint32_t)network.ifr_ifindex,
            .split = {.nla_len = NLA_HDRLEN, .nla_type = NL80211_ATTR_SPLIT_WIPHY_DUMP},
        };
        uint8_t command = question == LINUX_RADIO ? NL80211_CMD_GET_WIPHY : NL80211_CMD_GET_INTERFACE;
        if (ask(netlink, (uint16_t)family, command, NLM_F_DUMP, &wanted, sizeof wanted) == 0)
            length = receive_all(netlink, messages, size);
    }
    int code = errno;
    close(netlink);
    errno = code;
    return length;
}

// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "CStations.h"

#include <errno.h>
#include <net/if.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

// Both families drop an interface's neighbours when this flag changes (net/ipv4/arp.c, arp_netdev_event; net/ipv6/ndisc.c,
// ndisc_netdev_event).
const char *link_forget_neighbours(const char *interface) {
    struct ifreq request = {0};
    if (strlen(interface) >= sizeof request.ifr_name) return strerror(ENODEV);
    strcpy(request.ifr_name, interface);
    int channel = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (channel < 0) return strerror(errno);
    const char *fault = NULL;
    if (ioctl(channel, SIOCGIFFLAGS, &request) < 0) fault = strerror(errno);
    for (int change = 0; change < 2 && fault == NULL; change++) {
        request.ifr_flags ^= IFF_NOARP;
        if (ioctl(channel, SIOCSIFFLAGS, &request) < 0) fault = strerror(errno);
    }
    close(channel);
    return fault;
}

// SPDX-License-Identifier: Apache-2.0
// Second stations of a radio, by nl80211 (linux/nl80211.h), and the rules of marked packets, by rtnetlink(7): both through libnl. An
// interface's neighbours, by netdevice(7); its addresses and routes, by rtnetlink(7).
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Removes all rules of this priority (ip-rule(8)), and makes one for each of these marks: a packet of IPv4 with the mark goes by the
/// routing table of the same number. NULL, or the reason.
const char *link_set_marks(uint32_t priority, const uint32_t *marks, size_t count);

/// Makes a station interface of the radio that has this interface, which is a station itself, with this address. The kernel
/// removes it as soon as the socket is closed (NL80211_ATTR_SOCKET_OWNER), however that happens. It is down.
/// - name: gets its name, `acc0` and so on: the first that is free.
/// The socket, or -1 with errno, ENODEV if there is no such station.
int link_add_station(const char *interface, const uint8_t address[6], char name[16]);

/// Forgets the neighbours of an interface, and with them the packets that wait for a neighbour's hardware address: they have passed
/// the rules already. NULL, or the reason.
const char *link_forget_neighbours(const char *interface);

/// The socket on which there is something to read whenever an interface gets or loses an address; -1 with errno.
int link_watch_addresses(void);

/// Whether the interface with this number has a default route of IPv4 or IPv6, in any table: 1 or 0; -1 if the kernel does not report it.
int link_has_default_route(uint32_t index);

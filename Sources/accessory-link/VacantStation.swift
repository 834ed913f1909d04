// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A Wi-Fi interface without any address that leads somewhere, as while a network is being joined. Nothing of this machine's can be
/// cut off there, so it may be fenced for a moment without NetworkManager's word, for which a busy one needs seconds.
enum VacantStation {
    /// By the kernel's own state.
    static func has(_ interface: String) -> Bool {
        guard access("/sys/class/net/\(interface)/phy80211", F_OK) == 0 else { return false }
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return false }
        defer { freeifaddrs(first) }
        for entry in sequence(first: first, next: { $0?.pointee.ifa_next }) {
            guard let entry = entry?.pointee, String(cString: entry.ifa_name) == interface, let address = entry.ifa_addr
            else { continue }
            switch Int32(address.pointee.sa_family) {
            case AF_INET: return false
            case AF_INET6 where !isLinkLocal(address): return false
            case _: continue
            }
        }
        return true
    }

    /// fe80::/10
    private static func isLinkLocal(_ address: UnsafeMutablePointer<sockaddr>) -> Bool {
        address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
            let bytes = $0.pointee.sin6_addr.__in6_u.__u6_addr8
            return bytes.0 == 0xFE && bytes.1 & 0xC0 == 0x80
        }
    }
}

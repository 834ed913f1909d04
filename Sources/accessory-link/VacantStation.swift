// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A Wi-Fi interface without any address that leads somewhere, as while a network is being joined. Nothing of this machine's can be
/// cut off there, so it may be fenced for a moment without NetworkManager's word, for which a busy one needs seconds.
enum VacantStation {
    /// By the kernel's own state.
    static func has(_ interface: String) -> Bool {
        access("/sys/class/net/\(interface)/phy80211", F_OK) == 0
            && InterfaceAddresses.map(of: interface) { leads($1) ? true : nil }?.isEmpty == true
    }

    private static func leads(_ address: UnsafeMutablePointer<sockaddr>) -> Bool {
        switch Int32(address.pointee.sa_family) {
        case AF_INET: true
        case AF_INET6: !isLinkLocal(address)
        case _: false
        }
    }

    /// fe80::/10
    private static func isLinkLocal(_ address: UnsafeMutablePointer<sockaddr>) -> Bool {
        address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
            let bytes = $0.pointee.sin6_addr.__in6_u.__u6_addr8
            return bytes.0 == 0xFE && bytes.1 & 0xC0 == 0x80
        }
    }
}

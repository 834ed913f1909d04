// SPDX-License-Identifier: Apache-2.0

import AccessoryRules
import Glibc

extension FenceNetwork {
    /// That of an interface, by the kernel: of the lease, if there is any.
    static func first(of interface: String) -> FenceNetwork? {
        InterfaceAddresses.map(of: interface) { entry, address in
            numeric(address).flatMap { FenceNetwork($0, prefixLength: length(of: entry.ifa_netmask)) }
        }?.first
    }

    /// Nil for what is no IPv4 address.
    private static func numeric(_ address: UnsafeMutablePointer<sockaddr>) -> String? {
        guard address.pointee.sa_family == sa_family_t(AF_INET) else { return nil }
        var text = [CChar](repeating: 0, count: Int(INET_ADDRSTRLEN))
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        guard getnameinfo(address, size, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0 else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The leading ones of a netmask.
    private static func length(of mask: UnsafeMutablePointer<sockaddr>?) -> Int {
        mask?.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
            (~UInt32(bigEndian: $0.pointee.sin_addr.s_addr)).leadingZeroBitCount
        } ?? 0
    }
}

// SPDX-License-Identifier: Apache-2.0

import AccessoryRules
import Glibc

extension FenceNetwork {
    /// That of an interface, by the kernel: of the lease, if there is any.
    static func first(of interface: String) -> FenceNetwork? {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return nil }
        defer { freeifaddrs(first) }
        for entry in sequence(first: first, next: { $0?.pointee.ifa_next }) {
            guard let entry = entry?.pointee, String(cString: entry.ifa_name) == interface,
                let socket = entry.ifa_addr, socket.pointee.sa_family == sa_family_t(AF_INET)
            else { continue }
            var text = [CChar](repeating: 0, count: Int(INET_ADDRSTRLEN))
            guard
                getnameinfo(
                    socket, socklen_t(MemoryLayout<sockaddr_in>.size), &text, socklen_t(text.count), nil, 0,
                    NI_NUMERICHOST) == 0
            else { return nil }
            let address = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            return FenceNetwork(address, prefixLength: length(of: entry.ifa_netmask))
        }
        return nil
    }

    /// The leading ones of a netmask.
    private static func length(of mask: UnsafeMutablePointer<sockaddr>?) -> Int {
        mask?.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
            (~UInt32(bigEndian: $0.pointee.sin_addr.s_addr)).leadingZeroBitCount
        } ?? 0
    }
}

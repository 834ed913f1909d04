// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The addresses of an interface, by the kernel's own state.
enum InterfaceAddresses {
    /// What the body makes of each. Nil if the kernel does not tell them.
    static func map<Value>(
        of interface: String, _ body: (ifaddrs, UnsafeMutablePointer<sockaddr>) -> Value?
    ) -> [Value]? {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return nil }
        defer { freeifaddrs(first) }
        return sequence(first: first, next: { $0?.pointee.ifa_next }).compactMap { entry in
            guard let entry = entry?.pointee, String(cString: entry.ifa_name) == interface, let address = entry.ifa_addr
            else { return nil }
            return body(entry, address)
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// Ports of the loopback on which nobody listens, each given once: below those that the kernel takes for connections.
enum FreePort {
    private static let following = Mutex(20_000 + UInt16(getpid() % 100) * 100)

    struct NoneLeft: Error {}

    static func next() throws -> UInt16 {
        try following.withLock { next in
            while next < 32_000 {
                defer { next += 1 }
                if isFree(next) { return next }
            }
            throw NoneLeft()
        }
    }

    private static func isFree(_ port: UInt16) -> Bool {
        let probe = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(probe) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(probe, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}

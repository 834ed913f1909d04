// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import NIOCore

/// The page's address: `ADDRESS[:PORT]`, an IPv6 address in brackets. Without a port the kernel chooses one.
struct ListenAddress: Hashable, Sendable, ExpressibleByArgument, CustomStringConvertible {
    let address: String
    let port: Int

    /// An address of this machine's own that most likely no program ever had. A browser keeps what a page leaves behind, such as a
    /// service worker, for whoever has the page's address next.
    static func untouched(using generator: inout some RandomNumberGenerator) -> ListenAddress {
        let parts = (0..<3).map { _ in String(Int.random(in: 1...254, using: &generator)) }
        return ListenAddress(address: (["127"] + parts).joined(separator: "."), port: 0)
    }

    static func untouched() -> ListenAddress {
        var generator = SystemRandomNumberGenerator()
        return untouched(using: &generator)
    }

    init(address: String, port: Int) {
        self.address = address
        self.port = port
    }

    init?(argument: String) {
        let bracketed = argument.hasPrefix("[")
        var rest = argument[...]
        let address: Substring
        if bracketed {
            guard let end = rest.firstIndex(of: "]") else { return nil }
            address = rest[rest.index(after: rest.startIndex)..<end]
            rest = rest[rest.index(after: end)...]
        } else {
            let isBareIPv6 = rest.count { $0 == ":" } > 1
            address = isBareIPv6 ? rest : rest.prefix { $0 != ":" }
            rest = rest.dropFirst(address.count)
        }
        let port = rest.isEmpty ? 0 : rest.hasPrefix(":") ? Int(rest.dropFirst()) : nil
        guard let port, (0...65535).contains(port), !rest.hasPrefix(":+"), !rest.hasPrefix(":-"),
            let known = try? SocketAddress(ipAddress: String(address), port: port),
            bracketed == (known.protocol == .inet6) || !bracketed
        else { return nil }
        self.init(address: String(address), port: port)
    }

    /// As `--listen` takes it.
    var description: String { port == 0 ? address : Self.text(address, port: port) }

    var isLoopback: Bool { Self.isLoopback(address) }

    /// The loopback interface has the whole of 127.0.0.0/8 (RFC 1122, 3.2.1.3).
    static func isLoopback(_ address: String) -> Bool { address == "::1" || address.hasPrefix("127.") }

    /// Browsers lead names of `localhost` to these, whichever answers. Nil for another address.
    var localhosts: [ListenAddress]? {
        let all = ["127.0.0.1", "::1"]
        return all.contains(address) ? all.map { ListenAddress(address: $0, port: port) } : nil
    }

    /// Every address of the machine.
    var isAny: Bool { address == "0.0.0.0" || address == "::" }

    /// As a browser writes it.
    static func text(_ address: String, port: Int) -> String {
        let mapped = "::ffff:"
        if address.hasPrefix(mapped), address.contains(".") { return "\(address.dropFirst(mapped.count)):\(port)" }
        return address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)"
    }
}

// SPDX-License-Identifier: Apache-2.0

/// A port of this machine's at which an accessory may begin: `udp:5004`.
package struct AcceptedPort: Hashable, Sendable, CustomStringConvertible {
    package enum Transport: String, Hashable, Sendable, CaseIterable {
        case tcp
        case udp
    }

    package let transport: Transport
    package let number: UInt16

    /// Nil if this is none.
    package init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let transport = Transport(rawValue: String(parts[0])),
            let number = UInt16(parts[1]), number > 0, parts[1] == "\(number)"
        else { return nil }
        self.transport = transport
        self.number = number
    }

    package var description: String { "\(transport.rawValue):\(number)" }
}

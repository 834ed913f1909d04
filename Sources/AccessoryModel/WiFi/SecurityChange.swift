// SPDX-License-Identifier: Apache-2.0

/// A network's security is weaker than this machine expects.
package struct SecurityChange: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The weakest expected security: `owe`, `wpa2` or `wpa3`.
    package var expected: Security
    /// The security that its access point announces, or with which the radio was associated.
    package var seen: Security

    package init(expected: Security, seen: Security) {
        self.expected = expected
        self.seen = seen
    }

    /// False for what the agent never joins.
    package var canBeAccepted: Bool { seen.key != .unsupported }

    package var description: String {
        "\(expected.title)\(expected == .wpa3 ? "" : " or better") was expected, and it \(Self.phrase(seen))"
    }

    private static func phrase(_ security: Security) -> String {
        switch security {
        case .open: "is open"
        case .unknown: "is secured in a way that NetworkManager does not know"
        case .owe, .wep, .wpa2, .wpa2wpa3, .wpa3, .enterprise: "uses \(security.title)"
        }
    }
}

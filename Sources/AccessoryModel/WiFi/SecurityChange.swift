// SPDX-License-Identifier: Apache-2.0

/// A network is secured with less than this machine expects of it.
public struct SecurityChange: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The least that is expected: `owe`, `wpa2` or `wpa3`.
    public var expected: Security
    /// As its access point announces it, or as the radio was associated with it.
    public var seen: Security

    public init(expected: Security, seen: Security) {
        self.expected = expected
        self.seen = seen
    }

    public var description: String {
        "\(expected.title)\(expected == .wpa3 ? "" : " or better") was expected, and it \(Self.phrase(seen))"
    }

    private static func phrase(_ security: Security) -> String {
        switch security {
        case .open: "is open"
        case .owe, .wep, .wpa2, .wpa2wpa3, .wpa3, .enterprise: "uses \(security.title)"
        }
    }
}

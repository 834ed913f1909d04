// SPDX-License-Identifier: Apache-2.0

/// The weakest security with which this machine still joins a network. An access point's name and address are easy to
/// copy; only its key is not.
package struct ExpectedSecurity: Hashable, Sendable {
    /// `open`, which allows any network; `owe`, `wpa2` or `wpa3`.
    package let least: Security

    /// - Parameter security: the earlier security of the network. A network in transition mode may have been joined
    ///   with WPA2, so it implies no more than that.
    package init(_ security: Security) {
        least =
            switch security {
            case .open, .wep, .enterprise, .unknown: .open
            case .owe: .owe
            case .wpa2, .wpa2wpa3: .wpa2
            case .wpa3: .wpa3
            }
    }

    /// - Parameters:
    ///   - remembered: the earlier security of the network, if it is known.
    ///   - hasPassphrase: there is a passphrase for it, from a caller or kept by the agent, which implies a key.
    package init(remembered: Security?, hasPassphrase: Bool) {
        let remembered = Self(remembered ?? .open)
        self = hasPassphrase ? remembered.raised(to: .wpa2) : remembered
    }

    /// The stricter of this and the one that the other implies.
    package func raised(to security: Security) -> Self {
        let other = Self(security)
        return Self.rank(other.least) > Self.rank(least) ? other : self
    }

    /// Whether a network with this security may be joined. One in transition mode offers SAE, and the station must
    /// insist on it.
    package func allows(_ seen: Security) -> Bool { Self.rank(seen) >= Self.rank(least) }

    /// Nil if a network with this security may be joined.
    package func change(to seen: Security) -> SecurityChange? {
        allows(seen) ? nil : SecurityChange(expected: least, seen: seen)
    }

    /// The security that the profile must demand of a network that announces this, so that the station cannot associate
    /// with less.
    package func demand(of announced: Security) -> Security {
        least == .wpa3 && announced == .wpa2wpa3 ? .wpa3 : announced
    }

    /// The security to remember after a join: the present one, or the earlier one if that was better.
    package static func remembering(_ joined: Security?, after earlier: Security?) -> Security? {
        guard let joined, let earlier else { return joined ?? earlier }
        return rank(Self(earlier).least) > rank(Self(joined).least) ? earlier : joined
    }

    /// Ranks a network's best offer. WEP keeps nobody out, and this agent joins neither 802.1X nor an unknown security.
    private static func rank(_ security: Security) -> Int {
        switch security {
        case .open, .wep, .enterprise, .unknown: 0
        case .owe: 1
        case .wpa2: 2
        case .wpa2wpa3, .wpa3: 3
        }
    }
}

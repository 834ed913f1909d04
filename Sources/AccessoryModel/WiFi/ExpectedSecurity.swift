// SPDX-License-Identifier: Apache-2.0

/// The least that a network must be secured with before this machine joins it. An access point's name and address are
/// easy to copy; only its key is not.
public struct ExpectedSecurity: Hashable, Sendable {
    /// `open`, which is any network; `owe`, `wpa2` or `wpa3`.
    public let least: Security

    /// - Parameter security: how the network was secured before. A network in transition mode may have been joined with
    ///   WPA2, so that it implies no more than that.
    public init(_ security: Security) {
        least =
            switch security {
            case .open, .wep, .enterprise: .open
            case .owe: .owe
            case .wpa2, .wpa2wpa3: .wpa2
            case .wpa3: .wpa3
            }
    }

    /// - Parameters:
    ///   - remembered: how the network was secured before, where that is known.
    ///   - hasPassphrase: somebody gave a passphrase for it, or the agent keeps one, which implies a key.
    public init(remembered: Security?, hasPassphrase: Bool) {
        let remembered = Self(remembered ?? .open)
        self = hasPassphrase ? remembered.raised(to: .wpa2) : remembered
    }

    /// The stricter of this and what the other one implies.
    public func raised(to security: Security) -> Self {
        let other = Self(security)
        return Self.rank(other.least) > Self.rank(least) ? other : self
    }

    /// Whether a network that is secured like this may be joined. One in transition mode offers SAE, which the station
    /// then has to insist on.
    public func allows(_ seen: Security) -> Bool { Self.rank(seen) >= Self.rank(least) }

    /// Nil where a network that is secured like this may be joined.
    public func change(to seen: Security) -> SecurityChange? {
        allows(seen) ? nil : SecurityChange(expected: least, seen: seen)
    }

    /// How the profile has to secure a network that announces this, so that the station cannot associate with less.
    public func demand(of announced: Security) -> Security {
        least == .wpa3 && announced == .wpa2wpa3 ? .wpa3 : announced
    }

    /// What to remember of a network that was joined: how it is secured now, or before if that was better.
    public static func remembering(_ joined: Security?, after earlier: Security?) -> Security? {
        guard let joined, let earlier else { return joined ?? earlier }
        return rank(Self(earlier).least) > rank(Self(joined).least) ? earlier : joined
    }

    /// What a network offers at best. WEP keeps nobody out, and this agent does not speak 802.1X.
    private static func rank(_ security: Security) -> Int {
        switch security {
        case .open, .wep, .enterprise: 0
        case .owe: 1
        case .wpa2: 2
        case .wpa2wpa3, .wpa3: 3
        }
    }
}

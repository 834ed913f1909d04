// SPDX-License-Identifier: Apache-2.0

/// How an access point protects its network, according to its own flags.
public enum Security: String, Hashable, Sendable, Codable, CaseIterable {
    case open
    /// Opportunistic Wireless Encryption (RFC 8110): encrypted, without a passphrase.
    case owe
    case wep
    case wpa2
    /// WPA2 and WPA3 at once (transition mode): a station takes the one that it supports.
    case wpa2wpa3 = "wpa2-wpa3"
    case wpa3
    case enterprise
    /// Encrypted, with nothing that NetworkManager knows: Wi-Fi Easy Connect's connectors alone, for instance.
    case unknown

    /// The secret that joining needs.
    package enum Key: Hashable, Sendable {
        case none
        case passphrase
        /// This agent does not join it.
        case unsupported
    }

    package var key: Key {
        switch self {
        case .open, .owe: .none
        case .wpa2, .wpa2wpa3, .wpa3: .passphrase
        case .wep, .enterprise, .unknown: .unsupported
        }
    }

    /// In the spelling of nmcli and of access points' labels.
    package var title: String {
        switch self {
        case .open: "open"
        case .owe: "OWE"
        case .wep: "WEP"
        case .wpa2: "WPA2"
        case .wpa2wpa3: "WPA2 WPA3"
        case .wpa3: "WPA3"
        case .enterprise: "802.1X"
        case .unknown: "unknown"
        }
    }

    /// After a network's name: "is open", "is secured with WPA2".
    package var clause: String {
        switch self {
        case .open: "is open"
        case .owe, .wep, .wpa2, .wpa2wpa3, .wpa3, .enterprise: "is secured with \(title)"
        case .unknown: "has an unknown security"
        }
    }
}

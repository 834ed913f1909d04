// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// How a network is secured.
public enum NEHotspotNetworkSecurityType: Int, Hashable, Sendable, CaseIterable {
    /// It is not.
    case open = 0
    /// WEP, which Linux does not join.
    // The name that phones use.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    case WEP = 1
    /// A passphrase.
    case personal = 2
    /// A login, which Linux does not join.
    case enterprise = 3
    /// Nothing reports it, or it is encrypted without a passphrase.
    case unknown = 4

    init(_ security: Security?) {
        self =
            switch security {
            case .open: .open
            case .wep: .WEP
            case .wpa2, .wpa2wpa3, .wpa3: .personal
            case .enterprise: .enterprise
            case .owe, .unknown, nil: .unknown
            }
    }
}

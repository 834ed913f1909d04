// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// An access point's announcement, in NetworkManager's bits (NM80211ApSecurityFlags).
struct SecurityFlags: Hashable {
    static let psk = 0x100
    static let enterprise = 0x200
    static let sae = 0x400
    static let owe = 0x800
    static let oweTransition = 0x1000
    static let suiteB192 = 0x2000

    var isPrivate: Bool
    var wpa: Int
    var rsn: Int

    /// A passphrase comes before 802.1X, because this agent can join only with the former.
    var security: Security {
        let all = wpa | rsn
        func has(_ bit: Int) -> Bool { all & bit != 0 }
        if has(Self.sae) { return has(Self.psk) ? .wpa2wpa3 : .wpa3 }
        if has(Self.psk) { return .wpa2 }
        if has(Self.enterprise | Self.suiteB192) { return .enterprise }
        if has(Self.owe | Self.oweTransition) { return .owe }
        if all != 0 { return .unknown }
        return isPrivate ? .wep : .open
    }

    /// An open access point that leads to an encrypted one with another BSSID.
    var isTransitionToOWE: Bool { (wpa | rsn) & Self.oweTransition != 0 && (wpa | rsn) & Self.owe == 0 }
}

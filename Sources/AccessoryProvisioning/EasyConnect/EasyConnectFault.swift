// SPDX-License-Identifier: Apache-2.0

/// The reason why wpa_supplicant hands nothing over. The accessory has no part in it.
package enum EasyConnectFault: Error, Hashable, Sendable {
    /// It sends no events.
    case noEvents
    case unsupported
    case noConfigurator
    /// It refuses the key of the label.
    case label
    /// It cannot begin, for instance because the radio has none of the label's channels.
    case notBegun
    case silent
    case notMarked
}

extension EasyConnectFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noEvents: "wpa_supplicant sends no events; restart it, and try again"
        case .unsupported: "this wpa_supplicant has no Wi-Fi Easy Connect (CONFIG_DPP); install Debian's, 2.10 or newer"
        case .noConfigurator: "wpa_supplicant makes no configurator; its log has the reason"
        case .label: "wpa_supplicant does not take the key of the label; scan the label again"
        case .notBegun:
            "wpa_supplicant cannot begin; check whether this radio has one of the label's channels, and look at its log"
        case .silent: "wpa_supplicant does not answer; restart it, and try again"
        case .notMarked: "no key can be made for the hand-over; libcrypto has no random bytes"
        }
    }
}

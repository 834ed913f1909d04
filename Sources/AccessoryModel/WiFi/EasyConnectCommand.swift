// SPDX-License-Identifier: Apache-2.0

/// A command for wpa_supplicant (its ctrl_iface.c). Keys and passphrases are in some, so the description shows the verb
/// alone.
package enum EasyConnectCommand: Hashable, Sendable {
    /// Events follow from now on.
    case attach
    /// The reply is the configurator's number. The signing key is an ECPrivateKey in DER (RFC 5915, 3).
    case addConfigurator(key: [UInt8])
    /// The reply is the configurator's signing key, in hexadecimal digits.
    case configuratorKey(Int)
    case removeConfigurator(Int)
    /// The reply is the number of the label's key.
    case addLabel(String)
    /// The reply is the label, as it was added.
    case label(Int)
    case removeLabel(Int)
    case begin(label: Int, configurator: Int, EasyConnectNetwork)
    /// Ends the exchange, and the listening for it.
    case stop

    package var text: String {
        switch self {
        case .attach: "ATTACH"
        case .addConfigurator(let key): "DPP_CONFIGURATOR_ADD key=\(key.hexadecimal)"
        case .configuratorKey(let number): "DPP_CONFIGURATOR_GET_KEY \(number)"
        case .removeConfigurator(let number): "DPP_CONFIGURATOR_REMOVE \(number)"
        case .addLabel(let label): "DPP_QR_CODE \(label)"
        case .label(let number): "DPP_BOOTSTRAP_GET_URI \(number)"
        case .removeLabel(let number): "DPP_BOOTSTRAP_REMOVE \(number)"
        case .begin(let label, let configurator, let network):
            // With conn_status the accessory reports whether it joined, if it has version 2.
            "DPP_AUTH_INIT peer=\(label) configurator=\(configurator) conn_status=1 \(network.text)"
        case .stop: "DPP_STOP_LISTEN"
        }
    }
}

extension EasyConnectCommand: CustomStringConvertible, CustomReflectable {
    package var description: String {
        String(text.prefix { $0 != " " })
    }

    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// One line that wpa_supplicant sent back.
package enum EasyConnectMessage: Hashable, Sendable {
    case reply(String)
    /// Without its priority: `DPP-AUTH-SUCCESS init=1`.
    case event(String)

    /// The most bytes of a line. wpa_supplicant's own replies have at most 4096.
    package static let longest = 8192
    /// Messages that wait for a slow reader; the oldest go first.
    package static let mostWaiting = 256
}

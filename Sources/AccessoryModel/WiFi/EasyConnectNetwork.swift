// SPDX-License-Identifier: Apache-2.0

/// A network in the form that Wi-Fi Easy Connect hands over.
package struct EasyConnectNetwork: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The accessory's ways to prove that it may join.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case wpa2 = "sta-psk"
        case wpa3 = "sta-sae"
        case both = "sta-psk-sae"
        /// Also by a connector, which the network's own configurator has signed.
        case wpa3WithConnector = "sta-sae-dpp"
        case bothWithConnector = "sta-psk-sae-dpp"
        /// By a connector alone.
        case connector = "sta-dpp"

        /// A connector beside the passphrase. No form has WPA2 and a connector alone.
        package var withConnector: Kind {
            switch self {
            case .wpa2, .both, .bothWithConnector: .bothWithConnector
            case .wpa3, .wpa3WithConnector: .wpa3WithConnector
            case .connector: .connector
            }
        }
    }

    package let ssid: SSID
    package let kind: Kind
    /// Nil with a connector alone.
    package let passphrase: Passphrase?

    package init(ssid: SSID, kind: Kind, passphrase: Passphrase?) {
        self.ssid = ssid
        self.kind = kind
        self.passphrase = passphrase
    }

    /// The words of the command that hands it over.
    var text: String {
        let network = "conf=\(kind.rawValue) ssid=\(ssid.bytes.hexadecimal)"
        guard let secret = passphrase?.secret else { return network }
        let isRawKey = secret.utf8.count == 64
        return network + (isRawKey ? " psk=\(secret)" : " pass=\(Array(secret.utf8).hexadecimal)")
    }

    package var description: String { "'\(ssid)', \(kind.rawValue)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

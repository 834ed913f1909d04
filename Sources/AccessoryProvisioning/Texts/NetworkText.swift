// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// The home network in the form of the families that take text only.
struct NetworkText: Hashable, Sendable {
    var ssid: String
    /// Nil if the network is open.
    var passphrase: String?

    /// Nil if the SSID is no text in UTF-8. Firmware in C ends a text at its first zero.
    init?(_ network: UplinkCredentials) {
        guard let ssid = String(validating: network.ssid.bytes, as: UTF8.self), !network.ssid.bytes.contains(0) else {
            return nil
        }
        self.ssid = ssid
        passphrase = network.passphrase?.secret
    }
}

extension NetworkText: CustomStringConvertible, CustomReflectable {
    var description: String { "<hidden>" }
    var customMirror: Mirror { Mirror(self, children: []) }
}

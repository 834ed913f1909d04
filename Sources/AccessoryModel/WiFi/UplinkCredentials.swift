// SPDX-License-Identifier: Apache-2.0

/// The credentials with which this machine joins its own network, for an accessory that should join it too. Only apps
/// that the administrator names get them.
package struct UplinkCredentials: Hashable, Sendable, Codable {
    package var ssid: SSID
    package var security: Security
    /// Nil if the network needs none.
    package var passphrase: Passphrase?
    package var isHidden: Bool

    package init(ssid: SSID, security: Security, passphrase: Passphrase?, isHidden: Bool = false) {
        self.ssid = ssid
        self.security = security
        self.passphrase = passphrase
        self.isHidden = isHidden
    }
}

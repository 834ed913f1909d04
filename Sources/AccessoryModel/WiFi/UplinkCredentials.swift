// SPDX-License-Identifier: Apache-2.0

/// The credentials with which this machine joins its own network, for an accessory that should join it too. Only apps
/// that the administrator names get them.
public struct UplinkCredentials: Hashable, Sendable, Codable {
    public var ssid: SSID
    public var security: Security
    /// Nil if the network needs none.
    public var passphrase: Passphrase?
    public var isHidden: Bool

    public init(ssid: SSID, security: Security, passphrase: Passphrase?, isHidden: Bool = false) {
        self.ssid = ssid
        self.security = security
        self.passphrase = passphrase
        self.isHidden = isHidden
    }
}

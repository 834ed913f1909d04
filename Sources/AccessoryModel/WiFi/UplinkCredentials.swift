// SPDX-License-Identifier: Apache-2.0

/// With what this machine joins its own network: so that an accessory can be told to join it too. Only for those whom the
/// administrator lets have it.
public struct UplinkCredentials: Hashable, Sendable, Codable {
    public var ssid: SSID
    public var security: Security
    /// Nil where the network asks for none.
    public var passphrase: Passphrase?
    public var isHidden: Bool

    public init(ssid: SSID, security: Security, passphrase: Passphrase?, isHidden: Bool = false) {
        self.ssid = ssid
        self.security = security
        self.passphrase = passphrase
        self.isHidden = isHidden
    }
}

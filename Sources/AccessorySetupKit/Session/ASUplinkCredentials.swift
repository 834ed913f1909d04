// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// The credentials with which this machine joins its own network. Only on Linux.
///
/// The description hides the passphrase, so that no log shows it by accident.
public struct ASUplinkCredentials: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The network's SSID. Bytes that are not UTF-8 are written `\xNN`.
    public let ssid: String
    /// `open`, `owe`, `wpa2`, `wpa2-wpa3` or `wpa3`.
    public let security: String
    /// 8 to 63 printable ASCII characters, or 64 hexadecimal digits. Nil if the network takes none.
    public let passphrase: String?
    /// Its access points do not broadcast the name.
    public let isHidden: Bool

    init(_ credentials: UplinkCredentials) {
        ssid = credentials.ssid.plain
        security = credentials.security.rawValue
        passphrase = credentials.passphrase?.secret
        isHidden = credentials.isHidden
    }

    public var description: String { "\(ssid) (\(security))" }
    public var customMirror: Mirror { Mirror(self, children: ["ssid": ssid, "security": security]) }
}

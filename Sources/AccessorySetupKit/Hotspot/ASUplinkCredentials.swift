// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// With what this machine joins its own network. Only on Linux.
///
/// Its description hides the passphrase, so that no log shows it by accident.
public struct ASUplinkCredentials: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The network's name. One whose bytes are not UTF-8 has `\xNN` for each that is not.
    public let ssid: String
    /// `open`, `owe`, `wpa2`, `wpa2-wpa3` or `wpa3`.
    public let security: String
    /// 8 to 63 printable ASCII characters, or 64 hexadecimal digits; nil where the network takes none.
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

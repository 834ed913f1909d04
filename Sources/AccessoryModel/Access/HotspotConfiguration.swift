// SPDX-License-Identifier: Apache-2.0

/// A network that an app configured for itself. The passphrase is kept elsewhere.
package struct HotspotConfiguration: Hashable, Sendable, Codable {
    package var app: String
    package var uid: UInt32
    /// This or `ssidPrefix`, never both.
    package var ssid: SSID?
    package var ssidPrefix: SSID?
    /// Whether a passphrase belongs to it.
    package var isProtected: Bool
    package var isHidden: Bool
    /// Leaving the network removes the configuration.
    package var joinOnce: Bool
    package var applied: Timestamp
    package var expires: Timestamp?

    package init(
        app: String, uid: UInt32, ssid: SSID?, ssidPrefix: SSID?, isProtected: Bool, isHidden: Bool, joinOnce: Bool,
        applied: Timestamp, expires: Timestamp?
    ) {
        self.app = app
        self.uid = uid
        self.ssid = ssid
        self.ssidPrefix = ssidPrefix
        self.isProtected = isProtected
        self.isHidden = isHidden
        self.joinOnce = joinOnce
        self.applied = applied
        self.expires = expires
    }

    package func contains(_ name: SSID) -> Bool { ssid == name || ssidPrefix.map { name.hasPrefix($0) } ?? false }

    package func hasExpired(at now: Timestamp) -> Bool { expires.map { $0 <= now } ?? false }

    /// `MyCam-0001`, or `MyCam-…` for a prefix.
    package var title: String { ssid?.description ?? ssidPrefix.map { "\($0)…" } ?? "" }
}

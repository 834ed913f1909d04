// SPDX-License-Identifier: Apache-2.0

/// A network that an app configured for itself. The passphrase is kept elsewhere.
public struct HotspotConfiguration: Hashable, Sendable, Codable {
    public var app: String
    public var uid: UInt32
    /// This or `ssidPrefix`, never both.
    public var ssid: SSID?
    public var ssidPrefix: SSID?
    /// Whether a passphrase belongs to it.
    public var isProtected: Bool
    public var isHidden: Bool
    /// Leaving the network removes the configuration.
    public var joinOnce: Bool
    public var applied: Timestamp
    public var expires: Timestamp?

    public init(
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

    public func contains(_ name: SSID) -> Bool { ssid == name || ssidPrefix.map { name.hasPrefix($0) } ?? false }

    public func hasExpired(at now: Timestamp) -> Bool { expires.map { $0 <= now } ?? false }

    /// `MyCam-0001`, or `MyCam-…` for a prefix.
    public var title: String { ssid?.description ?? ssidPrefix.map { "\($0)…" } ?? "" }
}

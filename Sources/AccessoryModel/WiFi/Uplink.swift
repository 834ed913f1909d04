// SPDX-License-Identifier: Apache-2.0

/// A radio's connection before it joined an accessory; kept in the journal until it is restored.
public struct Uplink: Hashable, Sendable, Codable {
    public var interface: String
    /// The UUID of the active profile; nil if the radio was idle.
    public var profile: String?
    /// The profile's name, for people.
    public var name: String?
    public var ssid: SSID?

    public init(interface: String, profile: String? = nil, name: String? = nil, ssid: SSID? = nil) {
        self.interface = interface
        self.profile = profile
        self.name = name
        self.ssid = ssid
    }
}

/// The promise to restore an uplink, in the form that survives a crash of ours.
public struct Protection: Hashable, Sendable, Codable {
    public var uplink: Uplink
    /// The dead man's switch: the backend rolls it back by itself unless it is extended. Nil if the backend has none.
    public var checkpoint: String?
    /// The UUID of the accessory's own profile, now or later, so that a leftover can be recognised and removed.
    public var profile: String

    public init(uplink: Uplink, checkpoint: String?, profile: String) {
        self.uplink = uplink
        self.checkpoint = checkpoint
        self.profile = profile
    }
}

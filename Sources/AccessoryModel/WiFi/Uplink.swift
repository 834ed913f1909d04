// SPDX-License-Identifier: Apache-2.0

/// What a radio was connected to before an accessory was joined with it; kept in the journal until it is back.
public struct Uplink: Hashable, Sendable, Codable {
    public var interface: String
    /// The profile that was active, by UUID; nil when the radio was idle.
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

/// The promise that an uplink comes back, in the form that survives a crash of ours.
public struct Protection: Hashable, Sendable, Codable {
    public var uplink: Uplink
    /// The dead man's switch: what the backend rolls back by itself unless it is extended. Nil where it has none.
    public var checkpoint: String?
    /// The UUID that the accessory's own profile has or will have, so that a leftover can be told and removed.
    public var profile: String

    public init(uplink: Uplink, checkpoint: String?, profile: String) {
        self.uplink = uplink
        self.checkpoint = checkpoint
        self.profile = profile
    }
}

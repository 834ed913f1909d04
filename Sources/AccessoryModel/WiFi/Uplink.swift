// SPDX-License-Identifier: Apache-2.0

/// A radio's connection before it joined an accessory; kept in the journal until it is restored.
package struct Uplink: Hashable, Sendable, Codable {
    package var interface: String
    /// The UUID of the active profile; nil if the radio was idle.
    package var profile: String?
    /// The profile's name, for people.
    package var name: String?
    package var ssid: SSID?
    /// The backend does not store its passphrase: a person's session has it, or a person types it each time. Nil is no.
    package var asksForPassphrase: Bool?

    package init(interface: String, profile: String? = nil, name: String? = nil, ssid: SSID? = nil) {
        self.interface = interface
        self.profile = profile
        self.name = name
        self.ssid = ssid
    }
}

/// The promise to restore an uplink, in the form that survives a crash of ours.
package struct Protection: Hashable, Sendable, Codable {
    package var uplink: Uplink
    /// The dead man's switch: the backend rolls it back by itself unless it is extended. Nil if the backend has none.
    package var checkpoint: String?
    /// The UUID of the accessory's own profile, now or later, so that a leftover can be recognised and removed.
    package var profile: String

    package init(uplink: Uplink, checkpoint: String?, profile: String) {
        self.uplink = uplink
        self.checkpoint = checkpoint
        self.profile = profile
    }
}

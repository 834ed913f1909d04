// SPDX-License-Identifier: Apache-2.0

/// A request to look for networks.
package struct LookRequest: Hashable, Sendable {
    /// The radio to look with, by interface name.
    package var interface: String
    /// Exact SSIDs that the radio names in its probes, so that hidden networks answer.
    package var ssids: [SSID]
    /// Channels to look at before all others, in MHz: those of known accessories' latest sightings.
    package var likelyFrequencies: [Int]
    /// Sightings of the last few seconds count too, so that there is a result at once. Without it, an access point that
    /// has just gone does not count as present.
    package var remembers: Bool
    /// Only these need a look; all if it is empty.
    package var bands: Set<Band> = []

    package init(
        interface: String, ssids: [SSID] = [], likelyFrequencies: [Int] = [], remembers: Bool = true
    ) {
        self.interface = interface
        self.ssids = ssids
        self.likelyFrequencies = likelyFrequencies
        self.remembers = remembers
    }
}

/// The sightings so far.
package struct Look: Hashable, Sendable {
    /// All sightings since the looking began, without those that the latest visits of their channels missed.
    package var networks: [WiFiNetwork]
    /// True once every channel was visited at least once since the looking began.
    package var isComplete: Bool

    package init(networks: [WiFiNetwork], isComplete: Bool) {
        self.networks = networks
        self.isComplete = isComplete
    }
}

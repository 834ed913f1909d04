// SPDX-License-Identifier: Apache-2.0

/// What somebody looks for.
public struct LookRequest: Hashable, Sendable {
    /// The radio to look with, by interface name.
    public var interface: String
    /// Exact SSIDs, asked for by name (directed probes), so that hidden networks answer.
    public var ssids: [SSID]
    /// Channels to look at before all others, in MHz: where a known accessory was last heard.
    public var likelyFrequencies: [Int]
    /// What was heard a few seconds before counts, too: then there is something at once. Without it an access point that has
    /// just gone is not taken for one that is there.
    public var remembers: Bool

    public init(
        interface: String, ssids: [SSID] = [], likelyFrequencies: [Int] = [], remembers: Bool = true
    ) {
        self.interface = interface
        self.ssids = ssids
        self.likelyFrequencies = likelyFrequencies
        self.remembers = remembers
    }
}

/// What has been heard so far.
public struct Look: Hashable, Sendable {
    /// Whatever was heard since the looking began, without what the latest visits of its channel missed.
    public var networks: [WiFiNetwork]
    /// True once every channel was visited at least once since the looking began.
    public var isComplete: Bool

    public init(networks: [WiFiNetwork], isComplete: Bool) {
        self.networks = networks
        self.isComplete = isComplete
    }
}

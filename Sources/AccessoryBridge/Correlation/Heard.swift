// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// A device in sight, with its keys in the index.
struct HeardDevice: Sendable {
    var known: KnownDevice
    /// The time of its appearance.
    var first: Duration
    /// Its place in the order of appearance.
    var order: Int
    var keys: Set<BridgeKey> = []
}

/// An access point in sight, with its keys in the index. Two radios that see it see one access point.
struct HeardNetwork: Sendable {
    var first: Duration
    var order: Int
    var keys: Set<BridgeKey> = []
    private var sightings: [String: WiFiNetwork] = [:]
    /// The latest name from any of the radios.
    private(set) var ssid: SSID?

    init(first: Duration, order: Int) {
        self.first = first
        self.order = order
    }

    mutating func observe(_ network: WiFiNetwork) {
        sightings[network.interface] = network
        // One radio may have missed the name that another one has seen.
        if network.ssid != nil || sightings.values.allSatisfy({ $0.ssid == nil }) { ssid = network.ssid }
    }

    /// As the radio with the best signal sees it.
    var network: WiFiNetwork? {
        var best = sightings.values.min { ($1.signal, $0.interface) < ($0.signal, $1.interface) }
        best?.ssid = ssid
        return best
    }
}

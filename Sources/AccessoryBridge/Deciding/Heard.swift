// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// A device in sight, with its keys in the index.
struct HeardDevice: Sendable {
    var known: KnownDevice
    /// When it appeared.
    var first: Duration
    /// The how-manieth it was to appear.
    var order: Int
    var keys: Set<BridgeKey> = []
}

/// An access point in sight, with its keys in the index. Two radios that hear it hear one access point.
struct HeardNetwork: Sendable {
    var first: Duration
    var order: Int
    var keys: Set<BridgeKey> = []
    private var sightings: [String: WiFiNetwork] = [:]
    /// The name that was heard last, by any of the radios.
    private(set) var ssid: SSID?

    init(first: Duration, order: Int) {
        self.first = first
        self.order = order
    }

    mutating func hear(_ network: WiFiNetwork) {
        sightings[network.interface] = network
        // One radio may have missed the name that another one has heard.
        if network.ssid != nil || sightings.values.allSatisfy({ $0.ssid == nil }) { ssid = network.ssid }
    }

    /// By the radio that hears it best.
    var network: WiFiNetwork? {
        var best = sightings.values.min { ($1.signal, $0.interface) < ($0.signal, $1.interface) }
        best?.ssid = ssid
        return best
    }
}

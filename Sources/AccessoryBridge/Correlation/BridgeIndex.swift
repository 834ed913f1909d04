// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// The devices and networks in sight, by their keys.
struct BridgeIndex: Sendable {
    /// All devices and networks with one key, in the order in which they got it.
    struct Entry: Sendable {
        var devices: [MACAddress] = []
        var networks: [MACAddress] = []

        /// So many share the key that it separates nothing. They are not compared with each other. They only prevent
        /// each other from an answer by that key.
        var isCrowded: Bool { devices.count > Self.most || networks.count > Self.most }

        static let most = 8
    }

    private var entries: [BridgeKey: Entry] = [:]

    subscript(key: BridgeKey) -> Entry? { entries[key] }

    mutating func replace(device: MACAddress, keys: Set<BridgeKey>, with new: Set<BridgeKey>) {
        remove(device: device, keys: keys.subtracting(new))
        for key in new.subtracting(keys) { entries[key, default: Entry()].devices.append(device) }
    }

    mutating func replace(network: MACAddress, keys: Set<BridgeKey>, with new: Set<BridgeKey>) {
        remove(network: network, keys: keys.subtracting(new))
        for key in new.subtracting(keys) { entries[key, default: Entry()].networks.append(network) }
    }

    mutating func remove(device: MACAddress, keys: Set<BridgeKey>) {
        for key in keys { remove(device, \.devices, key) }
    }

    mutating func remove(network: MACAddress, keys: Set<BridgeKey>) {
        for key in keys { remove(network, \.networks, key) }
    }

    private mutating func remove(
        _ address: MACAddress, _ side: WritableKeyPath<Entry, [MACAddress]>, _ key: BridgeKey
    ) {
        entries[key]?[keyPath: side].removeAll { $0 == address }
        if let entry = entries[key], entry.devices.isEmpty, entry.networks.isEmpty { entries[key] = nil }
    }
}

// SPDX-License-Identifier: Apache-2.0

package import AccessoryBridge
package import AccessoryModel

/// Everything that both radios see now, matching or not, and its correlations.
package struct Surroundings: Sendable, Equatable {
    package private(set) var networks: [WiFiNetwork] = []
    package private(set) var devices: [Advertisement] = []
    /// The number of sightings beyond ``limit``.
    package private(set) var networksLeftOut = 0
    package private(set) var devicesLeftOut = 0
    private var bridge: Bridge
    private var proximity = Proximity()

    /// The networks, and devices, that are kept: a stranger can send with any number of addresses.
    package static let limit = 1024

    package init(_ bridge: Bridge) { self.bridge = bridge }

    /// The bridge follows from the rest.
    package static func == (left: Surroundings, right: Surroundings) -> Bool {
        left.networks == right.networks && left.devices == right.devices && left.proximity == right.proximity
    }

    /// - Parameter isWanted: these stay if there are too many, then the strongest.
    package mutating func observe(
        _ all: [WiFiNetwork], at time: Duration, preferring isWanted: (WiFiNetwork) -> Bool = { _ in false }
    ) {
        let now = Self.kept(all) { (isWanted($0), $0.signal) }
        networksLeftOut = all.count - now.count
        let here = Set(now.map(\.bssid))
        for network in networks where !here.contains(network.bssid) { bridge.lose(bssid: network.bssid) }
        for network in now { bridge.observe(network, at: time) }
        networks = now
    }

    /// What was known keeps its place.
    ///
    /// - Parameter isWanted: as for networks; devices with a bond stay, too.
    package mutating func observe(
        _ all: [Advertisement], at time: Duration, preferring isWanted: (Advertisement) -> Bool = { _ in false }
    ) {
        let before = Dictionary(devices.map { ($0.address.address, $0) }) { $1 }
        var new = Dictionary(all.map { ($0.address.address, $0) }) { $1 }
        let again = devices.compactMap { new.removeValue(forKey: $0.address.address) }
        let now = Self.kept(again + all.filter { new.removeValue(forKey: $0.address.address) != nil }) {
            (isWanted($0) || $0.isBonded, $0.rssi ?? .min)
        }
        devicesLeftOut = all.count - now.count
        let here = Set(now.map(\.address.address))
        for device in devices where !here.contains(device.address.address) {
            bridge.lose(device: device.address.address)
            proximity.forget(device.address.address)
        }
        for device in now where before[device.address.address] != device {
            bridge.observe(device, at: time)
            proximity.observe(device)
        }
        devices = now
    }

    /// In the order in which they came.
    private static func kept<Thing>(_ all: [Thing], rank: (Thing) -> (isWanted: Bool, strength: Int)) -> [Thing] {
        guard all.count > limit else { return all }
        let ranked = all.enumerated().map { (index: $0.offset, rank: rank($0.element)) }.sorted { left, right in
            guard left.rank.isWanted == right.rank.isWanted else { return left.rank.isWanted }
            return (right.rank.strength, left.index) < (left.rank.strength, right.index)
        }
        return ranked.prefix(limit).map(\.index).sorted().map { all[$0] }
    }

    package mutating func learn(_ ssid: SSID, of device: MACAddress) { bridge.learn(ssid: ssid, of: device) }

    /// The device has revealed its identity address: the sightings of its other address are its.
    package mutating func identify(_ former: MACAddress, as device: Advertisement) {
        guard former != device.address.address, let index = devices.firstIndex(where: { $0.address.address == former })
        else { return }
        devices[index] = device
        bridge.lose(device: former)
        bridge.observe(device, at: device.heard)
    }

    package func isImmediate(_ device: Advertisement) -> Bool { proximity.isImmediate(device.address.address) }

    package func network(of device: Advertisement) -> WiFiNetwork? {
        bridge.correlation(of: device.address.address)?.network
    }

    package var correlations: [Correlation] { bridge.correlations }
}

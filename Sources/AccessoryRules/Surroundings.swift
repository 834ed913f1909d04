// SPDX-License-Identifier: Apache-2.0

package import AccessoryBridge
package import AccessoryModel

/// All that both radios hear at the moment, matching or not, and which of it belongs together.
package struct Surroundings: Sendable, Equatable {
    package private(set) var networks: [WiFiNetwork] = []
    package private(set) var devices: [Advertisement] = []
    private var bridge: Bridge
    private var proximity = Proximity()

    package init(_ bridge: Bridge) { self.bridge = bridge }

    /// The bridge follows from the rest.
    package static func == (left: Surroundings, right: Surroundings) -> Bool {
        left.networks == right.networks && left.devices == right.devices && left.proximity == right.proximity
    }

    package mutating func hear(_ now: [WiFiNetwork], at time: Duration) {
        let here = Set(now.map(\.bssid))
        for network in networks where !here.contains(network.bssid) { bridge.lose(bssid: network.bssid) }
        for network in now { bridge.hear(network, at: time) }
        networks = now
    }

    package mutating func hear(_ now: [Advertisement], at time: Duration) {
        let here = Set(now.map(\.address.address))
        for device in devices where !here.contains(device.address.address) {
            bridge.lose(device: device.address.address)
            proximity.forget(device.address.address)
        }
        for device in now {
            bridge.hear(device, at: time)
            proximity.hear(device)
        }
        devices = now
    }

    package mutating func learn(_ ssid: SSID, of device: MACAddress) { bridge.learn(ssid: ssid, of: device) }

    /// A device has told who it is: what was heard of it by another address is its.
    package mutating func identify(_ former: MACAddress, as device: Advertisement) {
        guard former != device.address.address, let index = devices.firstIndex(where: { $0.address.address == former })
        else { return }
        devices[index] = device
        bridge.lose(device: former)
        bridge.hear(device, at: device.heard)
    }

    package func isImmediate(_ device: Advertisement) -> Bool { proximity.isImmediate(device.address.address) }

    package func network(of device: Advertisement) -> WiFiNetwork? {
        bridge.correlation(of: device.address.address)?.network
    }

    package var correlations: [Correlation] { bridge.correlations }
}

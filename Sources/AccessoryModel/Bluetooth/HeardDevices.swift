// SPDX-License-Identifier: Apache-2.0

/// One update of a listener: the devices that advertised since the update before, and those that are out of range now.
package struct HeardDevices: Hashable, Sendable {
    /// New, or heard again.
    package var devices: [Advertisement]
    package var gone: Set<MACAddress>
    /// The first update of a listener lists everything in range: what it lacks is gone.
    package var isWhole: Bool

    package init(_ devices: [Advertisement], gone: Set<MACAddress> = [], isWhole: Bool = false) {
        self.devices = devices
        self.gone = gone
        self.isWhole = isWhole
    }

    /// The update from one list of sightings to the next.
    ///
    /// - Parameter known: the list of the update before; nil if there was none.
    package init(from known: [Advertisement]?, to devices: [Advertisement]) {
        guard let known else {
            self.init(devices, isWhole: true)
            return
        }
        let before = Dictionary(known.map { ($0.address, $0) }) { $1 }
        self.init(
            devices.filter { before[$0.address] != $0 },
            gone: Set(known.map(\.address.address)).subtracting(devices.map(\.address.address)))
    }

    package var isEmpty: Bool { devices.isEmpty && gone.isEmpty && !isWhole }

    /// The list after the update: what was known keeps its place.
    package func applied(to known: [Advertisement]) -> [Advertisement] {
        var heard = Dictionary(devices.map { ($0.address.address, $0) }) { $1 }
        let kept = known.compactMap { device -> Advertisement? in
            if let again = heard.removeValue(forKey: device.address.address) { return again }
            return isWhole || gone.contains(device.address.address) ? nil : device
        }
        return kept + devices.filter { heard.removeValue(forKey: $0.address.address) != nil }
    }
}

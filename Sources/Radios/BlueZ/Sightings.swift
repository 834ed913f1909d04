// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// The devices in range, each as it advertises.
///
/// BlueZ mixes a device's advertisement with its GATT database once it is connected: the name becomes that of the GAP
/// service, and UUIDs has every service. Others decide by the advertisement, so this keeps it.
struct Sightings {
    private struct Sighting {
        var advertisement: Advertisement
        /// It was connected since its first sighting, so UUIDs no longer shows its advertisement.
        var wasConnected = false
    }

    private var sightings: [String: Sighting] = [:]
    /// Counts the sightings.
    private(set) var version = 0

    /// Takes a change of a device below `adapter` (its path), which `objects` has already.
    mutating func receive(
        _ change: BlueZObjects.Change, in objects: BlueZObjects, adapter: String, at now: Duration
    ) {
        switch change {
        case .added(let path, let interfaces):
            // Without RSSI there was no sighting: another program connects to the device, or it has an old bond.
            guard path.hasPrefix(adapter + "/"), interfaces[BlueZObjects.device]?["RSSI"] != nil else { return }
            take(path, in: objects, adapter: adapter, heardAt: now)
        case .removed(let path, let interfaces):
            guard interfaces.contains(BlueZObjects.device), sightings.removeValue(forKey: path) != nil else { return }
            version += 1
        case .changed(let path, BlueZObjects.device, let properties, _):
            guard path.hasPrefix(adapter + "/") else { return }
            if properties["Connected"] == .bool(true) { sightings[path]?.wasConnected = true }
            if !DeviceProperties.heardWith.isDisjoint(with: properties.keys) {
                take(path, in: objects, adapter: adapter, heardAt: now)
            } else if let sighting = sightings[path] {
                take(path, in: objects, adapter: adapter, heardAt: sighting.advertisement.heard)
            }
        case .changed: break
        }
    }

    private mutating func take(_ path: String, in objects: BlueZObjects, adapter: String, heardAt time: Duration) {
        guard let device = objects.device(at: path) else { return }
        let name = String(adapter.split(separator: "/").last ?? "")
        var advertisement = device.advertisement(heardBy: name, at: time)
        guard var known = sightings[path] else {
            sightings[path] = Sighting(advertisement: advertisement, wasConnected: device.isConnected)
            version += 1
            return
        }
        if device.isConnected { advertisement.name = known.advertisement.name ?? advertisement.name }
        if known.wasConnected { advertisement.services = known.advertisement.services }
        // RSSI goes when the discovery ends; the latest sighting keeps it.
        advertisement.rssi = advertisement.rssi ?? (time == known.advertisement.heard ? known.advertisement.rssi : nil)
        guard advertisement != known.advertisement else { return }
        known.advertisement = advertisement
        sightings[path] = known
        version += 1
    }

    /// The sightings at `time` or later.
    func heard(since time: Duration) -> [Advertisement] {
        sightings.sorted { $0.key < $1.key }.map(\.value.advertisement).filter { $0.heard >= time }
    }

    /// Drops devices whose latest sighting was before `time`, except connected ones: most devices are silent then.
    mutating func forget(before time: Duration, in objects: BlueZObjects) {
        let count = sightings.count
        sightings = sightings.filter {
            $0.value.advertisement.heard >= time || objects.device(at: $0.key)?.isConnected == true
        }
        if sightings.count != count { version += 1 }
    }

    mutating func forgetAll() {
        sightings = [:]
        version += 1
    }
}

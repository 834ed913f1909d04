// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel
package import AccessoryProvisioning

/// The accessories in range that take a home network, and those that take it from another program.
package struct NewAccessories: Sendable, Equatable {
    package struct Found: Hashable, Sendable {
        package var recognition: FamilyRecognition
        package var source: Source
    }

    package enum Source: Hashable, Sendable {
        case hotspot(WiFiNetwork)
        case bluetooth(Advertisement)
    }

    package struct Other: Hashable, Sendable {
        package var setup: SetupAdvertisement
        package var device: Advertisement
    }

    /// Accessories in one list at most.
    package static let limit = 64

    /// The strongest first.
    package private(set) var found: [Found] = []
    /// The strongest first.
    package private(set) var others: [Other] = []

    package init(_ surroundings: Surroundings) {
        let overBluetooth = surroundings.devices.compactMap { device -> Found? in
            guard let recognition = Family.recognise(advertisement: device), recognition.family.worksOverBluetooth
            else { return nil }
            return Found(recognition: recognition, source: .bluetooth(device))
        }
        let room = Self.limit - min(overBluetooth.count, Self.limit / 2)
        let overHotspot = Self.hotspots(among: surroundings.networks, atMost: room)
        found = Array((overHotspot + overBluetooth).prefix(Self.limit))
        let waiting = surroundings.devices.compactMap { device -> Other? in
            // An accessory that the agent can add, too, is in the first list.
            guard Family.recognise(advertisement: device)?.family.worksOverBluetooth != true else { return nil }
            return SetupAdvertisement(device).map { Other(setup: $0, device: device) }
        }
        others = Array(
            waiting.sorted { left, right in
                (right.device.rssi ?? .min, left.device.address.address.description) < (
                    left.device.rssi ?? .min, right.device.address.address.description
                )
            }.prefix(Self.limit))
    }
    private struct Name: Hashable {
        var ssid: SSID
        var key: Security.Key
    }

    /// Every access point is an accessory of its own, since those of a family may share an SSID. If there are too many, the
    /// strongest of each name stay, so that many of one name keep no other away.
    private static func hotspots(among networks: [WiFiNetwork], atMost room: Int) -> [Found] {
        let sorted = networks.sorted { left, right in
            (right.signal, left.bssid.description) < (left.signal, right.bssid.description)
        }
        var counts: [Name: Int] = [:]
        var all: [(place: Int, found: Found)] = []
        for network in sorted {
            guard let ssid = network.ssid,
                let recognition = Family.recognise(hotspot: ssid, security: network.security),
                recognition.family.worksOverHotspot
            else { continue }
            let place = counts[Name(ssid: ssid, key: network.security.key), default: 0]
            counts[Name(ssid: ssid, key: network.security.key)] = place + 1
            all.append((place, Found(recognition: recognition, source: .hotspot(network))))
        }
        let last = all.map(\.place).sorted().prefix(room).last ?? 0
        return Array(all.filter { $0.place <= last }.map(\.found).prefix(room))
    }
}

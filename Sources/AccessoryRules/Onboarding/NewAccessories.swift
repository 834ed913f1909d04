// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel
package import AccessoryProvisioning

/// The accessories in range that take a home network, and those that take it from another program.
package struct NewAccessories: Sendable, Equatable {
    package struct Found: Hashable, Sendable {
        package var recognition: FamilyRecognition
        package var source: Source
    }

    package indirect enum Source: Hashable, Sendable {
        case hotspot(WiFiNetwork)
        case bluetooth(Advertisement)
    }

    package struct Other: Hashable, Sendable {
        package var setup: SetupAdvertisement
        package var device: Advertisement
    }

    /// Accessories in one list at most.
    package static let limit = 64

    /// The strongest first, and open hotspots last that have the name of a protected one: a person may take the first.
    package private(set) var found: [Found] = []
    /// The strongest first.
    package private(set) var others: [Other] = []
    /// The rest of what is meant.
    package private(set) var namesakes: [Namesake] = []

    package init(_ surroundings: Surroundings, wanted: WantedAccessory = WantedAccessory()) {
        let overBluetooth = surroundings.devices.compactMap { device in
            Self.recognition(of: device, wanted).map { Found(recognition: $0, source: .bluetooth(device)) }
        }
        let room = Self.limit - min(overBluetooth.count, Self.limit / 2)
        let overHotspot = Self.hotspots(among: surroundings.networks, wanted, atMost: room)
        found = Array((overHotspot + overBluetooth).prefix(Self.limit))
        let waiting = surroundings.devices.compactMap { device -> Other? in
            // An accessory that the agent can add, too, is in the first list.
            guard Self.recognition(of: device, wanted) == nil else { return nil }
            return SetupAdvertisement(device).map { Other(setup: $0, device: device) }
        }
        others = Array(
            waiting.sorted { left, right in
                (right.device.rssi ?? .min, left.device.address.address.description) < (
                    left.device.rssi ?? .min, right.device.address.address.description
                )
            }.prefix(Self.limit))
        if wanted.isNamed { namesakes = listNamesakes(wanted, in: surroundings) }
    }

    /// Nil if the device takes no network over Bluetooth, or says that it takes none now.
    static func recognition(of device: Advertisement, _ wanted: WantedAccessory) -> FamilyRecognition? {
        let shown = Family.recognise(advertisement: device)
        guard shown?.readiness ?? .new == .new else { return nil }
        if let shown, shown.family.worksOverBluetooth { return shown }
        guard let family = wanted.family, family.worksOverBluetooth, wanted.isMeant(device) else { return nil }
        return FamilyRecognition(family, .likely)
    }

    /// Nil if the network's accessory takes no network over it.
    static func recognition(of network: WiFiNetwork, _ wanted: WantedAccessory) -> FamilyRecognition? {
        let shown = network.ssid.flatMap { Family.recognise(hotspot: $0, security: network.security) }
        if let shown, shown.family.worksOverHotspot { return shown }
        guard let family = wanted.family, family.worksOverHotspot, wanted.isMeant(network) else { return nil }
        return FamilyRecognition(family, .likely)
    }

    private struct Name: Hashable {
        var ssid: SSID
        var key: Security.Key
    }

    /// Every access point is an accessory of its own, since those of a family may share an SSID. If there are too many, the
    /// strongest of each name stay, so that many of one name keep no other away.
    private static func hotspots(
        among networks: [WiFiNetwork], _ wanted: WantedAccessory, atMost room: Int
    ) -> [Found] {
        let protected = ProtectedNames(networks)
        let sorted = networks.map { (rank: protected.isTwin($0) ? 1 : 0, network: $0) }.sorted { left, right in
            (left.rank, right.network.signal, left.network.bssid.description)
                < (right.rank, left.network.signal, right.network.bssid.description)
        }.map(\.network)
        var counts: [Name: Int] = [:]
        var all: [(place: Int, found: Found)] = []
        for network in sorted {
            guard let ssid = network.ssid, let recognition = Self.recognition(of: network, wanted) else { continue }
            let place = counts[Name(ssid: ssid, key: network.security.key), default: 0]
            counts[Name(ssid: ssid, key: network.security.key)] = place + 1
            all.append((place, Found(recognition: recognition, source: .hotspot(network))))
        }
        let last = all.map(\.place).sorted().prefix(room).last ?? 0
        return Array(all.filter { $0.place <= last }.map(\.found).prefix(room))
    }
}

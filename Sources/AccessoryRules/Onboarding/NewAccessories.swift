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
        var hotspots: [SSID: (network: WiFiNetwork, recognition: FamilyRecognition)] = [:]
        for network in surroundings.networks {
            guard let ssid = network.ssid, network.signal > hotspots[ssid]?.network.signal ?? .min,
                let recognition = Family.recognise(hotspot: ssid, security: network.security),
                recognition.family.worksOverHotspot
            else { continue }
            hotspots[ssid] = (network, recognition)
        }
        let overHotspot = hotspots.values.sorted { left, right in
            (right.network.signal, left.network.bssid.description) < (
                left.network.signal, right.network.bssid.description
            )
        }
        let overBluetooth = surroundings.devices.compactMap { device -> Found? in
            guard let recognition = Family.recognise(advertisement: device), recognition.family.worksOverBluetooth
            else { return nil }
            return Found(recognition: recognition, source: .bluetooth(device))
        }
        found = Array(
            (overHotspot.map { Found(recognition: $0.recognition, source: .hotspot($0.network)) } + overBluetooth)
                .prefix(Self.limit))
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
}

// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
package import AccessoryProvisioning

extension NewAccessories {
    /// Something in range that is meant, and is no new accessory.
    package struct Namesake: Hashable, Sendable {
        package enum Reason: Hashable, Sendable {
            /// Nothing shows its family, and nobody named it.
            case noFamily
            case otherWay(Family)
            case busy
            case onNetwork
            case stopped
        }

        package var source: Source
        package var reason: Reason
    }

    /// Namesakes in one list at most.
    package static let mostNamesakes = 8

    /// Networks first, the strongest of each SSID.
    func listNamesakes(_ wanted: WantedAccessory, in surroundings: Surroundings) -> [Namesake] {
        var list: [Namesake] = []
        var names: Set<SSID> = []
        for network in surroundings.networks.sorted(by: { $0.signal > $1.signal }) where wanted.isMeant(network) {
            guard let ssid = network.ssid, Self.recognition(of: network, wanted) == nil, names.insert(ssid).inserted
            else { continue }
            let family = wanted.family ?? Family.recognise(hotspot: ssid, security: network.security)?.family
            list.append(Namesake(source: .hotspot(network), reason: family.map { .otherWay($0) } ?? .noFamily))
        }
        let waiting = Set(others.map(\.device))
        for device in surroundings.devices where wanted.isMeant(device) && !waiting.contains(device) {
            guard Self.recognition(of: device, wanted) == nil else { continue }
            list.append(Namesake(source: .bluetooth(device), reason: Self.reason(device, wanted.family)))
        }
        return Array(list.prefix(Self.mostNamesakes))
    }

    private static func reason(_ device: Advertisement, _ family: Family?) -> Namesake.Reason {
        let recognition = Family.recognise(advertisement: device)
        switch recognition?.readiness {
        case .busy: return .busy
        case .onNetwork: return .onNetwork
        case .stopped: return .stopped
        case .new, nil: return (family ?? recognition?.family).map { .otherWay($0) } ?? .noFamily
        }
    }
}

extension NewAccessories.Namesake.Reason: CustomStringConvertible {
    /// For people, after "it is in range, but".
    package var description: String {
        switch self {
        case .noFamily: "nothing that it sends shows how it takes a network"
        case .otherWay(let family): family.otherWay
        case .busy: "it reports that somebody is handing a network over to it; wait a minute"
        case .onNetwork: "it reports that it is on a network already; reset it to give it another one"
        case .stopped: "it reports that it takes no network at the moment; switch it to set-up mode"
        }
    }
}

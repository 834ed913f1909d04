// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel
import AccessoryProvisioning

/// What shows the own radio of a known accessory that is on no network any more, or was reset. By its hotspot or its advertisement
/// it takes a network as a new accessory does.
package struct Fallback: Hashable, Sendable {
    private let expected: ExpectedIdentity
    private let observed: [ObservedAccessory]

    /// Tries for one order. Each may cut this machine's network for a while, and anybody can imitate a hotspot.
    package static let mostTries = 3

    /// - Parameter observed: what each record has of its own radio.
    package init(_ expected: ExpectedIdentity, _ observed: [ObservedAccessory]) {
        self.expected = expected
        self.observed = observed
    }

    /// It can come back in one of these ways. The agent keeps no proof that one may want.
    package var isPossible: Bool { expected.wantsProof != true && (isOverHotspot || isOverBluetooth) }
    package var isOverHotspot: Bool { observed.contains { $0.isResetByHotspot && $0.ssid != nil } }
    package var isOverBluetooth: Bool { expected.family?.worksOverBluetooth == true }

    package func isMeant(_ network: WiFiNetwork) -> Bool { observed.contains { $0.isReset(by: network) } }

    package func isMeant(_ device: Advertisement) -> Bool {
        if observed.contains(where: { $0.bluetooth == device.address.address }) { return true }
        guard let family = expected.family, Family.recognise(advertisement: device)?.family == family else {
            return false
        }
        return expected.isSame(as: ExpectedIdentity(family: family, bluetooth: device.address, name: device.name))
    }

    /// Its radio, by which it takes a network now; nil if none is there, or if two might be the accessory. One that is encrypted
    /// comes first, then Bluetooth, which cuts nothing.
    package func found(in surroundings: Surroundings) -> NewAccessories.Found? {
        let hotspot = surroundings.networks.filter(isMeant(_:)).compactMap(found).only
        if case .hotspot(let network)? = hotspot?.source, network.security.key == .passphrase { return hotspot }
        return surroundings.devices.filter(isMeant(_:)).compactMap(found).only ?? hotspot
    }

    private func found(_ network: WiFiNetwork) -> NewAccessories.Found? {
        let wanted = WantedAccessory(ssids: network.ssid.map { [$0] } ?? [], family: expected.family)
        return NewAccessories.recognition(of: network, wanted).map { .init(recognition: $0, source: .hotspot(network)) }
    }

    private func found(_ device: Advertisement) -> NewAccessories.Found? {
        let wanted = WantedAccessory(address: device.address.address, family: expected.family)
        return NewAccessories.recognition(of: device, wanted).map { .init(recognition: $0, source: .bluetooth(device)) }
    }
}

extension Array {
    fileprivate var only: Element? { count == 1 ? self[0] : nil }
}

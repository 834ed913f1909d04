// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel
package import AccessoryProvisioning

/// An accessory that is on no network any more, or was reset: its own hotspot or advertisement is there again, by which it takes a
/// network as a new one does.
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

    /// The way by which it takes a network now; nil if none is there, or if two might be the accessory. One that is encrypted comes
    /// first, then Bluetooth, which cuts nothing.
    package func source(in surroundings: Surroundings) -> NewAccessories.Source? {
        let networks = surroundings.networks.filter { isMeant($0) && recognition(of: $0) != nil }
        let devices = surroundings.devices.filter { isMeant($0) && recognition(of: $0) != nil }
        if let network = networks.only, network.security.key == .passphrase { return .hotspot(network) }
        return devices.only.map { .bluetooth($0) } ?? networks.only.map { .hotspot($0) }
    }

    package func family(of source: NewAccessories.Source) -> Family? {
        switch source {
        case .hotspot(let network): recognition(of: network)?.family
        case .bluetooth(let device): recognition(of: device)?.family
        }
    }

    private func recognition(of network: WiFiNetwork) -> FamilyRecognition? {
        NewAccessories.recognition(
            of: network, WantedAccessory(ssids: network.ssid.map { [$0] } ?? [], family: expected.family))
    }

    private func recognition(of device: Advertisement) -> FamilyRecognition? {
        NewAccessories.recognition(
            of: device, WantedAccessory(address: device.address.address, family: expected.family))
    }
}

extension Array {
    fileprivate var only: Element? { count == 1 ? self[0] : nil }
}

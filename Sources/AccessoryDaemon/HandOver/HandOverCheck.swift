// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning

/// Whether the home network is one that the accessory can join, looked up by a radio near it.
struct HandOverCheck: Sendable {
    let radio: any Radio
    /// The radio that looks; nil if this machine has none.
    let interface: String?
    /// The family that the accessory shows.
    let recognised: Family?
    /// The accessory gets a connector of Wi-Fi Easy Connect.
    let hasConnector: Bool

    /// For an accessory whose hotspot is joined.
    init(radio: any Radio, link: Link, ssid: SSID) {
        self.radio = radio
        interface = link.interface
        recognised = Family.recognise(hotspot: ssid, security: link.security ?? .open)?.family
        hasConnector = false
    }

    /// For an accessory over Bluetooth, or with a label of Wi-Fi Easy Connect.
    init(radio: any Radio, interface: String?, recognised: Family?, hasConnector: Bool = false) {
        self.radio = radio
        self.interface = interface
        self.recognised = recognised
        self.hasConnector = hasConnector
    }

    /// Nil if an accessory of this family can join the network: most have 2.4 GHz alone.
    func refusal(of network: UplinkCredentials, for family: Family) async -> HandOverRefusal? {
        await verdict(on: network, for: family).refusal
    }

    /// The same with the networks that were seen.
    func verdict(
        on network: UplinkCredentials, for family: Family
    ) async -> (refusal: HandOverRefusal?, seen: [WiFiNetwork]) {
        var refusal = family.refusal(of: network, seen: [], hasConnector: hasConnector)
        var seen: [WiFiNetwork] = []
        guard let interface else { return (refusal?.reason == .notInRange ? nil : refusal, seen) }
        let request = LookRequest(interface: interface, ssids: [network.ssid])
        do {
            for try await look in await radio.look(request) {
                seen = look.networks
                refusal = family.refusal(of: network, seen: seen, hasConnector: hasConnector)
                // A network that was not seen yet may be on a channel that comes later.
                if refusal == nil || look.isComplete { break }
            }
        } catch {
            // A radio that cannot look proves nothing about the network.
            return (nil, seen)
        }
        return (refusal, seen)
    }
}

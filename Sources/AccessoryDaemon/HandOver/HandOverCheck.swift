// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AccessoryRules

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

    /// Nil if an accessory of this family can join the network.
    func refusal(of network: UplinkCredentials, for family: Family) async -> HandOverRefusal? {
        await fit(of: network, for: family).refusal
    }

    func fit(of network: UplinkCredentials, for family: Family) async -> NetworkFit {
        var fit = NetworkFit(of: network, for: family, hasConnector: hasConnector)
        guard let interface else {
            fit.hasNoRadio()
            return fit
        }
        do {
            for try await look in await radio.look(LookRequest(interface: interface, ssids: [network.ssid])) {
                if fit.observe(look) { break }
            }
        } catch {
            fit.cannotLook()
        }
        return fit
    }
}

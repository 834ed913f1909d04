// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning

/// Whether the home network is one that the accessory can join, looked up over the link to its own hotspot.
struct HandOverCheck: Sendable {
    let radio: any Radio
    let link: Link
    /// Of the accessory's hotspot.
    let ssid: SSID

    /// The family that the hotspot shows.
    var recognised: Family? { Family.recognise(hotspot: ssid, security: link.security ?? .open)?.family }

    /// Nil if an accessory of this family can join the network: most have 2.4 GHz alone.
    func refusal(of network: UplinkCredentials, for family: Family) async -> HandOverRefusal? {
        var refusal = family.refusal(of: network, seen: [])
        let request = LookRequest(interface: link.interface, ssids: [network.ssid])
        do {
            for try await look in await radio.look(request) {
                refusal = family.refusal(of: network, seen: look.networks)
                // A network that was not seen yet may be on a channel that comes later.
                if refusal == nil || look.isComplete { break }
            }
        } catch {
            // A radio that cannot look proves nothing about the network.
            return nil
        }
        return refusal
    }
}

// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning

extension OnboardOrder {
    /// The set-up of the hotspot, as a plan of no file. Nil without a hotspot.
    package var plan: Plan? {
        guard case .hotspot(let ssid, let bssid) = target, let descriptor = try? Descriptor(ssid: ssid) else {
            return nil
        }
        return Plan(
            onboarding: descriptor, choice: bssid.map { .accessPoint($0) } ?? .strongest, provision)
    }

    package var provision: Plan.Provision {
        Plan.Provision(
            family: family, user: proof.user, proof: proof.secret.map { _ in .order }, network: network,
            isWPA2Only: isWPA2Only, allowsClearText: allowsClearText)
    }
}

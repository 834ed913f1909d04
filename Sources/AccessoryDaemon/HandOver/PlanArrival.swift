// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AccessoryRules
import AgentInterface

/// The look for a plan's accessory on the home network, after its program has ended well. The agent has not heard what the
/// accessory named in the hotspot, so what that hotspot implies has to suffice.
struct PlanArrival: Sendable {
    let daemon: Daemon
    let plan: Plan
    let link: Link
    let accessory: Accessory

    /// Nil if the home network shows the accessory as the plan demands.
    func error() async -> AccessoryError? {
        guard let provision = plan.provision, let ssid = accessory.ssid else { return nil }
        let shown = Family.recognise(hotspot: ssid, security: link.security ?? .open)?.family
        let expected = ExpectedIdentity(family: provision.family ?? shown, hotspot: ssid, bssid: link.bssid)
        let finding = await ArrivalRun(daemon: daemon, expected: expected).run()
        await daemon.noteArrival(finding, of: expected, page: nil, accessory.id)
        let text = "the accessory has the network, and \(finding.text)"
        guard provision.arrival.accepts(finding) else {
            return AccessoryError(.provisioningFailed, "plan \(plan.id): \(text)")
        }
        await daemon.publish(.plan, app: plan.app, accessory: accessory.id, plan: plan.id, "plan \(plan.id): \(text)")
        return nil
    }
}

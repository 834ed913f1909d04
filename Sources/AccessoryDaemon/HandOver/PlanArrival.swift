// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AccessoryRules
import AgentInterface

/// The look for a plan's accessory on the home network, after the network was handed over well.
struct PlanArrival: Sendable {
    let daemon: Daemon
    let plan: Plan
    let expected: ExpectedIdentity
    /// Nil if it has no record: a label names neither a hotspot nor Bluetooth.
    let accessory: Accessory?

    init(daemon: Daemon, plan: Plan, expected: ExpectedIdentity) {
        (self.daemon, self.plan, self.expected, accessory) = (daemon, plan, expected, nil)
    }

    /// The agent has not heard what the accessory named in the hotspot, so what that hotspot implies has to suffice.
    init?(daemon: Daemon, plan: Plan, link: Link, accessory: Accessory) {
        guard let ssid = accessory.ssid else { return nil }
        let shown = Family.recognise(hotspot: ssid, security: link.security ?? .open)?.family
        (self.daemon, self.plan, self.accessory) = (daemon, plan, accessory)
        expected = ExpectedIdentity(family: plan.provision?.family ?? shown, hotspot: ssid, bssid: link.bssid)
    }

    /// Nobody looks now. An app that observes the accessory will find it by this identity.
    func keepIdentity() async {
        guard let accessory else { return }
        await daemon.noteIdentity(expected.lasting(.notSeen(.init())), of: accessory.id)
    }

    /// Nil if the home network shows the accessory as the plan demands.
    func error() async -> AccessoryError? {
        guard let provision = plan.provision else { return nil }
        let finding = await ArrivalRun(daemon: daemon, expected: expected).run()
        if let accessory { await daemon.noteArrival(finding, of: expected, page: nil, accessory.id) }
        let text = "the accessory has the network, and \(finding.text)"
        guard provision.arrival.accepts(finding) else {
            return AccessoryError(.provisioningFailed, "plan \(plan.id): \(text)")
        }
        await daemon.publish(.plan, app: plan.app, accessory: accessory?.id, plan: plan.id, "plan \(plan.id): \(text)")
        return nil
    }
}

// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AccessoryRules
import AgentInterface

/// The program of a plan, which the caller runs in the accessory's hotspot: what it gets, and how it ends. One
/// for all its copies, because a plan and a hotspot are large.
final class ProgramHandOver: Sendable {
    let daemon: Daemon
    let caller: Caller
    let plan: Plan
    let hotspot: JoinedHotspot
    let attempt: Int
    /// Of a plan that hands the home network over.
    let terms: HandOverTerms?
    let notify: @Sendable (PlanUpdate) -> Void

    init(
        daemon: Daemon, caller: Caller, plan: Plan, hotspot: JoinedHotspot, attempt: Int, terms: HandOverTerms? = nil,
        notify: @escaping @Sendable (PlanUpdate) -> Void
    ) {
        (self.daemon, self.caller, self.plan, self.hotspot) = (daemon, caller, plan, hotspot)
        (self.attempt, self.terms, self.notify) = (attempt, terms, notify)
    }

    /// In the place of accessory-provision, with its exit statuses.
    func run(_ send: HomeWalkRun.Send) async {
        let (ends, end) = AsyncStream.makeStream(of: HomeWalk.Event.self)
        do throws(AccessoryError) {
            try await start { [plan] status, failure in
                let error = plan.failure(ofProgram: status, failure)
                end.yield(error.map { .notHandedOver($0) } ?? .ended(Self.outcome(of: status)))
            }
        } catch {
            return _ = send.yield(.notHandedOver(error))
        }
        for await event in ends { return _ = send.yield(event) }
    }

    private static func outcome(of status: Int) -> ProvisioningOutcome {
        status == ProvisioningEnd.onNetwork.rawValue ? .onNetwork(address: nil, page: nil) : .unknown
    }

    /// Has the caller start the program. Throws the reason why it would be of no use.
    func start(then: @escaping Plans.ProgramEnd) async throws(AccessoryError) {
        let update = try await update()
        await daemon.withPlans { [plan] in $0.programs[plan.id] = then }
        await daemon.publish(
            .plan, app: plan.app, plan: plan.id, "plan \(plan.id): runs \(plan.program?.command.first ?? "its program")"
        )
        notify(update)
    }

    private func update() async throws(AccessoryError) -> PlanUpdate {
        var update = PlanUpdate(
            plan: plan.id, state: .running, isRequired: plan.isRequired, attempt: attempt, accessory: hotspot.accessory,
            program: PlanProgram(link: hotspot.link, ssid: hotspot.ssid))
        guard let program = plan.program, program.wantsUplink, caller.maySeeSecrets(of: ControlInterface.RunPlan.self)
        else { return update }
        var errand = UplinkErrand(over: hotspot.lease, program, path: plan.path)
        let family: Family?
        if let terms {
            errand = UplinkErrand(.lease(hotspot.lease), terms, path: plan.path)
            family = try HotspotHandOver.family(of: hotspot, errand, daemon)
            update.provision = await daemon.uplink.provisionOrder(for: errand)
        } else {
            family = nil
        }
        let check = HandOverCheck(radio: daemon.radio, link: hotspot.link, ssid: hotspot.ssid)
        update.uplink = try await daemon.uplinkCredentials(
            for: Claimant(app: plan.app), errand, who: "plan \(plan.id), run by \(caller.identity)"
        ) { network throws(AccessoryError) in
            guard let family, let refusal = await check.refusal(of: network, for: family) else { return }
            throw AccessoryError(.provisioningFailed, "plan \(plan.id): \(refusal)")
        }
        return update
    }
}

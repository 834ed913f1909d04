// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AccessoryRules
import AgentInterface

/// The way of a plan's accessory to the home network: in its hotspot by this agent or by the plan's own program, on its
/// Bluetooth link, or called by its label. For the last two the radio stays on its network, so no lease and no program belong to
/// them, and to a label no record.
struct PlanWalk: Sendable {
    let daemon: Daemon
    let caller: Caller
    let plan: Plan
    let provision: Plan.Provision
    let attempt: Int
    let notify: @Sendable (PlanUpdate) -> Void

    /// Before anything is cut: throws if nothing could hand the network over, or the label's secret is missing.
    static func checkMeans(of plan: Plan, _ daemon: Daemon) async throws(AccessoryError) {
        guard let provision = plan.provision else { return }
        _ = try await daemon.uplink.terms(of: plan, provision)
        guard plan.program == nil, !plan.isOverBluetooth else { return }
        try await ProvisionProgram(path: daemon.settings.provisionSocket).requirePresence(clock: daemon.clock)
    }

    func run(in hotspot: JoinedHotspot) async throws(AccessoryError) {
        var handOver = HotspotHandOver(
            daemon: daemon, hotspot: hotspot, app: plan.app, terms: provision.terms, path: plan.path, who: who)
        let expected = handOver.expected
        var missing: AccessoryError?
        do throws(AccessoryError) {
            handOver.terms = try await daemon.uplink.terms(of: plan, provision)
        } catch {
            // The secret has gone since the join. The walk leaves the hotspot whatever happens.
            missing = error
        }
        let program = ProgramHandOver(
            daemon: daemon, caller: caller, plan: plan, hotspot: hotspot, attempt: attempt, terms: handOver.terms,
            notify: notify)
        let isOwn = plan.program == nil
        if isOwn { notify(update(of: hotspot.accessory)) }
        let way = HomeWalkRun.Way(
            handOver: { [handOver, missing] send in
                if let missing { return _ = send.yield(.notHandedOver(missing)) }
                if isOwn { await handOver.run(send) } else { await program.run(send) }
            },
            leave: { _ in await daemon.leave(hotspot.lease) },
            follow: { send in send.yield(.left(await daemon.follow(hotspot.lease).end()?.error)) })
        do throws(AccessoryError) {
            try await walk(way, expected, hotspot.accessory)
            await daemon.withPlans { [plan] in $0.programs[plan.id] = nil }
        } catch {
            await daemon.withPlans { [plan] in $0.programs[plan.id] = nil }
            throw error
        }
    }

    func run(over address: MACAddress, to accessory: Accessory) async throws(AccessoryError) {
        let terms = try await daemon.uplink.terms(of: plan, provision)
        notify(update(of: accessory))
        let (device, family) = try await NewDeviceSearch(daemon: daemon, family: terms.family).find(address)
        var handOver = BluetoothHandOver(
            daemon: daemon, device: device, family: family, app: plan.app, terms: terms, path: plan.path, who: who)
        try await daemon.settlingBonds { bonds throws(AccessoryError) in
            try await handOver.pairIfNeeded(bonds)
            try await walk(HomeWalkRun.Way(handOver: handOver.run), handOver.expected, accessory)
            try await daemon.keepOwned(handOver.device.address.address)
        }
    }

    func run(calling label: EasyConnectLabel) async throws(AccessoryError) {
        let radio = try await daemon.chooseRadio(sharing: true)
        await daemon.publish(.plan, app: plan.app, plan: plan.id, "plan \(plan.id): calls '\(label.title)'")
        let errand = UplinkErrand(.easyConnect(title: label.title), provision.terms, path: plan.path)
        let call = EasyConnectCall(daemon: daemon, label: label, interface: radio.interface)
        try await walk(
            HomeWalkRun.Way(handOver: { await call.run(for: Claimant(app: plan.app), errand, who: who, $0) }),
            ExpectedIdentity(label), nil)
    }

    private var who: String { "plan \(plan.id), run by \(caller.identity)" }

    private func walk(
        _ way: HomeWalkRun.Way, _ expected: ExpectedIdentity, _ accessory: Accessory?
    ) async throws(AccessoryError) {
        let walk = HomeWalkRun(daemon: daemon, arrival: provision.terms.arrival, limit: provision.timeLimit) {
            progress in
            notify(update(of: accessory, progress))
        }
        let (outcome, course) = try await walk.handOver(way)
        if let failure = plan.failure(of: outcome) { throw failure }
        let end = await walk.arrive(outcome, course, expected, accessory)
        notify(update(of: accessory, end))
        guard provision.terms.arrival != .none, let text = end.explanation else { return }
        guard end.outcome != .notSeen else {
            throw AccessoryError(.provisioningFailed, "plan \(plan.id): \(text)")
        }
        await daemon.publish(.plan, app: plan.app, accessory: accessory?.id, plan: plan.id, "plan \(plan.id): \(text)")
    }

    private func update(of accessory: Accessory?, _ progress: OnboardProgress? = nil) -> PlanUpdate {
        PlanUpdate(
            plan: plan.id, state: plan.label == nil ? .running : .trying, isRequired: plan.isRequired, attempt: attempt,
            label: plan.label?.title, accessory: accessory, step: progress?.step, device: progress?.device,
            protection: progress?.protection,
            outcome: progress?.outcome, explanation: progress?.explanation)
    }
}

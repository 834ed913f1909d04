// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AccessoryRules
import AgentInterface

/// Performs one `Onboarding` machine's effects for a person: it joins the accessory's hotspot or finds its Bluetooth side,
/// has the network handed over, leaves, and sees to it that only an accessory with the network has a record. It runs in the
/// task of the connection that asked, and ends with it.
struct OnboardRun: Sendable {
    let daemon: Daemon
    let caller: Caller
    let owner: Session.ID
    let order: OnboardOrder
    /// The radio that joins, and looks for the home network; nil for any.
    let interface: String?
    /// Nil: the administrator's file decides.
    let warrant: Warrant?
    let notify: @Sendable (OnboardProgress) -> Void

    typealias Send = Sender<Onboarding.Event>

    private enum Activity {
        case follow
        case handOver
        case timer
    }

    /// What a link to the accessory does for the machine.
    struct Way: Sendable {
        var handOver: @Sendable (Send) async -> Void
        /// Reports `left` by itself, or by `follow`.
        var leave: @Sendable (Send) async -> Void
        /// Follows the link to its end.
        var follow: (@Sendable (Send) async -> Void)?
    }

    /// What the hand-over needs of the joined hotspot.
    private struct Joined: Sendable {
        var plan: Plan
        var lease: Lease.ID
        var link: Link
        var accessory: Accessory
        var ssid: SSID
    }

    func run() async throws(AccessoryError) -> OnboardProgress {
        try await daemon.policy.checkOrder(network: order.network, warrant)
        try await daemon.checkNetwork(named: order.network, byLabel: order.isByLabel)
        switch order.target {
        case .bluetooth(let address): return try await runOverBluetooth(address)
        case .hotspot(let ssid, _): return try await runOverHotspot(ssid)
        case .easyConnect(let label): return try await runOverEasyConnect(label)
        }
    }

    private func runOverHotspot(_ ssid: SSID) async throws(AccessoryError) -> OnboardProgress {
        guard let plan = order.plan else {
            throw AccessoryError(.invalidRequest, "ssid: it names no hotspot", field: "ssid")
        }
        try checkFamily(ssid)
        try ProvisionProgram(path: daemon.settings.provisionSocket).requirePresence()
        let known = await daemon.onboarded
        notify(OnboardProgress(step: .joining))
        let joined = try await join(plan)
        let isNew = !known.contains(joined.accessory.id)
        do throws(AccessoryError) {
            let (outcome, course) = try await drive(way(joined))
            if isNew, !outcome.end.isGood { await daemon.takeBack(joined.accessory, outcome.text) }
            let shown = Family.recognise(hotspot: joined.ssid, security: joined.link.security ?? .open)
            return await arrive(
                outcome, course,
                ExpectedIdentity(
                    family: order.family ?? shown?.family, hotspot: joined.ssid, bssid: joined.link.bssid),
                isNew && !outcome.end.isGood ? nil : joined.accessory)
        } catch {
            if isNew { await daemon.takeBack(joined.accessory, error.message) }
            throw error
        }
    }

    private func way(_ joined: Joined) -> Way {
        let daemon = daemon
        return Way(
            handOver: { send in await handOver(joined, send) }, leave: { _ in await daemon.leave(joined.lease) },
            follow: { send in send.yield(.left(await end(of: joined.lease))) })
    }

    /// Before the uplink is cut. The hotspot's security is not known yet.
    private func checkFamily(_ ssid: SSID) throws(AccessoryError) {
        if let family = order.family {
            guard family.worksOverHotspot else { throw Self.wrongWay(family) }
            return
        }
        let shown = [Security.open, .wpa2].compactMap { Family.recognise(hotspot: ssid, security: $0) }
        if shown.isEmpty { throw Self.unknownFamily(of: ssid) }
    }

    private static func unknownFamily(of ssid: SSID) -> AccessoryError {
        AccessoryError(
            .provisioningFailed, "'\(ssid)' shows no family; name it: one of \(Family.list)",
            reason: FailureReason(.familyUnknown))
    }

    private func join(_ plan: Plan) async throws(AccessoryError) -> Joined {
        let means = try await daemon.onboardingMeans(plan, order)
        let result = try await daemon.setUp(plan, means, nil, by: caller, owner: owner, interface: interface) { reply in
            if let lease = reply.lease {
                notify(OnboardProgress(step: lease.state.isOver ? .restoring : .joining, lease: lease))
            }
        }
        switch result.settlement {
        case .added(let accessory, let link?, _):
            guard let lease = result.lease, let ssid = accessory.ssid else { break }
            return Joined(plan: plan, lease: lease, link: link, accessory: accessory, ssid: ssid)
        case .failed(var error):
            if let lease = result.lease, let worse = await end(of: lease), worse.code == .restoreFailed {
                error = worse
            }
            throw error
        case .added, .migrated: break
        }
        throw AccessoryError(.interrupted, "the accessory's network went away")
    }

    /// The hand-over's outcome, and the machine that saw what came before it.
    func drive(_ way: Way) async throws(AccessoryError) -> (ProvisioningOutcome, Onboarding) {
        let runner = Runner<Onboarding, Activity, Result<ProvisioningOutcome, AccessoryError>>(
            Onboarding(), clock: daemon.clock)
        if let follow = way.follow { runner.start(.follow, follow) }
        runner.send.yield(.joined)
        let result = await runner.run { effect in
            switch effect {
            case .handOver: runner.start(.handOver, way.handOver)
            case .report(let step): notify(OnboardProgress(step))
            case .leave: await way.leave(runner.send)
            case .startTimer(let time): runner.startTimer(.timer, time, then: .due)
            case .finish(let result): runner.end(result)
            }
        }
        if let result { return (try result.get(), runner.machine) }
        guard runner.machine.isHandedOver else { throw AccessoryError(.invalidated, "the caller is gone") }
        return (.unknown, runner.machine)
    }

    private func handOver(_ joined: Joined, _ send: Send) async {
        do throws(AccessoryError) {
            let plan = joined.plan
            let check = HandOverCheck(radio: daemon.radio, link: joined.link, ssid: joined.ssid)
            guard let family = order.family ?? check.recognised else {
                throw Self.unknownFamily(of: joined.ssid)
            }
            guard family.worksOverHotspot else {
                throw Self.wrongWay(family)
            }
            let provision = try await daemon.provisionOrder(of: plan, lease: joined.lease, typed: order.proof.secret)
            let network = try await daemon.uplinkCredentials(
                for: Claimant(app: plan.app), UplinkErrand(plan, over: joined.lease, warrant: warrant),
                who: "\(caller.identity)"
            ) { network throws(AccessoryError) in
                if let refusal = await check.refusal(of: network, for: family) {
                    throw AccessoryError(refusal)
                }
            }
            let program = ProvisionProgram(path: daemon.settings.provisionSocket)
            let reports = try program.run(
                ProvisionProgram.Order(
                    plan: plan.id, app: plan.app, ssid: joined.ssid, interface: joined.link.interface,
                    address: joined.link.address, gateway: joined.link.gateway, uplink: network, provision: provision))
            var isHandedOver = false
            for await report in reports {
                switch report {
                case .step(let step):
                    if case .handingOver = step {
                        isHandedOver = true
                        await daemon.keepForGood(joined.accessory)
                    }
                    send.yield(.step(step))
                case .outcome(let outcome): return _ = send.yield(.ended(outcome))
                }
            }
            guard isHandedOver else {
                throw AccessoryError(
                    .provisioningFailed, "accessory-provision ended without a report; its log says why",
                    reason: FailureReason(.programEnded))
            }
            send.yield(.ended(.unknown))
        } catch {
            send.yield(.notHandedOver(error))
        }
    }

    /// Follows a lease to its end, with the uplink's way back.
    private func end(of lease: Lease.ID) async -> AccessoryError? {
        await daemon.follow(lease).end { update in
            if update.state.isOver { notify(OnboardProgress(step: .restoring, lease: update)) }
        }?.error
    }
}

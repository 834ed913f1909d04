// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AccessoryRules
import AgentInterface

/// Performs one round of plans: looks, sets up, hands over, leaves, stores and reports. It runs in the task of the
/// connection that asked and ends with it, or in the agent's own task.
struct PlanRoundRun: Sendable {
    enum News: Sendable {
        case event(PlanRound.Event)
        case heard([Plan.ID: Discovery], PlanRound.Event)
        case joined(Plan.ID, JoinedHotspot)
        /// Without a network of its own.
        case granted(Plan.ID, Accessory)
    }

    private enum Activity: Hashable {
        case look
        case timer
        case radios
        case plan(Plan.ID)
        case afterwards(Plan.ID)
    }

    let daemon: Daemon
    let caller: Caller
    /// The connection that asked; nil if the agent itself does.
    let owner: Sessions.ID?
    let means: [Plan.ID: PlanMeans]
    let radioChanges: AsyncStream<Void>
    /// Gets every step, and whether it is the last.
    let notify: Notify

    typealias Notify = @Sendable (PlanUpdate, _ isLast: Bool) -> Void

    private typealias Work = Runner<Course, Activity, Void>
    private typealias Send = Sender<News>

    /// The round, and what its plans' set-ups have found.
    private struct Course: TimedMachine {
        var round: PlanRound
        var heard: [Plan.ID: Discovery] = [:]
        var hotspots: [Plan.ID: JoinedHotspot] = [:]
        /// The latest ones without a network of their own.
        var granted: [Plan.ID: Accessory] = [:]

        func plan(_ id: Plan.ID) -> Plan? { round.turns.first { $0.plan.id == id }?.plan }

        mutating func receive(_ news: News, at now: Duration) -> [(effect: PlanRound.Effect, isLast: Bool)] {
            switch news {
            case .event(let event): return receive(event, now)
            case .heard(let discoveries, let event):
                heard = discoveries
                return receive(event, now)
            case .joined(let id, let hotspot):
                hotspots[id] = hotspot
                return []
            case .granted(let id, let accessory):
                granted[id] = accessory
                return []
            }
        }

        private mutating func receive(
            _ event: PlanRound.Event, _ now: Duration
        ) -> [(effect: PlanRound.Effect, isLast: Bool)] {
            let effects = round.receive(event, at: now)
            let last = round.isFinished ? effects.lastIndex(where: \.isReport) : nil
            return effects.enumerated().map { ($1, $0 == last) }
        }
    }

    func run(_ round: PlanRound) async {
        let runner = Work(Course(round: round), clock: daemon.clock)
        runner.start(.radios) { send in for await _ in radioChanges { send.yield(.event(.radioChanged)) } }
        runner.send.yield(.event(.start))
        // Cancelled. The agent takes up its own plans again at its next start.
        _ = await runner.run(last: owner == nil ? nil : .event(.callerGone)) { effect, isLast in
            await perform(effect, isLast: isLast, runner)
        }
    }

    private func search(for means: [Plan.ID: PlanMeans], _ plans: [Plan.ID: Plan], _ send: Send) async {
        do {
            let search = try await PlanSearch(for: means, daemon)
            try await search.run { send.yield(.heard($0, await sighted($0, plans))) }
        } catch {
            send.yield(.event(.cannotLook(error)))
        }
    }

    private func sighted(_ discoveries: [Plan.ID: Discovery], _ plans: [Plan.ID: Plan]) async -> PlanRound.Event {
        var sightings: [Plan.ID: [PlanRound.Sighting]] = [:]
        var (missing, refused): ([Plan.ID: String], [Plan.ID: AccessoryError]) = ([:], [:])
        for (id, discovery) in discoveries {
            guard let plan = plans[id] else { continue }
            missing[id] = (plan.requiresBridge ? discovery.unbridged : nil) ?? discovery.nothing
            refused[id] = discovery.refusal(by: plan.choice)
            sightings[id] = []
            for candidate in discovery.determined(by: plan.choice, requiresBridge: plan.requiresBridge) {
                guard let address = candidate.address else { continue }
                sightings[id]?.append(
                    PlanRound.Sighting(
                        address: address, accessory: await daemon.book.accessory(of: candidate)?.id,
                        signal: candidate.signal))
            }
        }
        return .sighted(
            sightings, isComplete: discoveries.values.allSatisfy(\.isComplete), missing: missing, refused: refused)
    }

    private func perform(_ effect: PlanRound.Effect, isLast: Bool, _ runner: Work) async {
        let course = runner.machine
        switch effect {
        case .look(let ids):
            let means = means.filter { ids.contains($0.key) }
            let plans = Dictionary(course.round.turns.map { ($0.plan.id, $0.plan) }) { $1 }
            runner.start(.look) { await search(for: means, plans, $0) }
        case .stopLooking:
            runner.stop(.look)
        case .startTimer(let duration):
            runner.startTimer(.timer, duration, then: .event(.due))
        case .stopTimer:
            runner.stop(.timer)
        case .setUp(let id, let target, let attempt):
            guard let plan = course.plan(id), let order = setUpOrder(of: plan, target) else { return }
            var heard = course.heard[id]
            runner.machine.hotspots[id] = nil
            runner.machine.granted[id] = nil
            if heard?.items != [order.item] { heard = nil }
            runner.start(.plan(id)) { [heard] in await setUp(plan, order, heard, attempt, $0) }
        case .walk(let id, let attempt):
            walk(id, attempt, runner)
        case .runProgram(let id, let attempt):
            runProgram(id, attempt, runner)
        case .keep(let id):
            guard let hotspot = course.hotspots[id] else { return }
            await daemon.keep(hotspot.lease, for: id)
            runner.stop(.plan(id))
        case .leave(let id):
            runner.stop(.afterwards(id))
            await daemon.withPlans { $0.programs[id] = nil }
            if let hotspot = course.hotspots[id] { await daemon.leave(hotspot.lease) }
        case .remember(let memory):
            await daemon.remember(memory)
        case .report(let id, let report):
            guard let plan = course.plan(id) else { return }
            await notifyCaller(report, of: plan, isLast: isLast, course)
        case .finish:
            runner.end(())
        }
    }

    // MARK: One plan

    private func setUpOrder(of plan: Plan, _ target: MACAddress?) -> SetUpOrder? {
        guard let means = means[plan.id], let item = means.item else { return nil }
        return SetUpOrder(
            app: means.app, item: item, choice: target.map { .accessPoint($0) } ?? plan.choice,
            requiresBridge: plan.requiresBridge, searchTime: plan.patience.searchTime, chooser: .plan(plan.id),
            path: plan.path)
    }

    /// From the sightings to the end of the lease.
    private func setUp(
        _ plan: Plan, _ order: SetUpOrder, _ heard: Discovery?, _ attempt: Int, _ send: Send
    ) async {
        let last = LastLease()
        let (notify, required) = (notify, plan.isRequired)
        let result: SetupRun.Result
        do {
            try await daemon.uplink.checkNetwork(of: plan)
            try await PlanWalk.checkMeans(of: plan, daemon)
            result = try await order.carryOut(heard, for: daemon, by: caller, owner: owner) { reply in
                guard let lease = reply.lease else { return }
                let state: PlanUpdate.State = lease.state.isOver ? .restoring : .trying
                notify(
                    PlanUpdate(plan: plan.id, state: state, isRequired: required, attempt: attempt, lease: lease), false
                )
                last.note(lease)
            }
        } catch {
            return _ = send.yield(.event(.of(plan.id, .failed(error))))
        }
        switch result.settlement {
        case .added(let accessory, let link, _):
            guard let lease = result.lease, let link else {
                send.yield(.granted(plan.id, accessory))
                return _ = send.yield(.event(.of(plan.id, .granted(accessory.id, isHeld: false))))
            }
            if let ssid = accessory.ssid {
                send.yield(
                    .joined(plan.id, JoinedHotspot(lease: lease, link: link, accessory: accessory, ssid: ssid)))
            }
            send.yield(.event(.of(plan.id, .granted(accessory.id, isHeld: true))))
            let error = await end(of: lease, plan, attempt, after: last.lease)
            send.yield(.event(.of(plan.id, .left(error))))
        case .failed(let error):
            var error = error
            if let lease = result.lease, let worse = await end(of: lease, plan, attempt, after: last.lease),
                worse.code == .restoreFailed
            {
                error = worse
            }
            send.yield(.event(.of(plan.id, .failed(error))))
        case .migrated:
            break
        }
    }

    private func end(
        of lease: Lease.ID, _ plan: Plan, _ attempt: Int, after heard: LeaseUpdate?
    ) async -> AccessoryError? {
        await daemon.follow(lease).end(after: heard) { update in
            let state: PlanUpdate.State = update.state == .joined ? .trying : .restoring
            notify(
                PlanUpdate(
                    plan: plan.id, state: state, isRequired: plan.isRequired, attempt: attempt, lease: update), false)
        }?.error
    }

    private func walk(_ id: Plan.ID, _ attempt: Int, _ runner: Work) {
        guard let plan = runner.machine.plan(id), let provision = plan.provision else { return }
        let walk = PlanWalk(
            daemon: daemon, caller: caller, plan: plan, provision: provision, attempt: attempt,
            notify: { [notify] in notify($0, false) })
        let (hotspot, label) = (runner.machine.hotspots[id], means[id]?.label)
        let granted = runner.machine.granted[id]
        runner.start(.afterwards(id)) { send in
            do throws(AccessoryError) {
                if let hotspot {
                    try await walk.run(in: hotspot)
                } else if let label {
                    try await walk.run(calling: label)
                } else if let granted, let address = await bluetoothAddress(of: granted, plan) {
                    try await walk.run(over: address, to: granted)
                } else {
                    throw AccessoryError(.invalidRequest, "plan \(id): its accessory has no Wi-Fi network")
                }
                send.yield(.event(.of(id, .walked(nil))))
            } catch {
                send.yield(.event(.of(id, .walked(error))))
            }
        }
    }

    private func bluetoothAddress(of accessory: Accessory, _ plan: Plan) async -> MACAddress? {
        await daemon.book.records.records(app: plan.app, accessory: accessory.id).lazy.compactMap(\.bluetoothAddress)
            .first
    }

    private func runProgram(_ id: Plan.ID, _ attempt: Int, _ runner: Work) {
        guard let plan = runner.machine.plan(id), let hotspot = runner.machine.hotspots[id] else { return }
        let program = ProgramHandOver(
            daemon: daemon, caller: caller, plan: plan, hotspot: hotspot, attempt: attempt,
            notify: { [notify] in notify($0, false) })
        // The program runs on after its start.
        let news = runner.send
        runner.start(.afterwards(id)) { send in
            do throws(AccessoryError) {
                try await program.start { status, failure in
                    news.yield(.event(.of(id, .programEnded(status: status, failure: failure))))
                }
            } catch {
                send.yield(.event(.of(id, .programRefused(error))))
            }
        }
    }

    private func notifyCaller(_ report: PlanRound.Report, of plan: Plan, isLast: Bool, _ course: Course) async {
        let attempts = course.round.turns.first { $0.plan.id == plan.id }?.memory.attempts ?? 0
        let report = PlanReport(
            report: report, plan: plan, attempts: attempts,
            accessory: course.hotspots[plan.id]?.accessory ?? course.granted[plan.id])
        if let line = report.line {
            await daemon.publish(
                .plan, app: plan.app, accessory: report.accessory?.id, plan: plan.id, "plan \(plan.id): \(line)")
        }
        notify(report.update, isLast)
    }
}

extension PlanRound.Effect {
    fileprivate var isReport: Bool { if case .report = self { true } else { false } }
}

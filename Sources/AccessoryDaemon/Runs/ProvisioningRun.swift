// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AccessoryRules
import AgentInterface

/// Performs one round of plans: looks, sets up, hands over, leaves, stores and reports. It runs in the task of the
/// connection that asked and ends with it, or in the agent's own task.
struct ProvisioningRun: Sendable {
    /// The means of a plan's set-up.
    struct Means: Sendable {
        let app: Manifest
        /// Nil if a label names the accessory.
        var item: Setup.Item?
        var label: EasyConnectLabel?
    }

    enum News: Sendable {
        case event(Provisioning.Event)
        case heard([Plan.ID: Discovery], Provisioning.Event)
        case leased(Plan.ID, Lease.ID, Link, Accessory)
        case called(Plan.ID, Result<ExpectedIdentity, AccessoryError>)
    }

    private enum Activity: Hashable {
        case look
        case timer
        case radios
        case plan(Plan.ID)
        case handOver(Plan.ID)
        case arrival(Plan.ID)
    }

    let daemon: Daemon
    let caller: Caller
    /// The connection that asked; nil if the agent itself does.
    let owner: Session.ID?
    let means: [Plan.ID: Means]
    let radioChanges: AsyncStream<Void>
    /// Gets every step, and whether it is the last.
    let notify: Notify

    typealias Notify = @Sendable (PlanUpdate, _ isLast: Bool) -> Void

    private typealias Work = Runner<Course, Activity, Void>
    private typealias Send = Sender<News>

    /// The round, and what its plans' set-ups have found.
    private struct Course: TimedMachine {
        var round: Provisioning
        var heard: [Plan.ID: Discovery] = [:]
        var leases: [Plan.ID: (id: Lease.ID, link: Link, accessory: Accessory)] = [:]
        /// Of the accessories that were called by their labels.
        var called: [Plan.ID: ExpectedIdentity] = [:]

        func plan(_ id: Plan.ID) -> Plan? { round.turns.first { $0.plan.id == id }?.plan }

        mutating func receive(_ news: News, at now: Duration) -> [(effect: Provisioning.Effect, isLast: Bool)] {
            switch news {
            case .event(let event): return receive(event, now)
            case .heard(let discoveries, let event):
                heard = discoveries
                return receive(event, now)
            case .leased(let id, let lease, let link, let accessory):
                leases[id] = (lease, link, accessory)
                return []
            case .called(let id, let result):
                called[id] = try? result.get()
                return receive(.called(id, result.failure), now)
            }
        }

        private mutating func receive(
            _ event: Provisioning.Event, _ now: Duration
        ) -> [(effect: Provisioning.Effect, isLast: Bool)] {
            let effects = round.receive(event, at: now)
            let last = round.isFinished ? effects.lastIndex(where: \.isReport) : nil
            return effects.enumerated().map { ($1, $0 == last) }
        }
    }

    func run(_ round: Provisioning) async {
        let runner = Work(Course(round: round), clock: daemon.clock)
        runner.start(.radios) { send in for await _ in radioChanges { send.yield(.event(.radioChanged)) } }
        runner.send.yield(.event(.start))
        // Cancelled. The agent takes up its own plans again at its next start.
        _ = await runner.run(last: owner == nil ? nil : .event(.callerGone)) { effect, isLast in
            await perform(effect, isLast: isLast, runner)
        }
    }

    private func search(for means: [Plan.ID: Means], _ plans: [Plan.ID: Plan], _ send: Send) async {
        do {
            let search = try await daemon.search(for: means)
            try await search.run { send.yield(.heard($0, await sighted($0, plans))) }
        } catch {
            send.yield(.event(.cannotLook(error)))
        }
    }

    private func sighted(_ discoveries: [Plan.ID: Discovery], _ plans: [Plan.ID: Plan]) async -> Provisioning.Event {
        var sightings: [Plan.ID: [Provisioning.Sighting]] = [:]
        for (id, discovery) in discoveries {
            sightings[id] = []
            let requiresBridge = plans[id]?.requiresBridge ?? false
            for candidate in discovery.determined(requiresBridge: requiresBridge) {
                guard let address = candidate.address else { continue }
                sightings[id]?.append(
                    Provisioning.Sighting(
                        address: address, accessory: await daemon.accessory(of: candidate)?.id,
                        signal: candidate.signal))
            }
        }
        let missing = discoveries.map { id, discovery in
            let unbridged = plans[id]?.requiresBridge == true ? discovery.unbridged : nil
            return (id, unbridged ?? discovery.nothing)
        }
        return .sighted(
            sightings, isComplete: discoveries.values.allSatisfy(\.isComplete),
            missing: Dictionary(uniqueKeysWithValues: missing),
            refused: discoveries.reduce(into: [:]) { refused, heard in
                refused[heard.key] = plans[heard.key].flatMap { heard.value.refusal(by: $0.choice) }
            })
    }

    private func perform(_ effect: Provisioning.Effect, isLast: Bool, _ runner: Work) async {
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
            guard let plan = course.plan(id), let means = means[id] else { return }
            var (chosen, heard) = (plan, course.heard[id])
            runner.machine.leases[id] = nil
            if let target { chosen.choice = .accessPoint(target) }
            if heard?.items != means.item.map({ [$0] }) { heard = nil }
            runner.start(.plan(id)) { [chosen, heard] in await setUp(chosen, means, heard, attempt, $0) }
        case .handOver(let id, let attempt):
            handOver(id, attempt, runner)
        case .keep(let id):
            guard let lease = course.leases[id] else { return }
            await daemon.keep(lease.id, for: id)
            runner.stop(.plan(id))
        case .leave(let id):
            runner.stop(.handOver(id))
            await daemon.endProgram(of: id)
            if let lease = course.leases[id] { await daemon.leave(lease.id) }
        case .call(let id):
            guard let plan = course.plan(id), let label = means[id]?.label else { return }
            let calling = PlanCalling(daemon: daemon, caller: caller, plan: plan, label: label)
            runner.start(.plan(id)) { $0.yield(.called(id, await calling.run())) }
        case .identify(let id):
            await arrival(of: id, course)?.keepIdentity()
        case .lookForIt(let id):
            guard let arrival = arrival(of: id, course) else {
                return _ = runner.send.yield(.event(.arrived(id, nil)))
            }
            runner.start(.arrival(id)) { $0.yield(.event(.arrived(id, await arrival.error()))) }
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

    private func arrival(of id: Plan.ID, _ course: Course) -> PlanArrival? {
        guard let plan = course.plan(id) else { return nil }
        if let lease = course.leases[id] {
            return PlanArrival(daemon: daemon, plan: plan, link: lease.link, accessory: lease.accessory)
        }
        return course.called[id].map { PlanArrival(daemon: daemon, plan: plan, expected: $0) }
    }

    /// From the sightings to the end of the lease.
    private func setUp(
        _ plan: Plan, _ means: Means, _ heard: Discovery?, _ attempt: Int, _ send: Send
    ) async {
        let last = LastLease()
        let (notify, required) = (notify, plan.isRequired)
        let result: SetupRun.Result
        do {
            try await daemon.checkNetwork(of: plan)
            result = try await daemon.setUp(plan, means, heard, by: caller, owner: owner) { reply in
                guard let lease = reply.lease else { return }
                let state: PlanUpdate.State = lease.state.isOver ? .restoring : .trying
                notify(
                    PlanUpdate(plan: plan.id, state: state, isRequired: required, attempt: attempt, lease: lease), false
                )
                last.note(lease)
            }
        } catch {
            return _ = send.yield(.event(.failed(plan.id, error)))
        }
        switch result.settlement {
        case .added(let accessory, let link, _):
            guard let lease = result.lease, let link else {
                return _ = send.yield(.event(.granted(plan.id, accessory.id, isHeld: false)))
            }
            send.yield(.leased(plan.id, lease, link, accessory))
            send.yield(.event(.granted(plan.id, accessory.id, isHeld: true)))
            let error = await end(of: lease, plan, attempt, after: last.lease)
            send.yield(.event(.left(plan.id, error)))
        case .failed(let error):
            var error = error
            if let lease = result.lease, let worse = await end(of: lease, plan, attempt, after: last.lease),
                worse.code == .restoreFailed
            {
                error = worse
            }
            send.yield(.event(.failed(plan.id, error)))
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

    private func handOver(_ id: Plan.ID, _ attempt: Int, _ runner: Work) {
        let course = runner.machine
        guard let plan = course.plan(id), let program = plan.program, let lease = course.leases[id] else { return }
        // The program runs on after the hand-over.
        let (daemon, notify, news) = (daemon, notify, runner.send)
        let handOver = PlanHandOver(
            daemon: daemon, caller: caller, plan: plan, lease: lease.id, link: lease.link, accessory: lease.accessory)
        runner.start(.handOver(id)) { send in
            do throws(AccessoryError) {
                let update = try await handOver.update(attempt: attempt)
                await daemon.programBegins(of: id, news)
                await daemon.publish(.plan, app: plan.app, plan: id, "plan \(id): runs \(program.command[0])")
                notify(update, false)
            } catch {
                send.yield(.event(.notHandedOver(id, error)))
            }
        }
    }

    private func notifyCaller(_ report: Provisioning.Report, of plan: Plan, isLast: Bool, _ course: Course) async {
        let attempts = course.round.turns.first { $0.plan.id == plan.id }?.memory.attempts ?? 0
        let report = PlanReport(
            report: report, plan: plan, attempts: attempts, accessory: course.leases[plan.id]?.accessory)
        if let line = report.line {
            await daemon.publish(
                .plan, app: plan.app, accessory: report.accessory?.id, plan: plan.id, "plan \(plan.id): \(line)")
        }
        notify(report.update, isLast)
    }
}

extension Provisioning.Effect {
    fileprivate var isReport: Bool { if case .report = self { true } else { false } }
}

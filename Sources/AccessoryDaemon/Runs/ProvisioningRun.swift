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
        case heard([Plan.ID: Discovery])
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

    private struct Course {
        var round: Provisioning
        let stopwatch: Stopwatch
        let send: AsyncStream<News>.Continuation
        var activities = Activities<Activity>()
        var heard: [Plan.ID: Discovery] = [:]
        var leases: [Plan.ID: (id: Lease.ID, link: Link, accessory: Accessory)] = [:]
        /// Of the accessories that were called by their labels.
        var called: [Plan.ID: ExpectedIdentity] = [:]

        func plan(_ id: Plan.ID) -> Plan? { round.turns.first { $0.plan.id == id }?.plan }
    }

    func run(_ round: Provisioning) async {
        let (news, send) = AsyncStream<News>.makeStream()
        await withDiscardingTaskGroup { group in
            var course = Course(round: round, stopwatch: Stopwatch(daemon.clock), send: send)
            course.activities.start(.radios, in: &group) {
                for await _ in radioChanges { send.yield(.event(.radioChanged)) }
            }
            await receive(.start, &course, &group)
            if course.round.isFinished { return course.activities.stopAll() }
            for await item in news {
                switch item {
                case .event(let event): await receive(event, &course, &group)
                case .heard(let discoveries):
                    course.heard = discoveries
                    await receive(await sighted(discoveries, course), &course, &group)
                case .leased(let id, let lease, let link, let accessory):
                    course.leases[id] = (lease, link, accessory)
                case .called(let id, let result):
                    course.called[id] = try? result.get()
                    await receive(.called(id, result.failure), &course, &group)
                }
                if course.round.isFinished { break }
            }
            // Cancelled. The agent takes up its own plans again at its next start.
            if !course.round.isFinished, owner != nil { await receive(.callerGone, &course, &group) }
            course.activities.stopAll()
        }
    }

    private func receive(
        _ event: Provisioning.Event, _ course: inout Course, _ group: inout DiscardingTaskGroup
    ) async {
        let effects = course.round.receive(event, at: course.stopwatch.elapsed)
        let last = course.round.isFinished ? effects.lastIndex(where: \.isReport) : nil
        for (index, effect) in effects.enumerated() {
            await perform(effect, isLast: index == last, &course, &group)
        }
    }

    private func sighted(_ discoveries: [Plan.ID: Discovery], _ course: Course) async -> Provisioning.Event {
        var sightings: [Plan.ID: [Provisioning.Sighting]] = [:]
        for (id, discovery) in discoveries {
            sightings[id] = []
            let requiresBridge = course.plan(id)?.requiresBridge ?? false
            for candidate in discovery.determined(requiresBridge: requiresBridge) {
                guard let address = candidate.address else { continue }
                sightings[id]?.append(
                    Provisioning.Sighting(
                        address: address, accessory: await daemon.accessory(of: candidate)?.id,
                        signal: candidate.signal))
            }
        }
        let missing = discoveries.map { id, discovery in
            let unbridged = course.plan(id)?.requiresBridge == true ? discovery.unbridged : nil
            return (id, unbridged ?? discovery.nothing)
        }
        return .sighted(
            sightings, isComplete: discoveries.values.allSatisfy(\.isComplete),
            missing: Dictionary(uniqueKeysWithValues: missing),
            refused: discoveries.reduce(into: [:]) { refused, heard in
                refused[heard.key] = course.plan(heard.key).flatMap { heard.value.refusal(by: $0.choice) }
            })
    }

    private func perform(
        _ effect: Provisioning.Effect, isLast: Bool, _ course: inout Course, _ group: inout DiscardingTaskGroup
    ) async {
        let send = course.send
        switch effect {
        case .look(let ids):
            let (daemon, means) = (daemon, means.filter { ids.contains($0.key) })
            course.activities.start(.look, in: &group) {
                do {
                    let search = try await daemon.search(for: means)
                    try await search.run { send.yield(.heard($0)) }
                } catch {
                    send.yield(.event(.cannotLook(error as? AccessoryError ?? AccessoryError(.radioUnavailable, ""))))
                }
            }
        case .stopLooking:
            course.activities.stop(.look)
        case .startTimer(let duration):
            let clock = daemon.clock
            course.activities.start(.timer, in: &group) {
                if (try? await clock.sleep(for: duration)) != nil { send.yield(.event(.due)) }
            }
        case .stopTimer:
            course.activities.stop(.timer)
        case .setUp(let id, let target, let attempt):
            guard let plan = course.plan(id), let means = means[id] else { return }
            var (chosen, heard) = (plan, course.heard[id])
            course.leases[id] = nil
            if let target { chosen.choice = .accessPoint(target) }
            if heard?.items != means.item.map({ [$0] }) { heard = nil }
            course.activities.start(.plan(id), in: &group) { [chosen, heard] in
                await setUp(chosen, means, heard, attempt, send)
            }
        case .handOver(let id, let attempt):
            handOver(id, attempt, &course, &group)
        case .keep(let id):
            guard let lease = course.leases[id] else { return }
            await daemon.keep(lease.id, for: id)
            course.activities.stop(.plan(id))
        case .leave(let id):
            course.activities.stop(.handOver(id))
            await daemon.endProgram(of: id)
            if let lease = course.leases[id] { await daemon.leave(lease.id) }
        case .call(let id):
            guard let plan = course.plan(id), let label = means[id]?.label else { return }
            let calling = PlanCalling(daemon: daemon, caller: caller, plan: plan, label: label)
            course.activities.start(.plan(id), in: &group) { send.yield(.called(id, await calling.run())) }
        case .identify(let id):
            await arrival(of: id, course)?.keepIdentity()
        case .lookForIt(let id):
            guard let arrival = arrival(of: id, course) else { return _ = send.yield(.event(.arrived(id, nil))) }
            course.activities.start(.arrival(id), in: &group) {
                send.yield(.event(.arrived(id, await arrival.error())))
            }
        case .remember(let memory):
            await daemon.remember(memory)
        case .report(let id, let report):
            guard let plan = course.plan(id) else { return }
            await notifyCaller(report, of: plan, isLast: isLast, course)
        case .finish:
            break
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
        _ plan: Plan, _ means: Means, _ heard: Discovery?, _ attempt: Int, _ send: AsyncStream<News>.Continuation
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
        var last = heard
        for await news in await daemon.news(of: lease) {
            switch news {
            case .ended(let error): return error
            case .update(let update):
                guard update != last else { continue }
                last = update
                let state: PlanUpdate.State = update.state == .joined ? .trying : .restoring
                notify(
                    PlanUpdate(
                        plan: plan.id, state: state, isRequired: plan.isRequired, attempt: attempt, lease: update),
                    false)
            }
        }
        return nil
    }

    private func handOver(
        _ id: Plan.ID, _ attempt: Int, _ course: inout Course, _ group: inout DiscardingTaskGroup
    ) {
        guard let plan = course.plan(id), let program = plan.program, let lease = course.leases[id] else { return }
        let (daemon, notify, send) = (daemon, notify, course.send)
        let handOver = PlanHandOver(
            daemon: daemon, caller: caller, plan: plan, lease: lease.id, link: lease.link, accessory: lease.accessory)
        course.activities.start(.handOver(id), in: &group) {
            do throws(AccessoryError) {
                let update = try await handOver.update(attempt: attempt)
                await daemon.programBegins(of: id, send)
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

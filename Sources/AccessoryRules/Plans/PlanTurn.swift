// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// One plan's way through a round, from its search to its end. An event of a stage that is over has no effect.
package struct PlanTurn: Sendable, Equatable {
    package indirect enum Event: Sendable, Equatable {
        /// The set-up is on the disk; the network is joined, unless there was none.
        case granted(Accessory.ID, isHeld: Bool)
        /// Nothing was granted, and the uplink is restored.
        case failed(AccessoryError)
        /// With the reason if it could not start, or was ended; then the status does not count.
        case programEnded(status: Int, failure: String?)
        /// The program is of no use in the network that was joined.
        case programRefused(AccessoryError)
        /// The lease is over and the uplink restored, unless the error denies that.
        case left(AccessoryError?)
        /// The accessory has the home network as the plan demands, unless the error denies that. Its own network is left.
        case walked(AccessoryError?)
        /// The program's runner had the time to end it, and did not.
        case overran
    }

    package enum Stage: Sendable, Equatable {
        /// Until it is found, or its next attempt is due.
        case waiting
        case settingUp(MACAddress?)
        case running(since: Duration)
        /// The accessory gets the home network: in its hotspot, or called by its label.
        case walking(since: Duration)
        /// The lease is ending; after that the set-up was good, or failed for this reason.
        case restoring(AccessoryError?)
        case ended
    }

    /// The latest grant.
    private struct Current: Sendable, Equatable {
        /// With `Choose=all`.
        var target: MACAddress?
        var accessory: Accessory.ID
    }

    typealias Effect = PlanRound.Effect

    package let plan: Plan
    let standing: PlanRound.Entry.Standing
    package private(set) var memory: PlanMemory
    package private(set) var stage = Stage.waiting
    var deadline: Duration?
    private(set) var notBefore: Duration = .zero
    /// Only during a search.
    var searchEnds: Duration?
    /// Failures in a row.
    private var failures = 0
    private(set) var waitsForRadio = false
    /// Why it was not found, in words.
    var missing: String?
    /// Why the plan refuses a sighting.
    var refusal: AccessoryError?
    /// With `Choose=all`, the ones that cannot be set up.
    private(set) var refused: [MACAddress: AccessoryError] = [:]
    /// With `Choose=all`, the ones that this run has set up.
    private var settled: Set<MACAddress> = []
    private var current: Current?

    init(_ entry: PlanRound.Entry) {
        plan = entry.plan
        standing = entry.standing
        memory = entry.memory
    }

    var hasRadio: Bool {
        switch stage {
        case .waiting, .ended: false
        case .settingUp, .running, .walking, .restoring: true
        }
    }

    // MARK: Before its attempt

    mutating func begin(_ now: Duration) -> [Effect] {
        switch standing {
        case .done:
            stage = .ended
            return [.report(plan.id, .skipped)]
        case .refused(let error): return fail(error)
        case .due:
            deadline = now + plan.patience.giveUpAfter
            memory.state = .running
            return [.remember(memory), .report(plan.id, .waiting(retryAfter: nil, nil))]
        }
    }

    /// Waits before the next attempt, longer each time.
    mutating func pause(_ error: AccessoryError, _ now: Duration) -> [Effect] {
        let left = (deadline ?? now) - now
        var pause = min(plan.patience.longestPause, plan.patience.pause * (1 << min(failures, 20)))
        // Leave time for one more search, if there is any.
        pause = min(pause, max(plan.patience.pause, left - plan.patience.searchTime))
        failures += 1
        notBefore = now + pause
        searchEnds = nil
        memory.error = error
        // A radio may come until the end.
        guard pause < left || waitsForRadio else { return fail(error) }
        return [.remember(memory), .report(plan.id, .waiting(retryAfter: pause, error))]
    }

    mutating func pauseWithoutRadio(_ error: AccessoryError, _ now: Duration) -> [Effect] {
        waitsForRadio = true
        return pause(error, now)
    }

    /// Whether that is news to it.
    mutating func radioChanged(_ now: Duration) -> Bool {
        guard stage == .waiting, waitsForRadio else { return false }
        waitsForRadio = false
        failures = 0
        notBefore = now
        return true
    }

    // MARK: Its attempt

    mutating func setUp(_ target: MACAddress?) -> [Effect] {
        stage = .settingUp(target)
        return attempt() + [.setUp(plan.id, target, attempt: memory.attempts)]
    }

    /// The radio stays on its network, but it has one exchange at a time.
    mutating func call(_ now: Duration) -> [Effect] {
        stage = .walking(since: now)
        return attempt() + [.walk(plan.id, attempt: memory.attempts)]
    }

    private mutating func attempt() -> [Effect] {
        searchEnds = nil
        waitsForRadio = false
        memory.attempts += 1
        memory.state = .running
        return [.stopTimer, .remember(memory), .report(plan.id, .trying(attempt: memory.attempts))]
    }

    mutating func receive(_ event: Event, at now: Duration) -> [Effect] {
        switch (stage, event) {
        case (.settingUp(let target), .granted(let accessory, let isHeld)):
            current = Current(target: target, accessory: accessory)
            return granted(isHeld: isHeld, now)
        case (.settingUp(let target), .failed(let error)):
            if !error.followsAJoin { memory.attempts -= 1 }
            waitsForRadio = error.code == .radioUnavailable
            return failed(error, target, now)
        case (.running(let since), .programEnded(let status, let failure)):
            return leave(since, plan.failure(ofProgram: status, failure), now)
        case (.running(let since), .programRefused(let error)):
            return leave(since, error, now)
        case (.running(let since), .overran):
            guard let limit = plan.program?.timeLimit, now >= since + limit + PlanRound.grace else { return [] }
            return leave(since, plan.failure(ofProgram: 0, "exceeded its time limit"), now)
        case (.running(let since), .left(let error)):
            extend(since, now)
            let lost = AccessoryError(
                .connectionFailed, "plan \(plan.id): its network was left before its program ended")
            return failed(error ?? lost, nil, now)
        case (.walking(let since), .walked(let error)):
            extend(since, now)
            guard let error else { return settle(now) }
            if current == nil {
                if !error.followsAJoin { memory.attempts -= 1 }
                waitsForRadio = error.code == .radioUnavailable
            }
            return failed(error, error.code == .restoreFailed ? nil : current?.target, now)
        case (.restoring(let cause), .left(let error)):
            if let error, error.code == .restoreFailed { return failed(error, nil, now) }
            guard let cause else { return settle(now) }
            return failed(cause, current?.target, now)
        case (.waiting, _), (.settingUp, _), (.running, _), (.walking, _), (.restoring, _), (.ended, _):
            return []
        }
    }

    private mutating func granted(isHeld: Bool, _ now: Duration) -> [Effect] {
        memory.error = nil
        // Of several accessories, one with more to do counts only when that has ended well.
        let isLast = plan.afterwards == .restore || plan.afterwards == .keep
        if plan.choice != .all || isLast { count() }
        let written = Effect.remember(memory)
        guard isHeld || plan.isOverBluetooth else { return [written] + settle(now) }
        switch plan.afterwards {
        case .restore:
            stage = .restoring(nil)
            return [written, .leave(plan.id)]
        case .keep:
            stage = .ended
            memory.state = .kept
            return [.remember(memory), .keep(plan.id), .report(plan.id, .kept)]
        case .run:
            stage = .running(since: now)
            let limit = plan.program?.timeLimit.map { [Effect.startTimer($0 + PlanRound.grace)] } ?? []
            return [written, .runProgram(plan.id, attempt: memory.attempts)] + limit
        case .provision:
            stage = .walking(since: now)
            return [written, .walk(plan.id, attempt: memory.attempts)]
        }
    }

    private mutating func leave(_ since: Duration, _ cause: AccessoryError?, _ now: Duration) -> [Effect] {
        extend(since, now)
        stage = .restoring(cause)
        return [.leave(plan.id)]
    }

    /// The time that a program runs, or an accessory needs, does not count against the plan.
    private mutating func extend(_ since: Duration, _ now: Duration) { deadline = deadline.map { $0 + (now - since) } }

    /// Leaves nothing half done: leaves the network, and makes an unfinished plan due again.
    mutating func callerGone() -> [Effect] {
        guard stage != .ended, deadline != nil else { return [] }
        if stage == .restoring(nil) { count() }
        let isGood = stage == .restoring(nil) && plan.choice != .all
        let effects: [Effect] =
            switch stage {
            case .settingUp, .running: [.leave(plan.id)]
            // For a label no network is joined.
            case .walking: plan.label == nil ? [.leave(plan.id)] : []
            case .waiting, .restoring, .ended: []
            }
        stage = .ended
        memory.state = isGood ? .done : .pending
        return effects + [.remember(memory)]
    }

    // MARK: Its ends

    /// One accessory is set up and its network left.
    private mutating func settle(_ now: Duration) -> [Effect] {
        count()
        guard plan.choice == .all else { return done() }
        stage = .waiting
        notBefore = now
        failures = 0
        memory.attempts = 0
        return []
    }

    private mutating func failed(_ error: AccessoryError, _ target: MACAddress?, _ now: Duration) -> [Effect] {
        stage = .waiting
        let isLast = memory.attempts >= plan.patience.attempts
        guard error.isWorthAnotherAttempt, !isLast else {
            // If one of several fails, the others may still succeed.
            guard plan.choice == .all, let target else { return fail(error) }
            refused[target] = error
            memory.attempts = 0
            notBefore = now
            return []
        }
        return pause(error, now)
    }

    mutating func done() -> [Effect] {
        stage = .ended
        memory.state = .done
        memory.error = nil
        return [.remember(memory), .report(plan.id, .done)]
    }

    mutating func fail(_ error: AccessoryError) -> [Effect] {
        stage = .ended
        memory.state = .failed
        memory.error = error
        return [.remember(memory), .report(plan.id, .failed(error))]
    }

    /// Counts the latest grant as set up.
    private mutating func count() {
        guard let current else { return }
        if let target = current.target { settled.insert(target) }
        if !memory.accessories.contains(current.accessory) { memory.accessories.append(current.accessory) }
    }

    // MARK: What it sees

    func isSettled(_ sighting: PlanRound.Sighting) -> Bool {
        settled.contains(sighting.address) || refused[sighting.address] != nil
            || sighting.accessory.map(memory.accessories.contains) == true
    }

    /// Everything in range is set up, and that is more than nothing.
    func hasSetUpAll(_ seen: [PlanRound.Sighting]) -> Bool {
        plan.choice == .all && seen.allSatisfy(isSettled) && !(memory.accessories.isEmpty && refused.isEmpty)
    }

    var notFound: AccessoryError {
        refusal
            ?? AccessoryError(
                .discoveryTimeout,
                "plan \(plan.id): \(missing ?? "nothing that it names was seen"); is the accessory on and near?")
    }
}

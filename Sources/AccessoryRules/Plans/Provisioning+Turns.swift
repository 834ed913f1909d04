// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// One plan's way from its set-up to its end.
extension Provisioning {
    mutating func setUp(_ index: Int, _ target: MACAddress?, _ now: Duration) -> [Effect] {
        phase = .held(turns[index].plan.id, since: now)
        turns[index].stage = .settingUp(target)
        let (id, memory) = (turns[index].plan.id, attempt(index))
        return [
            .stopTimer, .remember(memory), .report(id, .trying(attempt: memory.attempts)),
            .setUp(id, target, attempt: memory.attempts),
        ]
    }

    /// The radio stays on its network, but it has one exchange at a time.
    mutating func call(_ index: Int, _ now: Duration) -> [Effect] {
        phase = .held(turns[index].plan.id, since: now)
        turns[index].stage = .calling
        // The others begin their searches later.
        for other in turns.indices { turns[other].searchEnds = nil }
        let (id, memory) = (turns[index].plan.id, attempt(index))
        return [.stopTimer, .remember(memory), .report(id, .trying(attempt: memory.attempts)), .call(id)]
    }

    private mutating func attempt(_ index: Int) -> PlanMemory {
        turns[index].searchEnds = nil
        turns[index].waitsForRadio = false
        turns[index].memory.attempts += 1
        turns[index].memory.state = .running
        return turns[index].memory
    }

    mutating func called(_ id: Plan.ID, _ error: AccessoryError?, _ now: Duration) -> [Effect] {
        guard let index = holder(id), turns[index].stage == .calling else { return [] }
        guard let error else { return over(index, nil, now) }
        if !error.followsAJoin { turns[index].memory.attempts -= 1 }
        turns[index].waitsForRadio = error.code == .radioUnavailable
        return failed(index, error, nil, now)
    }

    mutating func granted(_ id: Plan.ID, _ accessory: Accessory.ID, isHeld: Bool, _ now: Duration) -> [Effect] {
        guard let index = holder(id), case .settingUp(let target) = turns[index].stage else { return [] }
        turns[index].current = Turn.Current(target: target, accessory: accessory)
        turns[index].memory.error = nil
        let plan = turns[index].plan
        // Of several accessories, one with a program counts only when its program has ended well.
        if plan.choice != .all || !plan.afterwards.runsProgram { turns[index].count() }
        let written = Effect.remember(turns[index].memory)
        guard isHeld else { return [written] + settled(index, now) }
        switch plan.afterwards {
        case .restore:
            turns[index].stage = .restoring(nil)
            return [written, .leave(id)]
        case .keep:
            release(now)
            turns[index].stage = .ended
            turns[index].memory.state = .kept
            return [.remember(turns[index].memory), .keep(id), .report(id, .kept)] + step(now)
        case .run, .provision:
            turns[index].stage = .running(since: now)
            let limit = plan.program?.timeLimit.map { [Effect.startTimer($0 + Self.grace)] } ?? []
            return [written, .handOver(id, attempt: turns[index].memory.attempts)] + limit
        }
    }

    mutating func setUpFailed(_ id: Plan.ID, _ error: AccessoryError, _ now: Duration) -> [Effect] {
        guard let index = holder(id), case .settingUp(let target) = turns[index].stage else { return [] }
        if !error.followsAJoin { turns[index].memory.attempts -= 1 }
        turns[index].waitsForRadio = error.code == .radioUnavailable
        return failed(index, error, target, now)
    }

    mutating func programEnded(_ id: Plan.ID, _ status: Int, _ failure: String?, _ now: Duration) -> [Effect] {
        guard let index = holder(id) else { return [] }
        let error = turns[index].plan.failure(ofProgram: status, failure)
        switch turns[index].stage {
        case .running(let since):
            // The time that the program runs does not count against the plan.
            turns[index].deadline = turns[index].deadline.map { $0 + (now - since) }
            turns[index].stage = .restoring(error)
            return [.leave(id)]
        case .ending:
            return over(index, error, now)
        case .waiting, .settingUp, .calling, .restoring, .arriving, .ended:
            return []
        }
    }

    mutating func notHandedOver(_ id: Plan.ID, _ error: AccessoryError, _ now: Duration) -> [Effect] {
        guard let index = holder(id), case .running(let since) = turns[index].stage else { return [] }
        turns[index].deadline = turns[index].deadline.map { $0 + (now - since) }
        turns[index].stage = .restoring(error)
        return [.leave(id)]
    }

    /// Ends a program whose runner does not end it in time. Nil if there is nothing to end.
    mutating func overrun(_ now: Duration) -> [Effect]? {
        guard case .held(let id, _) = phase, let index = holder(id) else { return nil }
        if case .ending(let error, let until) = turns[index].stage, now >= until {
            return over(index, error, now)
        }
        guard case .running(let since) = turns[index].stage,
            let limit = turns[index].plan.program?.timeLimit, now >= since + limit + Self.grace
        else { return nil }
        return programEnded(id, 0, "exceeded its time limit", now)
    }

    mutating func left(_ id: Plan.ID, _ error: AccessoryError?, _ now: Duration) -> [Effect] {
        guard let index = holder(id) else { return [] }
        switch turns[index].stage {
        case .restoring(let cause):
            if let error, error.code == .restoreFailed { return failed(index, error, nil, now) }
            return over(index, cause, now)
        case .running(let since):
            turns[index].deadline = turns[index].deadline.map { $0 + (now - since) }
            let lost = AccessoryError(.connectionFailed, "plan \(id): its network was left before its program ended")
            // An accessory that joins the home network takes its hotspot away. Only the program knows whether it did.
            guard turns[index].plan.afterwards == .provision, error?.code != .restoreFailed else {
                return failed(index, error ?? lost, nil, now)
            }
            turns[index].stage = .ending(error ?? lost, until: now + Onboarding.lastWords)
            return [.startTimer(Onboarding.lastWords)]
        case .waiting, .settingUp, .calling, .ending, .arriving, .ended:
            return []
        }
    }

    /// The program and the lease have both ended.
    private mutating func over(_ index: Int, _ error: AccessoryError?, _ now: Duration) -> [Effect] {
        if let error { return failed(index, error, turns[index].current?.target, now) }
        guard turns[index].plan.demandsArrival else {
            let isFollowed = turns[index].plan.afterwards == .provision && turns[index].current != nil
            return (isFollowed ? [.identify(turns[index].plan.id)] : []) + settled(index, now)
        }
        turns[index].stage = .arriving
        return [.stopTimer, .lookForIt(turns[index].plan.id)]
    }

    /// Another attempt would be in vain: an accessory that has the network has no hotspot any more.
    mutating func arrived(_ id: Plan.ID, _ error: AccessoryError?, _ now: Duration) -> [Effect] {
        guard let index = holder(id), turns[index].stage == .arriving else { return [] }
        return error.map { failed(index, $0, turns[index].current?.target, now) } ?? settled(index, now)
    }

    /// Leaves nothing half done: leaves the network, and makes unfinished plans due again.
    mutating func callerGone() -> [Effect] {
        var effects = stopLooking() + [.stopTimer]
        for index in turns.indices where turns[index].stage != .ended && turns[index].deadline != nil {
            if turns[index].stage == .restoring(nil) { turns[index].count() }
            let isGood = turns[index].stage == .restoring(nil) && turns[index].plan.choice != .all
            switch turns[index].stage {
            case .settingUp, .running: effects.append(.leave(turns[index].plan.id))
            case .waiting, .calling, .ending, .restoring, .arriving, .ended: break
            }
            turns[index].stage = .ended
            turns[index].memory.state = isGood ? .done : .pending
            effects.append(.remember(turns[index].memory))
        }
        phase = .finished
        return effects + [.finish]
    }

    // MARK: Ends

    /// One accessory is set up and its network left.
    private mutating func settled(_ index: Int, _ now: Duration) -> [Effect] {
        turns[index].count()
        release(now)
        guard turns[index].plan.choice == .all else { return done(index) + step(now) }
        turns[index].stage = .waiting
        turns[index].notBefore = now
        turns[index].failures = 0
        turns[index].memory.attempts = 0
        return step(now)
    }

    private mutating func failed(
        _ index: Int, _ error: AccessoryError, _ target: MACAddress?, _ now: Duration
    ) -> [Effect] {
        release(now)
        turns[index].stage = .waiting
        let isLast = turns[index].memory.attempts >= turns[index].plan.patience.attempts
        guard error.isWorthAnotherAttempt, !isLast else {
            // If one of several fails, the others may still succeed.
            guard turns[index].plan.choice == .all, let target else { return fail(index, error) + step(now) }
            turns[index].refused[target] = error
            turns[index].memory.attempts = 0
            turns[index].notBefore = now
            return step(now)
        }
        sightings[turns[index].plan.id] = nil
        return pause(index, error, now) + step(now)
    }

    /// Waits before the next attempt, longer each time.
    mutating func pause(_ index: Int, _ error: AccessoryError, _ now: Duration) -> [Effect] {
        let patience = turns[index].plan.patience
        let left = (turns[index].deadline ?? now) - now
        var pause = min(patience.longestPause, patience.pause * (1 << min(turns[index].failures, 20)))
        // Leave time for one more search, if there is any.
        pause = min(pause, max(patience.pause, left - patience.searchTime))
        turns[index].failures += 1
        turns[index].notBefore = now + pause
        turns[index].searchEnds = nil
        turns[index].memory.error = error
        // A radio may come until the end.
        guard pause < left || turns[index].waitsForRadio else { return fail(index, error) }
        return [
            .remember(turns[index].memory), .report(turns[index].plan.id, .waiting(retryAfter: pause, error)),
        ]
    }

    mutating func done(_ index: Int) -> [Effect] {
        turns[index].stage = .ended
        turns[index].memory.state = .done
        turns[index].memory.error = nil
        return [.remember(turns[index].memory), .report(turns[index].plan.id, .done)]
    }

    mutating func fail(_ index: Int, _ error: AccessoryError) -> [Effect] {
        turns[index].stage = .ended
        turns[index].memory.state = .failed
        turns[index].memory.error = error
        return [.remember(turns[index].memory), .report(turns[index].plan.id, .failed(error))]
    }

    /// The turn of this plan, if it has the radio.
    private func holder(_ id: Plan.ID) -> Int? {
        guard case .held(id, _) = phase else { return nil }
        return turns.firstIndex { $0.plan.id == id }
    }

    /// The radio is free again. The other plans could not search meanwhile, so they get that time back.
    private mutating func release(_ now: Duration) {
        guard case .held(let id, let since) = phase else { return }
        phase = .idle
        for index in turns.indices where turns[index].plan.id != id && turns[index].stage == .waiting {
            turns[index].deadline = turns[index].deadline.map { $0 + (now - since) }
        }
    }
}

extension AccessoryError {
    /// The next attempt may succeed.
    package var isWorthAnotherAttempt: Bool {
        switch code {
        case .activationFailed, .connectionFailed, .discoveryTimeout, .networkNotFound, .associationRejected,
            .securityChanged, .noAddress, .joinTimedOut, .interrupted, .radioUnavailable, .busy:
            true
        case .invalidated, .invalidRequest, .pickerAlreadyActive, .pickerRestricted, .pickerUnavailable, .userCancelled,
            .userRestricted, .wrongPassphrase, .passphraseMissing, .restoreFailed, .notAuthorized, .unknownApp,
            .unknownAccessory, .notConnected, .attributeFailed, .provisioningFailed:
            false
        }
    }

    /// If false, the error came before a join, and costs no attempt.
    fileprivate var followsAJoin: Bool {
        switch code {
        case .discoveryTimeout, .networkNotFound, .securityChanged, .radioUnavailable, .busy: false
        case .activationFailed, .connectionFailed, .associationRejected, .noAddress, .joinTimedOut, .interrupted,
            .invalidated, .invalidRequest, .pickerAlreadyActive, .pickerRestricted, .pickerUnavailable, .userCancelled,
            .userRestricted, .wrongPassphrase, .passphraseMissing, .restoreFailed, .notAuthorized, .unknownApp,
            .unknownAccessory, .notConnected, .attributeFailed, .provisioningFailed:
            true
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// One run over plans that share the radio, in the order of their files' names. One search serves all due plans, and
/// their accessories are set up one after the other. Every plan comes to an end: done, kept, failed, or skipped.
///
/// The performer of its effects searches, sets up, leaves and stores, and returns the results as events, with the time
/// on a clock of the run's own.
package struct Provisioning: TimedMachine, Sendable, Equatable {
    /// How long a sighting counts, so that a plan whose turn comes then needs no new search.
    package static let freshness: Duration = .seconds(30)
    /// How long after its time limit the runner of a program may still end it.
    package static let grace: Duration = .seconds(30)

    /// One plan at the beginning of a run.
    package struct Entry: Sendable, Equatable {
        package enum Standing: Sendable, Equatable {
            case due
            /// It was done before.
            case done
            /// It cannot run as things are.
            case refused(AccessoryError)
        }

        package var plan: Plan
        package var memory: PlanMemory
        package var standing: Standing

        package init(_ plan: Plan, _ memory: PlanMemory, _ standing: Standing) {
            self.plan = plan
            self.memory = memory
            self.standing = standing
        }
    }

    /// A device or access point that one plan may set up.
    package struct Sighting: Sendable, Hashable {
        package var address: MACAddress
        /// Its accessory, if some app has it.
        package var accessory: Accessory.ID?
        package var signal: Int

        package init(address: MACAddress, accessory: Accessory.ID? = nil, signal: Int) {
            self.address = address
            self.accessory = accessory
            self.signal = signal
        }
    }

    enum Phase: Sendable, Equatable {
        case idle
        case looking
        /// A plan has the radio, since then.
        case held(Plan.ID, since: Duration)
        case finished
    }

    package internal(set) var turns: [Turn]
    var phase = Phase.idle
    /// The time of the search's latest report; nil before the first.
    var heard: Duration?
    var sightings: [Plan.ID: [Sighting]] = [:]
    var hasHeardAll = false

    /// - Parameter entries: in any order; each of another plan.
    package init(_ entries: [Entry]) {
        turns = entries.sorted { $0.plan.fileName < $1.plan.fileName }.map { Turn($0) }
    }

    package var isFinished: Bool { phase == .finished }

    /// An event that comes late, twice, or for a state that is over has no effect.
    package mutating func receive(_ event: Event, at now: Duration) -> [Effect] {
        guard phase != .finished else { return [] }
        switch event {
        case .start: return start(now)
        case .sighted(let sightings, let isComplete, let missing, let refused):
            return sighted(sightings, isComplete, missing, refused, now)
        case .cannotLook(let error): return cannotLook(error, now)
        case .due: return overrun(now) ?? step(now)
        case .radioChanged: return radioChanged(now)
        case .granted(let id, let accessory, let isHeld): return granted(id, accessory, isHeld: isHeld, now)
        case .failed(let id, let error): return setUpFailed(id, error, now)
        case .programEnded(let id, let status, let failure): return programEnded(id, status, failure, now)
        case .notHandedOver(let id, let error): return notHandedOver(id, error, now)
        case .left(let id, let error): return left(id, error, now)
        case .called(let id, let error): return called(id, error, now)
        case .arrived(let id, let error): return arrived(id, error, now)
        case .callerGone: return callerGone()
        }
    }

    // MARK: Looking

    private mutating func start(_ now: Duration) -> [Effect] {
        var effects: [Effect] = []
        for index in turns.indices where turns[index].stage == .waiting && turns[index].deadline == nil {
            let plan = turns[index].plan
            switch turns[index].standing {
            case .done:
                turns[index].stage = .ended
                effects.append(.report(plan.id, .skipped))
            case .refused(let error):
                effects += fail(index, error)
            case .due:
                turns[index].deadline = now + plan.patience.giveUpAfter
                turns[index].memory.state = .running
                effects += [.remember(turns[index].memory), .report(plan.id, .waiting(retryAfter: nil, nil))]
            }
        }
        return effects + step(now)
    }

    private mutating func sighted(
        _ sightings: [Plan.ID: [Sighting]], _ isComplete: Bool, _ missing: [Plan.ID: String],
        _ refused: [Plan.ID: AccessoryError], _ now: Duration
    ) -> [Effect] {
        guard phase == .looking else { return [] }
        self.sightings = sightings
        for index in turns.indices {
            turns[index].missing = missing[turns[index].plan.id]
            turns[index].refusal = refused[turns[index].plan.id]
        }
        hasHeardAll = isComplete
        heard = now
        return step(now)
    }

    private mutating func cannotLook(_ error: AccessoryError, _ now: Duration) -> [Effect] {
        guard phase == .looking else { return [] }
        phase = .idle
        var effects: [Effect] = [.stopLooking]
        for index in turns.indices where turns[index].searchEnds != nil {
            turns[index].waitsForRadio = true
            effects += pause(index, error, now)
        }
        return effects + step(now)
    }

    private mutating func radioChanged(_ now: Duration) -> [Effect] {
        var isNews = false
        for index in turns.indices where turns[index].stage == .waiting && turns[index].waitsForRadio {
            turns[index].waitsForRadio = false
            turns[index].failures = 0
            turns[index].notBefore = now
            isNews = true
        }
        return isNews ? step(now) : []
    }

    /// Continues with the first plan whose turn it is, else with a search for those that wait.
    mutating func step(_ now: Duration) -> [Effect] {
        switch phase {
        case .held, .finished: return []
        case .idle, .looking: break
        }
        var effects: [Effect] = []
        for index in turns.indices where turns[index].stage == .waiting {
            if let deadline = turns[index].deadline, deadline <= now {
                effects += fail(index, turns[index].memory.error ?? turns[index].notFound)
            } else if turns[index].notBefore <= now, turns[index].searchEnds == nil, turns[index].plan.label == nil {
                turns[index].searchEnds = now + turns[index].plan.patience.searchTime
            }
        }
        for index in turns.indices where turns[index].stage == .waiting && turns[index].notBefore <= now {
            if turns[index].plan.label != nil { return effects + stopLooking() + call(index, now) }
            switch aim(turns[index], now) {
            case .none: break
            case .at(let target): return effects + stopLooking() + setUp(index, target, now)
            case .nothingLeft:
                let error = turns[index].refused.sorted { $0.key.description < $1.key.description }.first?.value
                effects += error.map { fail(index, $0) } ?? done(index)
            }
        }
        for index in turns.indices {
            guard turns[index].stage == .waiting, let end = turns[index].searchEnds, end <= now else { continue }
            effects += pause(index, turns[index].notFound, now)
        }
        return effects + wait(now)
    }

    /// Searches for the plans that want it, and sets the timer for the next step without news.
    private mutating func wait(_ now: Duration) -> [Effect] {
        let waiting = turns.filter { $0.stage == .waiting }
        guard !waiting.isEmpty else {
            let effects = stopLooking()
            phase = .finished
            return effects + [.stopTimer, .finish]
        }
        var effects: [Effect] = []
        if !waiting.contains(where: { $0.searchEnds != nil }) {
            effects += stopLooking()
        } else if phase == .idle {
            phase = .looking
            heard = nil
            effects.append(.look(for: waiting.filter { $0.plan.label == nil }.map(\.plan.id)))
        }
        let times = waiting.flatMap { [$0.deadline, $0.searchEnds, $0.notBefore > now ? $0.notBefore : nil] }
        if let next = times.compactMap({ $0 }).min() { effects.append(.startTimer(max(.zero, next - now))) }
        return effects
    }

    mutating func stopLooking() -> [Effect] {
        guard phase == .looking else { return [] }
        phase = .idle
        for index in turns.indices { turns[index].searchEnds = nil }
        return [.stopLooking]
    }

    private enum Aim {
        case none
        /// Nil if the set-up chooses by the plan's rule.
        case at(MACAddress?)
        case nothingLeft
    }

    private func aim(_ turn: Turn, _ now: Duration) -> Aim {
        guard let heard, now - heard <= Self.freshness else { return .none }
        guard let descriptor = turn.plan.descriptor, hasHeardAll || !turn.plan.choice.needsAll(of: descriptor) else {
            return .none
        }
        guard let seen = sightings[turn.plan.id]?.filter({ turn.plan.choice.allows($0.address) }) else { return .none }
        guard !seen.isEmpty else { return turn.hasSetUpAll(seen) ? .nothingLeft : .none }
        guard turn.plan.choice == .all else { return .at(nil) }
        let open = seen.filter { !turn.isSettled($0) }
        let next = open.max { ($0.signal, $1.address.description) < ($1.signal, $0.address.description) }
        return next.map { .at($0.address) } ?? .nothingLeft
    }
}

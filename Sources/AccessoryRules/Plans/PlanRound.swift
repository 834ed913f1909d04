// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// One run over plans that share the radio, in the order of their files' names. One search serves all due plans, and
/// their accessories are set up one after the other. Every plan comes to an end: done, kept, failed, or skipped.
///
/// The performer of its effects searches, sets up, leaves and stores, and returns the results as events, with the time
/// on a clock of the run's own.
package struct PlanRound: TimedMachine, Sendable, Equatable {
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

    private enum Phase: Sendable, Equatable {
        case idle
        case looking
        /// A plan has the radio, since then.
        case held(Plan.ID, since: Duration)
        case finished
    }

    package internal(set) var turns: [PlanTurn]
    private var phase = Phase.idle
    /// The time of the search's latest report; nil before the first.
    private var heard: Duration?
    private var sightings: [Plan.ID: [Sighting]] = [:]
    private var hasHeardAll = false

    /// - Parameter entries: in any order; each of another plan.
    package init(_ entries: [Entry]) {
        turns = entries.sorted { $0.plan.fileName < $1.plan.fileName }.map { PlanTurn($0) }
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
        case .of(let id, let event): return pass(event, to: id, now)
        case .callerGone: return callerGone()
        }
    }

    // MARK: Looking

    private mutating func start(_ now: Duration) -> [Effect] {
        var effects: [Effect] = []
        for index in turns.indices where turns[index].stage == .waiting && turns[index].deadline == nil {
            effects += turns[index].begin(now)
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
            effects += turns[index].pauseWithoutRadio(error, now)
        }
        return effects + step(now)
    }

    private mutating func radioChanged(_ now: Duration) -> [Effect] {
        var isNews = false
        for index in turns.indices where turns[index].radioChanged(now) { isNews = true }
        return isNews ? step(now) : []
    }

    /// Continues with the first plan whose turn it is, else with a search for those that wait.
    private mutating func step(_ now: Duration) -> [Effect] {
        switch phase {
        case .held, .finished: return []
        case .idle, .looking: break
        }
        var effects: [Effect] = []
        for index in turns.indices where turns[index].stage == .waiting {
            if let deadline = turns[index].deadline, deadline <= now {
                effects += turns[index].fail(turns[index].memory.error ?? turns[index].notFound)
            } else if turns[index].notBefore <= now, turns[index].searchEnds == nil, turns[index].plan.label == nil {
                turns[index].searchEnds = now + turns[index].plan.patience.searchTime
            }
        }
        for index in turns.indices where turns[index].stage == .waiting && turns[index].notBefore <= now {
            if turns[index].plan.label != nil {
                let looked = stopLooking()
                // The others begin their searches later.
                for other in turns.indices { turns[other].searchEnds = nil }
                return effects + looked + hold(index, now) { $0.call(now) }
            }
            switch aim(turns[index], now) {
            case .none: break
            case .at(let target): return effects + stopLooking() + hold(index, now) { $0.setUp(target) }
            case .nothingLeft:
                let error = turns[index].refused.sorted { $0.key.description < $1.key.description }.first?.value
                effects += error.map { turns[index].fail($0) } ?? turns[index].done()
            }
        }
        for index in turns.indices {
            guard turns[index].stage == .waiting, let end = turns[index].searchEnds, end <= now else { continue }
            effects += turns[index].pause(turns[index].notFound, now)
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

    private mutating func stopLooking() -> [Effect] {
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

    private func aim(_ turn: PlanTurn, _ now: Duration) -> Aim {
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

    // MARK: The radio

    private mutating func hold(_ index: Int, _ now: Duration, _ begin: (inout PlanTurn) -> [Effect]) -> [Effect] {
        phase = .held(turns[index].plan.id, since: now)
        return begin(&turns[index])
    }

    /// Only the plan that has the radio has news.
    private mutating func pass(_ event: PlanTurn.Event, to id: Plan.ID, _ now: Duration) -> [Effect] {
        guard case .held(id, let since) = phase, let index = turns.firstIndex(where: { $0.plan.id == id }) else {
            return []
        }
        let effects = turns[index].receive(event, at: now)
        guard !turns[index].hasRadio else { return effects }
        if turns[index].stage == .waiting, turns[index].notBefore > now { sightings[id] = nil }
        phase = .idle
        // The other plans could not search meanwhile, so they get that time back.
        for other in turns.indices where other != index && turns[other].stage == .waiting {
            turns[other].deadline = turns[other].deadline.map { $0 + (now - since) }
        }
        return effects + step(now)
    }

    /// Ends a program whose runner does not end it in time. Nil if there is nothing to end.
    private mutating func overrun(_ now: Duration) -> [Effect]? {
        guard case .held(let id, _) = phase else { return nil }
        let effects = pass(.overran, to: id, now)
        return effects.isEmpty ? nil : effects
    }

    private mutating func callerGone() -> [Effect] {
        var effects = stopLooking() + [.stopTimer]
        for index in turns.indices { effects += turns[index].callerGone() }
        phase = .finished
        return effects + [.finish]
    }
}

// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessoryRules

/// The properties of a round that hold for all events in any order.
struct PlanRoundPromiseTests {
    /// Performs a round, and records which events may come.
    private struct Walk {
        var round: PlanRound
        var now: Duration = .zero
        /// The plan that has the radio, and whether it is joined by now.
        var holders: [Plan.ID: Bool] = [:]
        var ended: [Plan.ID: PlanMemory.State] = [:]
        var remembered: [Plan.ID: PlanMemory.State] = [:]
        var attempts: [Plan.ID: Int] = [:]
        var isLooking = false
        var broken: [String] = []

        mutating func take(_ event: PlanRound.Event) {
            switch event {
            // Follows the radio. An event that does not match its state changes nothing.
            case .of(let id, .left), .of(let id, .walked): if holders[id] == true { holders[id] = nil }
            case .of(let id, .failed): if holders[id] == false { holders[id] = nil }
            case .of(let id, .granted(_, let isHeld)): if holders[id] == false { holders[id] = isHeld ? true : nil }
            case .start, .sighted, .cannotLook, .due, .radioChanged, .of, .callerGone:
                break
            }
            let wasFinished = round.isFinished
            for effect in round.receive(event, at: now) {
                if wasFinished { broken.append("\(effect.line) after the end") }
                note(effect)
            }
        }

        private mutating func note(_ effect: PlanRound.Effect) {
            switch effect {
            case .look(let plans):
                if !holders.isEmpty { broken.append("looks while \(holders) has the radio") }
                if isLooking { broken.append("looks twice at once") }
                if plans.contains(where: { ended[$0] != nil }) { broken.append("looks for what is over") }
                isLooking = true
            case .stopLooking: isLooking = false
            case .setUp(let plan, _, _):
                if !holders.isEmpty { broken.append("\(plan) is set up while \(holders) has the radio") }
                if isLooking { broken.append("\(plan) is set up while it looks") }
                if ended[plan] != nil { broken.append("\(plan) is set up after its end") }
                // Before the next one begins it is written what became of the one before.
                for (id, state) in ended where remembered[id] != state { broken.append("\(id) is not written") }
                holders[plan] = false
            case .keep(let plan): holders[plan] = nil
            case .remember(let memory):
                remembered[memory.id] = memory.state
                attempts[memory.id] = memory.attempts
            case .report(let plan, let report):
                let state: PlanMemory.State? =
                    switch report {
                    case .done: .done
                    case .kept: .kept
                    case .failed: .failed
                    case .waiting, .trying, .skipped: nil
                    }
                guard let state else { break }
                if ended[plan] != nil { broken.append("\(plan) ends twice") }
                if remembered[plan] != state { broken.append("\(plan) is reported before it is written") }
                ended[plan] = state
            case .startTimer, .stopTimer, .walk, .runProgram, .leave, .finish: break
            }
        }
    }

    private static func plans(_ random: inout Numbers) throws -> [PlanRound.Entry] {
        try ["a", "b", "c"].prefix(Int.random(in: 1...3, using: &random)).map { id in
            var changes: [String: [String: String]] = [:]
            switch Int.random(in: 0..<5, using: &random) {
            case 0: changes["Plan"] = ["Choose": "all"]
            case 1: changes["Plan"] = ["Afterwards": "keep"]
            case 2: changes = ["Plan": ["Afterwards": "run"], "Program": ["Command": "/bin/a"]]
            case 3: changes["Plan"] = ["Choose": "02:00:00:00:00:01"]
            case _: break
            }
            return try RoundSamples.entry(id, changes)
        }
    }

    private static func event(_ walk: Walk, _ random: inout Numbers) -> PlanRound.Event {
        let ids = walk.round.turns.map(\.plan.id)
        let id = walk.holders.keys.first ?? ids.randomElement(using: &random) ?? "a"
        let codes = AccessoryError.Code.allCases
        let error = AccessoryError(codes.randomElement(using: &random) ?? .busy, "random")
        switch Int.random(in: 0..<10, using: &random) {
        case 0, 1, 2:
            var sightings: [Plan.ID: [PlanRound.Sighting]] = [:]
            for id in ids {
                sightings[id] = (1...3).filter { _ in Bool.random(using: &random) }.map { RoundSamples.sighting($0) }
            }
            return .sighted(sightings, isComplete: Bool.random(using: &random))
        case 3: return .cannotLook(error)
        case 4: return .radioChanged
        case 5: return .granted(id, "x", isHeld: Bool.random(using: &random))
        case 6: return .failed(id, error)
        case 7: return .programEnded(id, status: Int.random(in: 0...1, using: &random), failure: nil)
        case 8: return .left(id, Bool.random(using: &random) ? nil : error)
        case _: return .due
        }
    }

    /// A next event without a failure.
    private static func next(_ walk: Walk, _ random: inout Numbers) -> PlanRound.Event {
        guard let (id, isJoined) = walk.holders.first else {
            guard Bool.random(using: &random) else { return .due }
            let all = walk.round.turns.map { ($0.plan.id, (1...3).map { RoundSamples.sighting($0) }) }
            return .sighted(Dictionary(uniqueKeysWithValues: all), isComplete: true)
        }
        guard isJoined else { return .granted(id, "x", isHeld: true) }
        return Bool.random(using: &random) ? .programEnded(id, status: 0, failure: nil) : .left(id, nil)
    }

    @Test func keepsItsPromisesWhateverComes() throws {
        var random = Numbers(seed: 6)
        var states: [PlanMemory.State: Int] = [:]
        for _ in 0..<3000 {
            var walk = Walk(round: PlanRound(try Self.plans(&random)))
            walk.take(.start)
            for _ in 0..<Int.random(in: 0...60, using: &random) where !walk.round.isFinished {
                walk.now += .seconds(Int.random(in: 0...20, using: &random))
                // Every second event is of the kind that leads on, so that the walk comes far.
                walk.take(Bool.random(using: &random) ? Self.event(walk, &random) : Self.next(walk, &random))
            }
            if Bool.random(using: &random) {
                let holders = walk.holders.keys
                walk.take(.callerGone)
                #expect(walk.round.isFinished && !walk.isLooking)
                let running = walk.remembered.filter { $0.value == .running }
                #expect(running.isEmpty && holders.allSatisfy { walk.remembered[$0] != .running })
            } else {
                // Time passes, and what holds the radio lets go: every plan ends.
                for _ in 0..<200 where !walk.round.isFinished {
                    walk.now += .seconds(60)
                    for (id, isJoined) in walk.holders {
                        walk.take(isJoined ? .left(id, nil) : .failed(id, AccessoryError(.noAddress, "none")))
                    }
                    walk.take(.due)
                }
                #expect(walk.round.isFinished && walk.ended.count == walk.round.turns.count)
            }
            #expect(walk.broken == [])
            for turn in walk.round.turns { #expect(turn.memory.attempts <= turn.plan.patience.attempts) }
            for state in walk.remembered.values { states[state, default: 0] += 1 }
        }
        // The walks came far enough to prove something.
        for state in [PlanMemory.State.pending, .done, .kept, .failed] { #expect(states[state] ?? 0 > 50) }
    }
}

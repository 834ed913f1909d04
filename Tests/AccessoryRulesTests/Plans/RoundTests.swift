// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessoryRules

/// One event at one second of a round, with all effects that must follow.
struct Step {
    let at: Int
    let event: PlanRound.Event
    let effects: [String]

    init(_ at: Int, _ event: PlanRound.Event, _ effects: [String]) {
        self.at = at
        self.event = event
        self.effects = effects
    }
}

/// Tests that follow rounds, line by line: what happens at which second, and what is done for it.
protocol RoundTests {}

extension RoundTests {
    func follow(_ round: PlanRound, _ steps: [Step]) -> PlanRound {
        var round = round
        for step in steps {
            let effects = round.receive(step.event, at: .seconds(step.at))
            #expect(effects.map(\.line) == step.effects, "at \(step.at) s: \(step.event)")
        }
        return round
    }

    static var refused: AccessoryError { AccessoryError(.associationRejected, "no") }
    static var wrong: AccessoryError { AccessoryError(.wrongPassphrase, "no") }
    static var away: AccessoryError { AccessoryError(.radioUnavailable, "away") }
    static var stranded: AccessoryError { AccessoryError(.restoreFailed, "stranded") }

    static func heard(_ sightings: [Plan.ID: [Int]], isComplete: Bool = true) -> PlanRound.Event {
        .sighted(sightings.mapValues { $0.map { RoundSamples.sighting($0) } }, isComplete: isComplete)
    }

    static var begins: [String] { ["remember a running", "report a waiting", "look for a", "timer 30"] }
    static var found: [String] {
        ["stop looking", "stop timer", "remember a running", "report a trying 1", "set up a, 1"]
    }
}

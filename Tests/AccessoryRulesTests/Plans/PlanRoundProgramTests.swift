// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessoryRules

/// Plans that hand over to a program.
struct PlanRoundProgramTests: RoundTests {
    @Test func handsOverToTheProgramForAsLongAsItRuns() throws {
        let program = ["Plan": ["Afterwards": "run"], "Program": ["Command": "/bin/a", "SuccessStatus": "0;7"]]
        let steps = [
            Step(0, .start, Self.begins), Step(2, Self.heard(["a": [1]]), Self.found),
            Step(3, .granted("a", "one", isHeld: true), ["remember a running", "run a, 1"]),
        ]
        let running = follow(PlanRound([try RoundSamples.entry("a", program)]), steps)
        _ = follow(
            running,
            [
                Step(9999, .programEnded("a", status: 7, failure: nil), ["leave a"]),
                Step(9999, .left("a", nil), ["remember a done", "report a done", "stop timer", "finish"]),
            ])
        let fails = ["remember a running", "report a waiting 5 ActivationFailed", "timer 5"]
        _ = follow(
            running,
            [
                Step(9999, .programEnded("a", status: 1, failure: nil), ["leave a"]),
                Step(9999, .left("a", nil), fails),
            ])
        _ = follow(
            running,
            [
                Step(9, .programEnded("a", status: 0, failure: "took too long"), ["leave a"]),
                Step(9, .left("a", nil), fails),
            ])
        _ = follow(
            running,
            [
                Step(
                    9, .left("a", AccessoryError(.connectionFailed, "lost")),
                    ["remember a running", "report a waiting 5 ConnectionFailed", "timer 5"]),
                Step(9, .programEnded("a", status: 0, failure: nil), []),
            ])
    }

    @Test func doesNotWaitForEverForTheEndOfAProgram() throws {
        let program = ["Plan": ["Afterwards": "run"], "Program": ["Command": "/bin/a", "TimeLimit": "1min"]]
        _ = follow(
            PlanRound([try RoundSamples.entry("a", program)]),
            [
                Step(0, .start, Self.begins), Step(2, Self.heard(["a": [1]]), Self.found),
                Step(
                    3, .granted("a", "one", isHeld: true), ["remember a running", "run a, 1", "timer 90"]),
                Step(92, .due, []), Step(93, .due, ["leave a"]),
                Step(
                    95, .left("a", nil), ["remember a running", "report a waiting 5 ActivationFailed", "timer 5"]),
            ])
    }

    @Test func aProgramsTimeIsNotTakenFromTheOthers() throws {
        let program = ["Plan": ["Afterwards": "run"], "Program": ["Command": "/bin/a"]]
        var round = PlanRound([try RoundSamples.entry("a", program), try RoundSamples.entry("b")])
        for (event, time) in [
            (.start, 0), (Self.heard(["a": [1], "b": []]), 2), (.granted("a", "one", isHeld: true), 3),
            (.programEnded("a", status: 0, failure: nil), 9999), (.left("a", nil), 10000),
        ] as [(PlanRound.Event, Int)] { _ = round.receive(event, at: .seconds(time)) }
        #expect(round.turns[1].stage == .waiting && round.turns[1].deadline == .seconds(300 + 9998))
    }
}

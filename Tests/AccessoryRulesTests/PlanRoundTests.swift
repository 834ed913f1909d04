// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessoryRules

/// Runs over plans, line by line: what happens at which second, and what is done for it.
struct PlanRoundTests {
    /// One event at one second, with all that is to follow.
    private struct Step {
        let at: Int
        let event: PlanRound.Event
        let effects: [String]

        init(_ at: Int, _ event: PlanRound.Event, _ effects: [String]) {
            self.at = at
            self.event = event
            self.effects = effects
        }
    }

    private func follow(_ round: PlanRound, _ steps: [Step]) -> PlanRound {
        var round = round
        for step in steps {
            let effects = round.receive(step.event, at: .seconds(step.at))
            #expect(effects.map(\.line) == step.effects, "at \(step.at) s: \(step.event)")
        }
        return round
    }

    private static let refused = AccessoryError(.associationRejected, "no")
    private static let wrong = AccessoryError(.wrongPassphrase, "no")
    private static let away = AccessoryError(.radioUnavailable, "away")
    private static let stranded = AccessoryError(.restoreFailed, "stranded")

    private static func heard(_ sightings: [Plan.ID: [Int]], isComplete: Bool = true) -> PlanRound.Event {
        .sighted(sightings.mapValues { $0.map { RoundSamples.sighting($0) } }, isComplete: isComplete)
    }

    private static let begins = ["remember a running", "tell a waiting", "look for a", "timer 30"]
    private static let found = ["stop looking", "stop timer", "remember a running", "tell a trying 1", "set up a, 1"]

    @Test func setsUpWhatIsThereAndBringsTheUplinkBack() throws {
        let round = follow(
            PlanRound([try RoundSamples.entry("a")]),
            [
                Step(0, .start, Self.begins), Step(1, Self.heard(["a": [1]], isComplete: false), ["timer 29"]),
                Step(2, Self.heard(["a": [1]]), Self.found),
                Step(5, .granted("a", "one", isHeld: true), ["remember a running", "tell a restoring", "leave a"]),
                Step(8, .left("a", nil), ["remember a done", "tell a done", "stop timer", "finish"]),
            ])
        #expect(round.turns[0].memory.accessories == ["one"] && round.isFinished)
    }

    @Test func looksOnceForAllAndSetsThemUpInOrder() throws {
        _ = follow(
            PlanRound([try RoundSamples.entry("b"), try RoundSamples.entry("a")]),
            [
                Step(
                    0, .start,
                    [
                        "remember a running", "tell a waiting", "remember b running", "tell b waiting", "look for a b",
                        "timer 30",
                    ]),
                Step(2, Self.heard(["a": [1], "b": [2]]), Self.found),
                Step(5, .granted("a", "one", isHeld: true), ["remember a running", "tell a restoring", "leave a"]),
                Step(
                    8, .left("a", nil),
                    [
                        "remember a done", "tell a done", "stop timer", "remember b running", "tell b trying 1",
                        "set up b, 1",
                    ]),
                Step(
                    9, .granted("b", "two", isHeld: false),
                    ["remember b running", "remember b done", "tell b done"]
                        + ["stop timer", "finish"]),
            ])
    }

    @Test func looksAgainForWhatWasHeardTooLongAgo() throws {
        _ = follow(
            PlanRound([try RoundSamples.entry("a"), try RoundSamples.entry("b")]),
            [
                Step(
                    0, .start,
                    ["remember a running", "tell a waiting", "remember b running", "tell b waiting", "look for a b"]
                        + ["timer 30"]),
                Step(2, Self.heard(["a": [1], "b": [2]]), Self.found),
                Step(30, .granted("a", "one", isHeld: true), ["remember a running", "tell a restoring", "leave a"]),
                Step(40, .left("a", nil), ["remember a done", "tell a done", "look for b", "timer 30"]),
            ])
    }

    @Test func setsUpWhatIsThereWhileItLooksForTheRest() throws {
        _ = follow(
            PlanRound([try RoundSamples.entry("a"), try RoundSamples.entry("b")]),
            [
                Step(
                    0, .start,
                    ["remember a running", "tell a waiting", "remember b running", "tell b waiting", "look for a b"]
                        + ["timer 30"]),
                Step(
                    2, Self.heard(["a": [], "b": [2]]),
                    ["stop looking", "stop timer", "remember b running", "tell b trying 1", "set up b, 1"]),
                Step(5, .granted("b", "two", isHeld: true), ["remember b running", "tell b restoring", "leave b"]),
                Step(8, .left("b", nil), ["remember b done", "tell b done", "look for a", "timer 30"]),
            ])
    }

    @Test func looksAgainAndAgainForWhatIsNotThereUntilItGivesUp() throws {
        let missing = "DiscoveryTimeout"
        let round = follow(
            PlanRound([try RoundSamples.entry("a", ["Attempts": ["GiveUpAfter": "2min"]])]),
            [
                Step(0, .start, Self.begins), Step(29, .due, ["timer 1"]),
                Step(
                    30, .due,
                    ["remember a running", "tell a waiting 5 \(missing)", "stop looking", "timer 5"]),
                Step(35, .due, ["look for a", "timer 30"]),
                Step(
                    65, .due, ["remember a running", "tell a waiting 10 \(missing)", "stop looking", "timer 10"]),
                Step(75, .due, ["look for a", "timer 30"]),
                // There is time for no more than one whole look.
                Step(105, .due, ["remember a running", "tell a waiting 5 \(missing)", "stop looking", "timer 5"]),
                Step(110, .due, ["look for a", "timer 10"]),
                Step(
                    120, .due,
                    ["remember a failed", "tell a failed \(missing)", "stop looking", "stop timer", "finish"]),
            ])
        #expect(round.turns[0].memory.attempts == 0)
    }

    @Test func triesAgainLaterEachTimeAndNotForEver() throws {
        let fails = ["remember a failed", "tell a failed AssociationRejected", "stop timer", "finish"]
        let again = ["stop looking", "stop timer", "remember a running", "tell a trying 2", "set up a, 2"]
        let last = ["stop looking", "stop timer", "remember a running", "tell a trying 3", "set up a, 3"]
        _ = follow(
            PlanRound([try RoundSamples.entry("a")]),
            [
                Step(0, .start, Self.begins), Step(2, Self.heard(["a": [1]]), Self.found),
                Step(
                    3, .failed("a", Self.refused),
                    ["remember a running", "tell a waiting 5 AssociationRejected", "timer 5"]),
                Step(8, .due, ["look for a", "timer 30"]), Step(9, Self.heard(["a": [1]]), again),
                Step(
                    10, .failed("a", Self.refused),
                    ["remember a running", "tell a waiting 10 AssociationRejected", "timer 10"]),
                Step(20, .due, ["look for a", "timer 30"]), Step(21, Self.heard(["a": [1]]), last),
                Step(22, .failed("a", Self.refused), fails),
            ])
    }

    @Test func doesNotTryAgainWhatWillNotWork() throws {
        _ = follow(
            PlanRound([try RoundSamples.entry("a")]),
            [
                Step(0, .start, Self.begins), Step(2, Self.heard(["a": [1]]), Self.found),
                Step(
                    3, .failed("a", Self.wrong),
                    ["remember a failed", "tell a failed WrongPassphrase", "stop timer", "finish"]),
            ])
    }

    @Test func triesTheOthersWhileOneWaits() throws {
        _ = follow(
            PlanRound([try RoundSamples.entry("a"), try RoundSamples.entry("b")]),
            [
                Step(
                    0, .start,
                    ["remember a running", "tell a waiting", "remember b running", "tell b waiting", "look for a b"]
                        + ["timer 30"]),
                Step(2, Self.heard(["a": [1], "b": [2]]), Self.found),
                Step(
                    3, .failed("a", Self.refused),
                    [
                        "remember a running", "tell a waiting 5 AssociationRejected", "stop timer",
                        "remember b running", "tell b trying 1", "set up b, 1",
                    ]),
                Step(4, .granted("b", "two", isHeld: true), ["remember b running", "tell b restoring", "leave b"]),
                // The pause is over by then.
                Step(9, .left("b", nil), ["remember b done", "tell b done", "look for a", "timer 30"]),
            ])
    }

    @Test func waitsForTheRadioAndUsesItAtOnce() throws {
        let round = follow(
            PlanRound([try RoundSamples.entry("a")]),
            [
                Step(0, .start, Self.begins),
                Step(
                    1, .cannotLook(Self.away),
                    ["stop looking", "remember a running", "tell a waiting 5 RadioUnavailable", "timer 5"]),
                Step(2, .radioChanged, ["look for a", "timer 30"]),
                Step(
                    2, .cannotLook(Self.away),
                    ["stop looking", "remember a running", "tell a waiting 5 RadioUnavailable", "timer 5"]),
                Step(4, .radioChanged, ["look for a", "timer 30"]), Step(4, .radioChanged, []),
                Step(5, Self.heard(["a": [1]]), Self.found),
                Step(
                    6, .failed("a", AccessoryError(.busy, "taken")),
                    ["remember a running", "tell a waiting 5 Busy", "timer 5"]),
            ])
        #expect(round.turns[0].memory.attempts == 0)
    }

    @Test func givesUpWhereNoRadioComes() throws {
        var round = PlanRound([try RoundSamples.entry("a")])
        _ = round.receive(.start, at: .zero)
        var now = 0
        var last: [String] = []
        while !round.isFinished, now < 1000 {
            now += 1
            last = round.receive(now % 2 == 1 ? .due : .cannotLook(Self.away), at: .seconds(now)).map(\.line)
        }
        #expect(last.contains("tell a failed RadioUnavailable") && now == 300)
    }

    @Test func handsOverToTheProgramForAsLongAsItRuns() throws {
        let program = ["Plan": ["Afterwards": "run"], "Program": ["Command": "/bin/a", "SuccessStatus": "0;7"]]
        let steps = [
            Step(0, .start, Self.begins), Step(2, Self.heard(["a": [1]]), Self.found),
            Step(3, .granted("a", "one", isHeld: true), ["remember a running", "hand over a, 1"]),
        ]
        let running = follow(PlanRound([try RoundSamples.entry("a", program)]), steps)
        _ = follow(
            running,
            [
                Step(9999, .programEnded("a", status: 7, failure: nil), ["tell a restoring", "leave a"]),
                Step(9999, .left("a", nil), ["remember a done", "tell a done", "stop timer", "finish"]),
            ])
        let fails = ["remember a running", "tell a waiting 5 ActivationFailed", "timer 5"]
        _ = follow(
            running,
            [
                Step(9999, .programEnded("a", status: 1, failure: nil), ["tell a restoring", "leave a"]),
                Step(9999, .left("a", nil), fails),
            ])
        _ = follow(
            running,
            [
                Step(9, .programEnded("a", status: 0, failure: "took too long"), ["tell a restoring", "leave a"]),
                Step(9, .left("a", nil), fails),
            ])
        _ = follow(
            running,
            [
                Step(
                    9, .left("a", AccessoryError(.connectionFailed, "lost")),
                    ["remember a running", "tell a waiting 5 ConnectionFailed", "timer 5"]),
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
                    3, .granted("a", "one", isHeld: true), ["remember a running", "hand over a, 1", "timer 90"]),
                Step(92, .due, []), Step(93, .due, ["tell a restoring", "leave a"]),
                Step(
                    95, .left("a", nil), ["remember a running", "tell a waiting 5 ActivationFailed", "timer 5"]),
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

    @Test func keepsWhatIsToBeKept() throws {
        _ = follow(
            PlanRound([try RoundSamples.entry("a", ["Plan": ["Afterwards": "keep"]])]),
            [
                Step(0, .start, Self.begins), Step(2, Self.heard(["a": [1]]), Self.found),
                Step(
                    3, .granted("a", "one", isHeld: true),
                    ["remember a kept", "keep a", "tell a kept", "stop timer", "finish"]),
            ])
    }

    @Test func anUplinkThatStaysAwayIsAFailure() throws {
        _ = follow(
            PlanRound([try RoundSamples.entry("a")]),
            [
                Step(0, .start, Self.begins), Step(2, Self.heard(["a": [1]]), Self.found),
                Step(3, .granted("a", "one", isHeld: true), ["remember a running", "tell a restoring", "leave a"]),
                Step(
                    8, .left("a", Self.stranded),
                    ["remember a failed", "tell a failed RestoreFailed", "stop timer", "finish"]),
            ])
    }

    // MARK: Choices

    @Test func needsNoCompleteLookForTheAccessPointThatIsNamed() throws {
        _ = follow(
            PlanRound([try RoundSamples.entry("a", ["Plan": ["Choose": "02:00:00:00:00:02"]])]),
            [
                Step(0, .start, Self.begins), Step(1, Self.heard(["a": [1]]), ["timer 29"]),
                Step(2, Self.heard(["a": [1, 2]], isComplete: false), Self.found),
            ])
    }

    @Test(arguments: ["only", "strongest"])
    func takesTheNetworkThatItsSSIDNamesAsSoonAsItIsHeard(choose: String) throws {
        let exact = ["Plan": ["Choose": choose], "Accessory": ["SSID": "MyCam-1"]]
        let heard = Self.heard(["a": [1]], isComplete: false)
        _ = follow(
            PlanRound([try RoundSamples.entry("a", exact)]), [Step(0, .start, Self.begins), Step(1, heard, Self.found)])
        let all = exact.merging(["Plan": ["Choose": "all"]]) { $1 }
        _ = follow(
            PlanRound([try RoundSamples.entry("a", all)]), [Step(0, .start, Self.begins), Step(1, heard, ["timer 29"])])
    }

    @Test func setsUpAllOfThemTheStrongestFirst() throws {
        let round = follow(
            PlanRound([try RoundSamples.entry("a", ["Plan": ["Choose": "all"]])]),
            [
                Step(0, .start, Self.begins),
                Step(
                    2, Self.heard(["a": [1, 3, 2]]),
                    Self.found.dropLast() + ["set up a at 02:00:00:00:00:03, 1"]),
                Step(3, .granted("a", "three", isHeld: true), ["remember a running", "tell a restoring", "leave a"]),
                Step(
                    4, .left("a", nil),
                    ["stop timer", "remember a running", "tell a trying 1", "set up a at 02:00:00:00:00:02, 1"]),
                // One that refuses says nothing of the others.
                Step(
                    5, .failed("a", Self.wrong),
                    ["stop timer", "remember a running", "tell a trying 1", "set up a at 02:00:00:00:00:01, 1"]),
                Step(6, .granted("a", "one", isHeld: true), ["remember a running", "tell a restoring", "leave a"]),
                Step(
                    7, .left("a", nil), ["remember a failed", "tell a failed WrongPassphrase", "stop timer", "finish"]),
            ])
        #expect(round.turns[0].memory.accessories == ["three", "one"])
    }

    @Test func ofAllThoseThatAnInterruptedRunHasSetUpAreDone() throws {
        var entry = try RoundSamples.entry("a", ["Plan": ["Choose": "all"]])
        entry.memory.accessories = ["accessory 1"]
        _ = follow(
            PlanRound([entry]),
            [
                Step(0, .start, Self.begins),
                Step(
                    2, Self.heard(["a": [1, 2]]), Self.found.dropLast() + ["set up a at 02:00:00:00:00:02, 1"]),
                Step(
                    3, .failed("a", Self.refused),
                    ["remember a running", "tell a waiting 5 AssociationRejected", "timer 5"]),
                Step(8, .due, ["look for a", "timer 30"]),
                Step(
                    9, Self.heard(["a": [1]]),
                    ["remember a done", "tell a done", "stop looking", "stop timer", "finish"]),
            ])
    }

    @Test func ofAllThoseCountWhoseProgramHasEndedWell() throws {
        let running = ["remember a running", "hand over a, 1"]
        let round = follow(
            PlanRound([
                try RoundSamples.entry(
                    "a", ["Plan": ["Choose": "all", "Afterwards": "run"], "Program": ["Command": "/bin/x"]])
            ]),
            [
                Step(0, .start, Self.begins),
                Step(2, Self.heard(["a": [1]]), Self.found.dropLast() + ["set up a at 02:00:00:00:00:01, 1"]),
                Step(3, .granted("a", "accessory 1", isHeld: true), running),
                Step(4, .programEnded("a", status: 1, failure: nil), ["tell a restoring", "leave a"]),
                Step(
                    5, .left("a", nil), ["remember a running", "tell a waiting 5 ActivationFailed", "timer 5"]),
                Step(10, .due, ["look for a", "timer 30"]),
                Step(
                    11, Self.heard(["a": [1]]),
                    [
                        "stop looking", "stop timer", "remember a running", "tell a trying 2",
                        "set up a at 02:00:00:00:00:01, 2",
                    ]),
                Step(12, .granted("a", "accessory 1", isHeld: true), ["remember a running", "hand over a, 2"]),
                Step(13, .programEnded("a", status: 0, failure: nil), ["tell a restoring", "leave a"]),
                Step(14, .left("a", nil), ["remember a done", "tell a done", "stop timer", "finish"]),
            ])
        #expect(round.turns[0].memory.accessories == ["accessory 1"])
    }

    // MARK: Beginnings and ends

    @Test func skipsWhatIsDoneAndFailsWhatCannotBe() throws {
        var (done, refused) = (try RoundSamples.entry("a"), try RoundSamples.entry("b"))
        done.standing = .done
        refused.standing = .refused(AccessoryError(.unknownApp, "gone"))
        _ = follow(
            PlanRound([done, refused]),
            [
                Step(
                    0, .start,
                    ["tell a skipped", "remember b failed", "tell b failed UnknownApp", "stop timer", "finish"]),
                Step(1, .due, []),
            ])
        _ = follow(PlanRound([]), [Step(0, .start, ["stop timer", "finish"])])
    }

    @Test func leavesEverythingWhenTheCallerGoes() throws {
        let twice = PlanRound([try RoundSamples.entry("a"), try RoundSamples.entry("b")])
        var round = twice
        _ = round.receive(.start, at: .zero)
        #expect(
            round.receive(.callerGone, at: .zero).map(\.line)
                == ["stop looking", "stop timer", "remember a pending", "remember b pending", "finish"])
        round = twice
        for event in [PlanRound.Event.start, Self.heard(["a": [1], "b": [2]])] { _ = round.receive(event, at: .zero) }
        #expect(
            round.receive(.callerGone, at: .zero).map(\.line)
                == ["stop timer", "leave a", "remember a pending", "remember b pending", "finish"])
        round = twice
        for event in [PlanRound.Event.start, Self.heard(["a": [1], "b": [2]]), .granted("a", "one", isHeld: true)] {
            _ = round.receive(event, at: .zero)
        }
        // Its grant is on the disk, and its network is being left.
        #expect(
            round.receive(.callerGone, at: .zero).map(\.line)
                == ["stop timer", "remember a done", "remember b pending", "finish"])
        #expect(round.receive(.left("a", nil), at: .zero) == [])
    }
}

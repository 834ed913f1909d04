// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessoryRules

/// Runs over plans: in order, again and again, to their ends.
struct PlanRoundTests: RoundTests {
    @Test func setsUpWhatIsThereAndBringsTheUplinkBack() throws {
        let round = follow(
            PlanRound([try RoundSamples.entry("a")]),
            [
                Step(0, .start, Self.begins), Step(1, Self.heard(["a": [1]], isComplete: false), ["timer 29"]),
                Step(2, Self.heard(["a": [1]]), Self.found),
                Step(5, .granted("a", "one", isHeld: true), ["remember a running", "leave a"]),
                Step(8, .left("a", nil), ["remember a done", "report a done", "stop timer", "finish"]),
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
                        "remember a running", "report a waiting", "remember b running", "report b waiting",
                        "look for a b",
                        "timer 30",
                    ]),
                Step(2, Self.heard(["a": [1], "b": [2]]), Self.found),
                Step(5, .granted("a", "one", isHeld: true), ["remember a running", "leave a"]),
                Step(
                    8, .left("a", nil),
                    [
                        "remember a done", "report a done", "stop timer", "remember b running", "report b trying 1",
                        "set up b, 1",
                    ]),
                Step(
                    9, .granted("b", "two", isHeld: false),
                    ["remember b running", "remember b done", "report b done"]
                        + ["stop timer", "finish"]),
            ])
    }

    @Test func looksAgainForWhatWasSeenTooLongAgo() throws {
        _ = follow(
            PlanRound([try RoundSamples.entry("a"), try RoundSamples.entry("b")]),
            [
                Step(
                    0, .start,
                    [
                        "remember a running", "report a waiting", "remember b running", "report b waiting",
                        "look for a b",
                    ]
                        + ["timer 30"]),
                Step(2, Self.heard(["a": [1], "b": [2]]), Self.found),
                Step(30, .granted("a", "one", isHeld: true), ["remember a running", "leave a"]),
                Step(40, .left("a", nil), ["remember a done", "report a done", "look for b", "timer 30"]),
            ])
    }

    @Test func setsUpWhatIsThereWhileItLooksForTheRest() throws {
        _ = follow(
            PlanRound([try RoundSamples.entry("a"), try RoundSamples.entry("b")]),
            [
                Step(
                    0, .start,
                    [
                        "remember a running", "report a waiting", "remember b running", "report b waiting",
                        "look for a b",
                    ]
                        + ["timer 30"]),
                Step(
                    2, Self.heard(["a": [], "b": [2]]),
                    ["stop looking", "stop timer", "remember b running", "report b trying 1", "set up b, 1"]),
                Step(5, .granted("b", "two", isHeld: true), ["remember b running", "leave b"]),
                Step(8, .left("b", nil), ["remember b done", "report b done", "look for a", "timer 30"]),
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
                    ["remember a running", "report a waiting 5 \(missing)", "stop looking", "timer 5"]),
                Step(35, .due, ["look for a", "timer 30"]),
                Step(
                    65, .due, ["remember a running", "report a waiting 10 \(missing)", "stop looking", "timer 10"]),
                Step(75, .due, ["look for a", "timer 30"]),
                // There is time for no more than one whole look.
                Step(105, .due, ["remember a running", "report a waiting 5 \(missing)", "stop looking", "timer 5"]),
                Step(110, .due, ["look for a", "timer 10"]),
                Step(
                    120, .due,
                    ["remember a failed", "report a failed \(missing)", "stop looking", "stop timer", "finish"]),
            ])
        #expect(round.turns[0].memory.attempts == 0)
    }

    @Test func triesAgainLaterEachTimeAndNotForEver() throws {
        let fails = ["remember a failed", "report a failed AssociationRejected", "stop timer", "finish"]
        let again = ["stop looking", "stop timer", "remember a running", "report a trying 2", "set up a, 2"]
        let last = ["stop looking", "stop timer", "remember a running", "report a trying 3", "set up a, 3"]
        _ = follow(
            PlanRound([try RoundSamples.entry("a")]),
            [
                Step(0, .start, Self.begins), Step(2, Self.heard(["a": [1]]), Self.found),
                Step(
                    3, .failed("a", Self.refused),
                    ["remember a running", "report a waiting 5 AssociationRejected", "timer 5"]),
                Step(8, .due, ["look for a", "timer 30"]), Step(9, Self.heard(["a": [1]]), again),
                Step(
                    10, .failed("a", Self.refused),
                    ["remember a running", "report a waiting 10 AssociationRejected", "timer 10"]),
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
                    ["remember a failed", "report a failed WrongPassphrase", "stop timer", "finish"]),
            ])
    }

    @Test func triesTheOthersWhileOneWaits() throws {
        _ = follow(
            PlanRound([try RoundSamples.entry("a"), try RoundSamples.entry("b")]),
            [
                Step(
                    0, .start,
                    [
                        "remember a running", "report a waiting", "remember b running", "report b waiting",
                        "look for a b",
                    ]
                        + ["timer 30"]),
                Step(2, Self.heard(["a": [1], "b": [2]]), Self.found),
                Step(
                    3, .failed("a", Self.refused),
                    [
                        "remember a running", "report a waiting 5 AssociationRejected", "stop timer",
                        "remember b running", "report b trying 1", "set up b, 1",
                    ]),
                Step(4, .granted("b", "two", isHeld: true), ["remember b running", "leave b"]),
                // The pause is over by then.
                Step(9, .left("b", nil), ["remember b done", "report b done", "look for a", "timer 30"]),
            ])
    }

    @Test func waitsForTheRadioAndUsesItAtOnce() throws {
        let round = follow(
            PlanRound([try RoundSamples.entry("a")]),
            [
                Step(0, .start, Self.begins),
                Step(
                    1, .cannotLook(Self.away),
                    ["stop looking", "remember a running", "report a waiting 5 RadioUnavailable", "timer 5"]),
                Step(2, .radioChanged, ["look for a", "timer 30"]),
                Step(
                    2, .cannotLook(Self.away),
                    ["stop looking", "remember a running", "report a waiting 5 RadioUnavailable", "timer 5"]),
                Step(4, .radioChanged, ["look for a", "timer 30"]), Step(4, .radioChanged, []),
                Step(5, Self.heard(["a": [1]]), Self.found),
                Step(
                    6, .failed("a", AccessoryError(.busy, "taken")),
                    ["remember a running", "report a waiting 5 Busy", "timer 5"]),
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
        #expect(last.contains("report a failed RadioUnavailable") && now == 300)
    }

    @Test func keepsWhatIsToBeKept() throws {
        _ = follow(
            PlanRound([try RoundSamples.entry("a", ["Plan": ["Afterwards": "keep"]])]),
            [
                Step(0, .start, Self.begins), Step(2, Self.heard(["a": [1]]), Self.found),
                Step(
                    3, .granted("a", "one", isHeld: true),
                    ["remember a kept", "keep a", "report a kept", "stop timer", "finish"]),
            ])
    }

    @Test func anUplinkThatStaysAwayIsAFailure() throws {
        _ = follow(
            PlanRound([try RoundSamples.entry("a")]),
            [
                Step(0, .start, Self.begins), Step(2, Self.heard(["a": [1]]), Self.found),
                Step(3, .granted("a", "one", isHeld: true), ["remember a running", "leave a"]),
                Step(
                    8, .left("a", Self.stranded),
                    ["remember a failed", "report a failed RestoreFailed", "stop timer", "finish"]),
            ])
    }

    @Test func skipsWhatIsDoneAndFailsWhatCannotBe() throws {
        var (done, refused) = (try RoundSamples.entry("a"), try RoundSamples.entry("b"))
        done.standing = .done
        refused.standing = .refused(AccessoryError(.unknownApp, "gone"))
        _ = follow(
            PlanRound([done, refused]),
            [
                Step(
                    0, .start,
                    ["report a skipped", "remember b failed", "report b failed UnknownApp", "stop timer", "finish"]),
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
        for event in [PlanRound.Event.start, Self.heard(["a": [1], "b": [2]])] {
            _ = round.receive(event, at: .zero)
        }
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

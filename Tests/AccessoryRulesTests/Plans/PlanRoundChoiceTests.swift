// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessoryRules

/// Which of several accessories a plan means.
struct PlanRoundChoiceTests: RoundTests {
    @Test func needsNoCompleteLookForTheAccessPointThatIsNamed() throws {
        _ = follow(
            PlanRound([try RoundSamples.entry("a", ["Plan": ["Choose": "02:00:00:00:00:02"]])]),
            [
                Step(0, .start, Self.begins), Step(1, Self.heard(["a": [1]]), ["timer 29"]),
                Step(2, Self.heard(["a": [1, 2]], isComplete: false), Self.found),
            ])
    }

    @Test(arguments: ["only", "strongest"])
    func takesTheNetworkThatItsSSIDNamesAsSoonAsItIsSeen(choose: String) throws {
        let exact = ["Plan": ["Choose": choose], "Accessory": ["SSID": "MyCam-1"]]
        let heard = Self.heard(["a": [1]], isComplete: false)
        _ = follow(
            PlanRound([try RoundSamples.entry("a", exact)]),
            [Step(0, .start, Self.begins), Step(1, heard, Self.found)])
        let all = exact.merging(["Plan": ["Choose": "all"]]) { $1 }
        _ = follow(
            PlanRound([try RoundSamples.entry("a", all)]),
            [Step(0, .start, Self.begins), Step(1, heard, ["timer 29"])])
    }

    @Test func setsUpAllOfThemTheStrongestFirst() throws {
        let round = follow(
            PlanRound([try RoundSamples.entry("a", ["Plan": ["Choose": "all"]])]),
            [
                Step(0, .start, Self.begins),
                Step(
                    2, Self.heard(["a": [1, 3, 2]]),
                    Self.found.dropLast() + ["set up a at 02:00:00:00:00:03, 1"]),
                Step(3, .granted("a", "three", isHeld: true), ["remember a running", "leave a"]),
                Step(
                    4, .left("a", nil),
                    ["stop timer", "remember a running", "report a trying 1", "set up a at 02:00:00:00:00:02, 1"]),
                // One accessory that refuses implies nothing about the others.
                Step(
                    5, .failed("a", Self.wrong),
                    ["stop timer", "remember a running", "report a trying 1", "set up a at 02:00:00:00:00:01, 1"]),
                Step(6, .granted("a", "one", isHeld: true), ["remember a running", "leave a"]),
                Step(
                    7, .left("a", nil),
                    ["remember a failed", "report a failed WrongPassphrase", "stop timer", "finish"]),
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
                    ["remember a running", "report a waiting 5 AssociationRejected", "timer 5"]),
                Step(8, .due, ["look for a", "timer 30"]),
                Step(
                    9, Self.heard(["a": [1]]),
                    ["remember a done", "report a done", "stop looking", "stop timer", "finish"]),
            ])
    }

    @Test func ofAllThoseCountWhoseProgramHasEndedWell() throws {
        let running = ["remember a running", "run a, 1"]
        let round = follow(
            PlanRound([
                try RoundSamples.entry(
                    "a", ["Plan": ["Choose": "all", "Afterwards": "run"], "Program": ["Command": "/bin/x"]])
            ]),
            [
                Step(0, .start, Self.begins),
                Step(2, Self.heard(["a": [1]]), Self.found.dropLast() + ["set up a at 02:00:00:00:00:01, 1"]),
                Step(3, .granted("a", "accessory 1", isHeld: true), running),
                Step(4, .programEnded("a", status: 1, failure: nil), ["leave a"]),
                Step(
                    5, .left("a", nil), ["remember a running", "report a waiting 5 ActivationFailed", "timer 5"]),
                Step(10, .due, ["look for a", "timer 30"]),
                Step(
                    11, Self.heard(["a": [1]]),
                    [
                        "stop looking", "stop timer", "remember a running", "report a trying 2",
                        "set up a at 02:00:00:00:00:01, 2",
                    ]),
                Step(12, .granted("a", "accessory 1", isHeld: true), ["remember a running", "run a, 2"]),
                Step(13, .programEnded("a", status: 0, failure: nil), ["leave a"]),
                Step(14, .left("a", nil), ["remember a done", "report a done", "stop timer", "finish"]),
            ])
        #expect(round.turns[0].memory.accessories == ["accessory 1"])
    }
}

// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import Testing

@testable import AccessoryRules

/// Plans that hand the home network over.
struct PlanRoundHandOverTests: RoundTests {
    private static let handsOver = ["Plan": ["Afterwards": "provision"]]
    private static let failing = ["remember a failed", "report a failed ProvisioningFailed", "stop timer", "finish"]
    private static let done = ["remember a done", "report a done", "stop timer", "finish"]

    private func walking(_ changes: [String: [String: String]] = handsOver) throws -> PlanRound {
        follow(
            PlanRound([try RoundSamples.entry("a", changes)]),
            [
                Step(0, .start, Self.begins), Step(2, Self.heard(["a": [1]]), Self.found),
                Step(3, .granted("a", "one", isHeld: true), ["remember a running", "walk a, 1"]),
            ])
    }

    @Test func isDoneWhenItsAccessoryIsAtHome() throws {
        let round = follow(
            try walking(),
            [
                // The walk leaves the hotspot by itself.
                Step(8, .left("a", nil), []), Step(9, .walked("a", nil), Self.done), Step(9, .walked("a", nil), []),
            ])
        #expect(round.turns[0].memory.accessories == ["one"])
    }

    @Test func walksOverBluetoothWithoutAHotspot() throws {
        let changes = ["Plan": ["Afterwards": "provision"], "Accessory": ["BluetoothService": "180D"]]
        let round = follow(
            PlanRound([try RoundSamples.entry("a", changes)]),
            [
                Step(0, .start, Self.begins), Step(2, Self.heard(["a": [1]]), Self.found),
                Step(3, .granted("a", "one", isHeld: false), ["remember a running", "walk a, 1"]),
                Step(9, .walked("a", nil), Self.done),
            ])
        #expect(round.turns[0].memory.accessories == ["one"])
    }

    @Test(arguments: ProvisioningEnd.allCases) func endsAsTheHandOverDoes(end: ProvisioningEnd) throws {
        let round = try walking()
        let plan = round.turns[0].plan
        let outcome: ProvisioningOutcome =
            switch end {
            case .onNetwork: .onNetwork(address: nil, page: nil)
            case .unknown: .unknown
            case .wrongPassphrase: .wrongPassphrase
            case .networkNotInReach: .networkNotInReach
            case .wrongProof: .wrongProof
            case .buttonNeeded: .buttonNeeded
            case .portalNotServed: .portalNotServed
            case .refused: .refused(ProvisioningRefusal(.programEnded, "it says no"))
            case .vanished: .vanished
            }
        let again = ["remember a running", "report a waiting 5 ActivationFailed", "timer 5"]
        let result = end.isGood ? Self.done : end.isWorthAnotherAttempt ? again : Self.failing
        _ = follow(round, [Step(9, .walked("a", plan.failure(of: outcome)), result)])
    }

    @Test func failsForGoodWithoutTheUplink() throws {
        _ = follow(
            try walking(["Plan": ["Afterwards": "provision", "Choose": "strongest"]]),
            [
                Step(
                    9, .walked("a", Self.stranded),
                    ["remember a failed", "report a failed RestoreFailed", "stop timer", "finish"])
            ])
    }

    @Test func theTimeOfAWalkDoesNotCount() throws {
        let lost = AccessoryError(.connectionFailed, "lost")
        let round = follow(
            try walking(),
            [Step(299, .walked("a", lost), ["remember a running", "report a waiting 5 ConnectionFailed", "timer 5"])])
        #expect(round.turns[0].deadline == .seconds(300 + 296))
    }

    @Test func ofSeveralOneCountsWhenItIsAtHome() throws {
        let all = ["Plan": ["Afterwards": "provision", "Choose": "all"]]
        let round = follow(
            PlanRound([try RoundSamples.entry("a", all)]),
            [
                Step(0, .start, Self.begins),
                Step(2, Self.heard(["a": [1]]), Self.found.dropLast() + ["set up a at 02:00:00:00:00:01, 1"]),
                Step(3, .granted("a", "one", isHeld: true), ["remember a running", "walk a, 1"]),
            ])
        #expect(round.turns[0].memory.accessories == [])
        let refused = AccessoryError(.provisioningFailed, "another key")
        let failed = follow(round, [Step(9, .walked("a", refused), Self.failing)])
        #expect(failed.turns[0].memory.accessories == [])
        #expect(follow(round, [Step(9, .walked("a", nil), Self.done)]).turns[0].memory.accessories == ["one"])
    }

    @Test func leavesNothingBehindWhenItsCallerGoes() throws {
        let gone = ["stop timer", "leave a", "remember a pending", "finish"]
        _ = follow(try walking(), [Step(10, .callerGone, gone), Step(11, .walked("a", nil), [])])
    }

    @Test func onlyTheKeyOfTheArrivalMakesAnotherPlan() throws {
        func digest(_ arrival: String?) throws -> String {
            try RoundSamples.entry(
                "a", Self.handsOver.merging(["Provision": arrival.map { ["Arrival": $0] } ?? [:]]) { $1 }
            )
            .plan.digest
        }
        #expect(try digest(nil) == digest("none"))
        #expect(try digest(nil) != digest("likely"))
    }
}

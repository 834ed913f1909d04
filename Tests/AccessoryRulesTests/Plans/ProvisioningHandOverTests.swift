// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import Testing

@testable import AccessoryRules

/// Plans that hand the home network over.
struct ProvisioningHandOverTests: RoundTests {
    private static let handsOver = ["Plan": ["Afterwards": "provision"]]
    private static let failing = ["remember a failed", "report a failed ProvisioningFailed", "stop timer", "finish"]
    private static let done = ["identify a", "remember a done", "report a done", "stop timer", "finish"]

    private func running() throws -> Provisioning {
        follow(
            Provisioning([try RoundSamples.entry("a", Self.handsOver)]),
            [
                Step(0, .start, Self.begins), Step(2, Self.heard(["a": [1]]), Self.found),
                Step(3, .granted("a", "one", isHeld: true), ["remember a running", "hand over a, 1", "timer 360"]),
            ])
    }

    @Test(arguments: ProvisioningEnd.allCases) func endsAsTheProgramSays(end: ProvisioningEnd) throws {
        let again = ["remember a running", "report a waiting 5 ActivationFailed", "timer 5"]
        let result = end.isGood ? Self.done : end.isWorthAnotherAttempt ? again : Self.failing
        _ = follow(
            try running(),
            [
                Step(9, .programEnded("a", status: end.rawValue, failure: nil), ["leave a"]),
                Step(9, .left("a", nil), result),
            ])
    }

    @Test func aHotspotThatGoesIsNoFailure() throws {
        let lost = Provisioning.Event.left("a", AccessoryError(.connectionFailed, "lost"))
        _ = follow(
            try running(),
            [
                Step(9, lost, ["timer 2"]), Step(10, .due, []),
                Step(10, .programEnded("a", status: ProvisioningEnd.unknown.rawValue, failure: nil), Self.done),
            ])
        _ = follow(
            try running(),
            [
                Step(9, .programEnded("a", status: 0, failure: nil), ["leave a"]),
                Step(9, lost, Self.done),
            ])
    }

    @Test func waitsForTheStatusOfAGoneHotspotInVain() throws {
        _ = follow(
            try running(),
            [
                Step(9, .left("a", nil), ["timer 2"]), Step(10, .due, []),
                Step(
                    11, .due, ["remember a running", "report a waiting 5 ConnectionFailed", "timer 5"]),
                Step(12, .programEnded("a", status: 0, failure: nil), []),
            ])
    }

    @Test func failsWithoutTheUplinkWhateverTheProgramSays() throws {
        _ = follow(
            try running(),
            [
                Step(
                    9, .left("a", Self.stranded),
                    ["remember a failed", "report a failed RestoreFailed", "stop timer", "finish"])
            ])
    }

    @Test func failsAtOnceIfTheNetworkDoesNotFit() throws {
        _ = follow(
            try running(),
            [
                Step(4, .notHandedOver("a", AccessoryError(.provisioningFailed, "5 GHz")), ["leave a"]),
                Step(6, .left("a", nil), Self.failing),
            ])
    }

    @Test func leavesNothingBehindWhenItsCallerGoes() throws {
        let ending = follow(try running(), [Step(9, .left("a", nil), ["timer 2"])])
        _ = follow(ending, [Step(10, .callerGone, ["stop timer", "remember a pending", "finish"])])
    }
}

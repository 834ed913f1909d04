// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessoryRules

/// Plans that are done only when the home network shows their accessory.
struct PlanArrivalTests: RoundTests {
    private func entry(_ arrival: String?) throws -> Provisioning.Entry {
        try RoundSamples.entry(
            "a", ["Plan": ["Afterwards": "provision"], "Provision": arrival.map { ["Arrival": $0] } ?? [:]])
    }

    /// Up to the end of the program.
    private static let begun = [
        Step(0, .start, begins), Step(2, heard(["a": [1]]), found),
        Step(5, .granted("a", "one", isHeld: true), ["remember a running", "hand over a, 1", "timer 360"]),
        Step(9, .programEnded("a", status: 3, failure: nil), ["leave a"]),
    ]

    @Test func isDoneWhenTheHomeNetworkShowsIt() throws {
        _ = follow(
            Provisioning([try entry("confirmed")]),
            Self.begun + [
                Step(10, .left("a", nil), ["stop timer", "look for it a"]), Step(11, .left("a", nil), []),
                Step(14, .arrived("a", nil), ["remember a done", "report a done", "stop timer", "finish"]),
                Step(15, .arrived("a", nil), []),
            ])
    }

    @Test func failsForGoodWhenItIsNotSeen() throws {
        let unseen = AccessoryError(.provisioningFailed, "not seen")
        _ = follow(
            Provisioning([try entry("likely")]),
            Self.begun + [
                Step(10, .left("a", nil), ["stop timer", "look for it a"]),
                Step(
                    55, .arrived("a", unseen),
                    ["remember a failed", "report a failed \(unseen.code.rawValue)", "stop timer", "finish"]),
            ])
    }

    @Test func nobodyLooksWithoutTheKey() throws {
        for arrival in [nil, "none"] {
            _ = follow(
                Provisioning([try entry(arrival)]),
                Self.begun + [
                    Step(
                        10, .left("a", nil),
                        ["identify a", "remember a done", "report a done", "stop timer", "finish"]),
                    Step(11, .arrived("a", nil), []),
                ])
        }
        #expect(try entry(nil).plan.digest == entry("none").plan.digest)
        #expect(try entry(nil).plan.digest != entry("likely").plan.digest)
    }

    @Test func isDueAgainIfTheCallerGoesMeanwhile() throws {
        _ = follow(
            Provisioning([try entry("confirmed")]),
            Self.begun + [
                Step(10, .left("a", nil), ["stop timer", "look for it a"]),
                Step(12, .callerGone, ["stop timer", "remember a pending", "finish"]),
            ])
    }
}

// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import Testing

@testable import accessoryctl

@Suite struct PlanViewTests {
    private func lines<Row>(
        _ view: View<Row>, _ rows: [Row], _ style: OutputStyle = OutputStyle(), fields: [String]? = nil
    ) throws -> [String] {
        try LocalZone.$offset.withValue({ _ in 3600 }) { style.lines(try view.table(rows, fields: fields)) + [""] }
    }

    private func check<Row>(_ view: View<Row>, _ rows: [Row], _ name: String) throws {
        try Expected.check(
            lines(view, rows) + lines(view, rows, OutputStyle(colours: true))
                + lines(view, rows, OutputStyle(manner: .terse))
                + lines(view, rows, OutputStyle(mode: .multiline), fields: ["all"]), name)
    }

    @Test func printsThePlans() throws { try check(.plans, Fixture.plans(), "plans") }

    @Test func printsWhatBecameOfThePlansWithTheNamesOfWhatTheySetUp() throws {
        let known = [AccessoryStatus(accessory: try Fixture.accessory("b42c7393", "Porch: camera", nil), records: [])]
        try check(.planOutcomes, Fixture.plans().map { PlanOutcome($0, known) }, "plan-outcomes")
    }

    /// One step of each kind.
    private func updates() throws -> [PlanUpdate] {
        let camera = try Fixture.accessory("b42c7393", "Porch camera", "MyCam-1")
        let noAddress = AccessoryError(.noAddress, "'MyCam-1' was joined but gave no address: dhcp")
        return [
            PlanUpdate(plan: "porch", state: .waiting, isRequired: true),
            PlanUpdate(
                plan: "porch", state: .trying, isRequired: true, attempt: 1, accessory: camera,
                lease: try Fixture.lease(.scanning, uplink: "Home")),
            PlanUpdate(plan: "porch", state: .trying, isRequired: true, attempt: 1, accessory: camera),
            PlanUpdate(plan: "porch", state: .waiting, isRequired: true, attempt: 1, retryAfter: 60, error: noAddress),
            try Fixture.running("porch"),
            PlanUpdate(
                plan: "porch", state: .restoring, isRequired: true, lease: try Fixture.lease(.restored, uplink: "Home")),
            PlanUpdate(plan: "porch", state: .done, isRequired: true, accessory: camera),
            PlanUpdate(plan: "porch", state: .kept, isRequired: true, accessory: camera),
            PlanUpdate(plan: "attic", state: .failed, isRequired: false, error: noAddress),
            PlanUpdate(plan: "shed", state: .skipped, isRequired: true),
        ]
    }

    @Test func printsEachStep() throws { try check(.planUpdates, updates(), "plan-updates") }

    @Test func printsEachStepInWords() throws {
        #expect(
            try updates().map { $0.text } == [
                "looking for its accessory",
                "looking for 'MyCam-1'; joining it cuts 'Home' meanwhile",
                "'Porch camera' (MyCam-1) was found",
                "attempt 1 failed, again in 1 min: NoAddress: 'MyCam-1' was joined but gave no address: dhcp",
                "'MyCam-1' is joined; running its program",
                "'Home' is back",
                "done: 'Porch camera' (MyCam-1) is set up",
                "done: 'Porch camera' (MyCam-1) is set up, and its network is kept",
                "failed: NoAddress: 'MyCam-1' was joined but gave no address: dhcp",
                "was done before",
            ])
    }

    /// The codes are named after other things.
    @Test func namesWhatHappenedToAProgramAndNoCode() {
        let ended = AccessoryError(.activationFailed, "plan porch: /bin/x ended with status 3, not 0")
        let update = PlanUpdate(plan: "porch", state: .failed, isRequired: true, error: ended)
        #expect(update.text == "failed: /bin/x ended with status 3, not 0")
        #expect(ended.failure(ofPlan: "porch") == Failure("plan 'porch': /bin/x ended with status 3, not 0", .unknown))
        let none = AccessoryError(.unknownAccessory, "no plan provision.d/porch.conf is installed")
        let failure = Failure(refusing: "porch", none)
        #expect(failure.text == none.message && failure.status == 10)
        #expect(Failure(refusing: nil, none).text.hasPrefix("UnknownAccessory: "))
    }

    @Test(arguments: [(1, "1 s"), (90, "90 s"), (120, "2 min"), (3600, "1 h"), (5400, "90 min")])
    func writesLengthsOfTimeInWords(_ seconds: Int, _ text: String) {
        #expect(TimeLength(seconds: seconds).inWords == text)
    }
}

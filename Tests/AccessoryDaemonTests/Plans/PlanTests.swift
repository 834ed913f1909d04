// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AccessoryRules
import AgentInterface
import FoundationEssentials
import Testing

@testable import AccessoryDaemon

/// Accessories that are set up by files, without a person and without a picker.
@Suite struct PlanTests {
    @Test func grantsAndBringsTheUplinkBack() async throws {
        try await Provisioned.run(["porch": Provisioned.plan("SSIDPrefix=MyCam-\nName=Porch", choose: "strongest")]) {
            agent in
            let updates = try await agent.run()
            #expect(updates.first?.state == .waiting && updates.last?.state == .done)
            #expect(updates.compactMap(\.lease?.state).contains(.joined))
            #expect(updates.compactMap(\.lease?.state).last == .restored)
            #expect(updates.last?.accessory?.displayName == "Porch")
            let record = try #require(try await agent.control.access(app: nil).records.first)
            #expect(record.accessory.ssid?.description == "MyCam-0001" && record.accessory.displayName == "Porch")
            #expect(record.origin == .plan && record.grantedBy.hasPrefix("plan porch"))
            let why = try await agent.control.call(.listHistory, HistoryQuery()).entries.map(\.why)
            #expect(why == ["chosen by plan porch"])
            let status = try #require(try await agent.control.call(.listPlans).plans.first)
            #expect(status.state == .done && status.accessories == [record.accessory.id] && status.attempts == 1)
        }
    }

    @Test func doesNotRunAgainWhatIsDone() async throws {
        let directory = try Agent.temporaryDirectory()
        defer { Agent.remove(directory) }
        let plans = ["porch": Provisioned.plan("SSID=MyCam-0001")]
        try await Provisioned.run(plans, in: directory) { agent in
            let first = try await agent.run()
            #expect(first.last?.state == .done)
            let again = try await agent.run()
            #expect(again.map(\.state) == [.skipped])
            // A plan that is named runs again.
            let forced = try await agent.run("porch")
            #expect(forced.last?.state == .done)
        }
        try await Provisioned.run(plans, in: directory) { agent in
            #expect(try await agent.control.call(.listPlans).plans.map(\.state) == [.done])
            let again = try await agent.run()
            #expect(again.map(\.state) == [.skipped])
            // The grant that was there was used: it was written once.
            let entries = try await agent.control.call(.listHistory, HistoryQuery()).entries
            #expect(entries.map(\.action) == [.granted])
            let record = try #require(try await agent.control.access(app: nil).records.first)
            try await agent.control.call(
                .revokeAccess, AppAccessQuery(app: Provisioned.camera, accessory: record.accessory.id))
            #expect(try await agent.control.call(.listPlans).plans.map(\.state) == [.pending])
            let anew = try await agent.run()
            #expect(anew.last?.state == .done)
        }
        try await Provisioned.run(["porch": Provisioned.plan("SSID=MyCam-0001\nName=New")], in: directory) { agent in
            let plans = try await agent.control.call(.listPlans).plans
            #expect(plans.map(\.state) == [.pending])
        }
    }

    @Test func aPlanForEveryBootIsDueInEach() async throws {
        let directory = try Agent.temporaryDirectory()
        defer { Agent.remove(directory) }
        let plans = ["porch": Provisioned.plan("SSID=MyCam-0001", more: "EveryBoot=true")]
        for (boot, states) in [("b1", [PlanUpdate.State.done]), ("b1", [.skipped]), ("b2", [.done])] {
            try await Provisioned.run(plans, in: directory, boot: boot) { agent in
                let updates = try await agent.run()
                #expect(updates.map(\.state).suffix(1) == states)
            }
        }
    }

    @Test func onesThatWereInterruptedAreDueAgain() async throws {
        let directory = try Agent.temporaryDirectory()
        defer { Agent.remove(directory) }
        let plans = ["porch": Provisioned.plan("SSID=MyCam-0001")]
        try await Provisioned.run(plans, in: directory) { agent in _ = try await agent.run() }
        do {
            // As a power cut leaves it between the grant and the end.
            let store = try Store(directory: directory + "/state")
            var memory = try #require(try store.plans()["porch"])
            memory.state = .running
            try store.write([.remember(memory)])
        }
        try await Provisioned.run(plans, in: directory, boot: "b2") { agent in
            #expect(try await agent.control.call(.listPlans).plans.map(\.state) == [.pending])
            let updates = try await agent.run()
            #expect(updates.last?.state == .done)
            #expect(try await agent.control.access(app: nil).records.count == 1)
            #expect(try await agent.control.call(.listHistory, HistoryQuery()).entries.count == 1)
        }
    }

    @Test func takesThePassphraseFromItsFileOrFromSystemd() async throws {
        let plans = [
            "a": Provisioned.plan("SSID=MyCam-0042\nPassphraseFile=@SECRETS@/cam1"),
            "b": Provisioned.plan("SSID=MyCam-0042\nPassphraseCredential=cam1"),
        ]
        try await Provisioned.run(plans, secrets: ["cam1": "camera-0042\n"]) { agent in
            for plan in plans.keys.sorted() {
                let updates = try await agent.run(plan)
                #expect(updates.last?.state == .done && updates.compactMap(\.lease?.state).contains(.joined))
            }
            #expect(try await agent.control.access(app: nil).records.count == 1)
        }
    }

    @Test func reportsWhatIsMissingAndGoesOnWithTheOthers() async throws {
        let plans = [
            "1-wrong": Provisioned.plan("SSID=MyCam-0042\nPassphraseFile=@SECRETS@/wrong"),
            "2-none": Provisioned.plan("SSID=MyCam-0042"),
            "3-short": Provisioned.plan("SSID=MyCam-0042\nPassphraseFile=@SECRETS@/short"),
            "4-missing": Provisioned.plan("SSID=MyCam-0042\nPassphraseCredential=cam1"),
            "5-not-allowed": Provisioned.plan("SSID=HomeNet"),
            "6-no-app": Provisioned.plan("SSID=MyCam-0001").replacing(Provisioned.camera, with: "org.example.none"),
            "7-several": Provisioned.plan("SSIDPrefix=MyCam-"),
            "8-good": Provisioned.plan("SSID=MyCam-0001"),
        ]
        try await Provisioned.run(plans, secrets: ["wrong": "camera-9999", "short": "tiny"]) { agent in
            let updates = try await agent.run()
            var ends: [String: PlanUpdate] = [:]
            for update in updates { ends[update.plan] = update }
            let codes = plans.keys.sorted().map { ends[$0]?.error?.code }
            #expect(
                codes == [
                    .wrongPassphrase, .passphraseMissing, .invalidRequest, .invalidRequest, .invalidRequest,
                    .unknownApp, .invalidRequest, nil,
                ])
            #expect(ends["8-good"]?.state == .done)
            #expect(ends["3-short"]?.error?.message.contains("tiny") == false)
            #expect(ends["5-not-allowed"]?.error?.message.contains("5-not-allowed.conf") == true)
            #expect(ends["7-several"]?.error?.message.contains("MyCam-0042") == true)
            let statuses = try await agent.control.call(.listPlans).plans
            #expect(statuses.map(\.id) == plans.keys.sorted())
            #expect(statuses.map(\.state) == [PlanStatus.State](repeating: .failed, count: 7) + [.done])
        }
    }

    @Test func setsUpAllThatMatch() async throws {
        let plan = Provisioned.plan(
            "SSIDPrefix=MyCam-\nPassphraseFile=@SECRETS@/cam1\n[Attempts]\nAttempts=1", choose: "all")
        // A plan with a passphrase does not count open networks.
        let air = ["Signal=90", "Signal=40"].reduce(Agent.air) { air, line in
            air.replacing(line, with: "\(line)\nSecurity=wpa2\nPassphrase=camera-0042")
        }
        try await Provisioned.run(["all": plan], secrets: ["cam1": "camera-0042"], air: air) { agent in
            let updates = try await agent.run()
            // One of the three gives no address.
            #expect(updates.last?.state == .failed && updates.last?.error?.code == .noAddress)
            let ssids = try await agent.control.access(app: nil).records.compactMap(\.accessory.ssid?.description)
            #expect(ssids.sorted() == ["MyCam-0001", "MyCam-0042"])
        }
    }

    @Test func triesTheOneAccessPointThatIsNamed() async throws {
        let plan = Provisioned.plan(
            "SSIDPrefix=MyCam-\nPassphraseFile=@SECRETS@/cam1", choose: "02:00:00:00:01:42")
        try await Provisioned.run(["one": plan], secrets: ["cam1": "camera-0042"]) { agent in
            let updates = try await agent.run()
            #expect(updates.last?.state == .done)
            let records = try await agent.control.access(app: nil).records
            #expect(records.map { $0.accessory.ssid?.description } == ["MyCam-0042"])
        }
    }

    @Test func doesNotSwitchOnWhatAPersonSwitchedOff() async throws {
        try await Provisioned.run(["porch": Provisioned.plan("SSID=MyCam-0001")]) { agent in
            _ = try await agent.run()
            _ = try await agent.control.call(
                .setAccess, SetAccessRequest(app: Provisioned.camera, ssid: "MyCam-0001", allowed: false))
            let updates = try await agent.run()
            #expect(updates.map(\.state) == [.skipped])
            let last = try await agent.run("porch").last
            #expect(last?.state == .failed && last?.error?.code == .userRestricted)
        }
    }

    @Test(arguments: [
        "[Plan]\nApp=org.example.camera\n", "[Accessory]\nSSID=A\n", Provisioned.plan("SSID=A\nSSIDPrefix=B"),
        Provisioned.plan("SSID=A", choose: "any"), Provisioned.plan("SSID=A\nPassphraseFile=relative"),
        Provisioned.plan("SSID=A\nSSDI=B"),
    ])
    func aFaultyPlanIsNamedAndNotThere(plan: String) async throws {
        try await Provisioned.run(["porch": plan]) { agent in
            await #expect(throws: AccessoryError.self) { _ = try await agent.run("porch") }
            let faults = try await agent.control.call(.getStatus).faults
            #expect(faults.contains { $0.contains("porch.conf") })
            #expect(try await agent.control.call(.listPlans).plans.isEmpty)
        }
    }

    @Test func whereThereIsNoPlanThereIsNothingToDo() async throws {
        try await Provisioned.run([:]) { agent in
            let updates = try await agent.run()
            #expect(updates.map(\.state) == [.skipped])
        }
    }
}

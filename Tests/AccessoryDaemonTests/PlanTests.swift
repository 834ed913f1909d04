// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import FoundationEssentials
import Testing

/// Accessories that are set up by files, without a person and without a picker.
@Suite struct PlanTests {
    private static let camera = "org.example.camera"

    private func run(
        _ plan: String, passphrase: String? = nil,
        _ body: @Sendable (Agent, [SetUpReply], AccessoryError?) async throws -> Void
    ) async throws {
        let directory = try Agent.temporaryDirectory()
        defer { Agent.remove(directory) }
        try FileManager.default.createDirectory(atPath: directory + "/provision.d", withIntermediateDirectories: true)
        let secret = directory + "/secret"
        if let passphrase { try Data("\(passphrase)\n".utf8).write(to: URL(filePath: secret)) }
        try Data(plan.replacing("@SECRET@", with: secret).utf8).write(
            to: URL(filePath: directory + "/provision.d/porch.conf"))
        try await Agent.run(in: directory) { agent in
            var replies: [SetUpReply] = []
            var failure: AccessoryError?
            do {
                for try await reply in try agent.control.runPlan(RunPlanRequest(plan: "porch", discoveryTimeout: 1)) {
                    replies.append(reply)
                    if reply.event?.type == .accessoryAdded {
                        try await agent.control.leaveHotspot(LeaveHotspotRequest(app: Self.camera))
                    }
                }
            } catch let error as AccessoryError {
                failure = error
            }
            try await body(agent, replies, failure)
        }
    }

    private static func plan(_ accessory: String, choose: String = "strongest") -> String {
        "[Plan]\nApp=\(camera)\nChoose=\(choose)\n[Accessory]\nName=Porch\n\(accessory)\n"
    }

    @Test func grantsAndJoinsTheStrongest() async throws {
        try await run(Self.plan("SSIDPrefix=MyCam-")) { agent, replies, error in
            #expect(error == nil)
            #expect(replies.compactMap(\.lease?.state).contains(.joined) && replies.last?.lease?.state == .restored)
            let record = try #require(try await agent.control.access(app: nil).records.first)
            #expect(record.accessory.ssid?.description == "MyCam-0001" && record.accessory.displayName == "Porch")
            #expect(record.origin == .plan && record.grantedBy.hasPrefix("plan porch"))
            let why = try await agent.control.history(HistoryQuery()).entries.map(\.why)
            #expect(why == ["chosen by plan porch"])
            #expect(try await agent.control.plans().plans.map(\.id) == ["porch"])
        }
    }

    @Test func takesThePassphraseFromItsFile() async throws {
        try await run(Self.plan("SSID=MyCam-0042\nPassphraseFile=@SECRET@"), passphrase: "camera-0042") {
            _, replies, error in
            #expect(error == nil && replies.compactMap(\.lease?.state).contains(.joined))
        }
    }

    @Test func refusesToChooseWhereThereShallBeOne() async throws {
        try await run(Self.plan("SSIDPrefix=MyCam-", choose: "only")) { agent, _, error in
            #expect(error?.code == .invalidRequest && error?.message.contains("MyCam-0042") == true)
            let records = try await agent.control.access(app: nil).records
            #expect(records.isEmpty)
        }
    }

    @Test func saysWhatItLacks() async throws {
        try await run(Self.plan("SSID=MyCam-0042")) { _, _, error in #expect(error?.code == .wrongPassphrase) }
        try await run(Self.plan("SSID=MyCam-9999")) { _, _, error in #expect(error?.code == .discoveryTimeout) }
        try await run(Self.plan("SSID=HomeNet")) { _, _, error in
            #expect(error?.code == .invalidRequest && error?.message.contains("porch.conf") == true)
        }
        try await run(Self.plan("SSID=MyCam-0042\nPassphraseFile=@SECRET@"), passphrase: "short") { _, _, error in
            #expect(error?.code == .invalidRequest && error?.message.contains("short") == false)
        }
    }

    @Test(arguments: [
        "[Plan]\nApp=\(camera)\n", "[Accessory]\nSSID=A\n", plan("SSID=A\nSSIDPrefix=B"), plan("SSID=A", choose: "any"),
        plan("SSID=A\nPassphraseFile=relative"), plan("SSID=A\nSSDI=B"),
    ])
    func aFaultyPlanIsNamedAndNotThere(plan: String) async throws {
        try await run(plan) { agent, _, error in
            #expect(error?.code == .unknownAccessory)
            let faults = try await agent.control.status().faults
            #expect(faults.count == 1 && faults.first?.contains("porch.conf") == true)
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import Testing

@testable import AccessoryDaemon

/// Plans that call an accessory by its label.
@Suite(.timeLimit(.minutes(5))) struct PlanLabelTests {
    private static let key = "MDkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIgADURzxmttZoIRIPWGoQMV00XHWCAQIhXruVWOz0NjlkIA="
    private static let otherKey = "MDkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIgADURzxmttZoIRIPWGoQMV00XHWCAQIhXruVWOz0NjlkIQ="
    private static let label = "DPP:C:81/6;M:02aabbccddee;I:Lamp;K:\(key);;"
    private static let allowing = "[Uplink]\nCredentialsFor=org.example.camera\n"
    private static let air =
        Agent.air.replacing("[Air]", with: "[Air]\nCallTime=5ms").replacing(
            "BSSID=02:00:00:00:10:01", with: "BSSID=02:00:00:00:10:01\nSecurity=wpa2\nPassphrase=home-0001")
        + "\n[Enrollee lamp]\nLabel=\(label)\nAnswer=joins\n"

    private static func plan(_ keys: String) -> String {
        Provisioned.plan(keys, more: "Afterwards=provision").replacing("Choose=only\n", with: "")
            + "[Attempts]\nAttempts=1\n"
    }

    private func run<R: Sendable>(
        _ plan: String, label: String = label, air: String = air, configuration: String = allowing,
        _ body: @Sendable (Agent) async throws -> R
    ) async throws -> R {
        try await Provisioned.run(
            ["a": Self.plan(plan)], secrets: ["label": label], air: air, configuration: configuration, body)
    }

    @Test(arguments: ["Label=\(label)", "LabelFile=@SECRETS@/label", "LabelCredential=label"])
    func handsTheNetworkOverWithoutAHotspot(keys: String) async throws {
        try await run(keys) { agent in
            let updates = try await agent.run { update in
                Issue.record("a program was asked for: \(update)")
                return nil
            }
            #expect(updates.filter { $0.step == nil }.map(\.state) == [.waiting, .trying, .done], "\(updates)")
            #expect(updates.compactMap(\.step).last == .ended, "\(updates)")
            #expect(updates.allSatisfy { $0.lease == nil && $0.accessory == nil && $0.uplink == nil })
            #expect(updates.allSatisfy { $0.label == (keys.hasPrefix("Label=") ? "Lamp" : updates[0].label) })
            let entry = try await agent.history().first { $0.action == .uplinkGiven }
            #expect(entry?.name == "HomeNet" && entry?.app == "org.example.camera")
            #expect(entry?.why.contains("'proven' or better by") == true && entry?.who.hasPrefix("plan a") == true)
            let records = try await agent.control.access(app: nil).records
            #expect(records.isEmpty, "it has neither a hotspot nor Bluetooth")
            let known = try #require(try await agent.control.call(.listPlans).plans.first)
            #expect(known.state == .done && known.label != nil && known.descriptor == DescriptorFields())
            #expect(try await agent.run().map(\.state) == [.skipped])
        }
    }

    @Test func anotherKeyIsRefusedAndNobodyIsCalledInVain() async throws {
        let wrong = Self.label.replacing(Self.key, with: Self.otherKey)
        try await run("Label=\(wrong)") { agent in
            let updates = try await agent.run()
            #expect(updates.last?.error?.code == .provisioningFailed, "\(updates)")
        }
        let absent = wrong.replacing("02aabbccddee", with: "02aabbccddef")
        try await run("Label=\(absent)") { agent in
            let updates = try await agent.run()
            #expect(updates.last?.state == .failed && updates.last?.error?.code == .activationFailed, "\(updates)")
        }
    }

    @Test func refusesBeforeAnythingIsCalled() async throws {
        for (keys, label, configuration, part) in [
            ("Label=\(Self.label)", Self.label, "", "CredentialsFor"),
            ("LabelFile=@SECRETS@/label", "WIFI:S:a;T:WPA;P:secret42;;", Self.allowing, "DPP:"),
            ("LabelFile=@SECRETS@/none", Self.label, Self.allowing, "LabelFile"),
        ] {
            try await run(keys, label: label, configuration: configuration) { agent in
                let error = try #require(try await agent.run().last?.error)
                #expect(error.message.contains(part) && !error.message.contains("secret42"), "\(error)")
                let history = try await agent.history()
                #expect(!history.contains { $0.action == .uplinkGiven })
            }
        }
    }

    @Test(arguments: [("wpa2-wpa3", true), ("wpa3", false)])
    func thePlanHasWPA2Alone(security: String, isDone: Bool) async throws {
        let air = Self.air.replacing("Security=wpa2\nPassphrase=home", with: "Security=\(security)\nPassphrase=home")
        try await run("Label=\(Self.label)\n[Provision]\nSecurity=wpa2", air: air) { agent in
            let last = try #require(try await agent.run().last)
            #expect((last.state == .done) == isDone, "\(last)")
            #expect(isDone || last.error?.message.contains("takes WPA3 alone") == true, "\(last)")
        }
    }

    @Test func theCheckNamesFileLineKeyAndCure() async throws {
        try await Provisioned.run([:], secrets: ["label": "DPP:K:;;"]) { agent in
            func check(_ keys: String) async throws -> CheckPlanReply {
                try await agent.control.call(.checkPlan, CheckFileRequest(path: "lamp.conf", contents: Self.plan(keys)))
            }
            let good = try await check("Label=\(Self.label)")
            #expect(good.faults == [] && good.plan?.label == "Lamp" && good.warnings.count == 1, "\(good)")
            #expect(good.warnings.first?.contains("CredentialsFor=org.example.camera") == true)
            let two = try await check("Label=\(Self.label)\nSSID=A")
            #expect(
                two.faults.count == 1 && two.faults.first?.hasPrefix("lamp.conf:6: [Accessory] SSID: ") == true,
                "\(two)")
            #expect(two.faults.first?.contains("leave the key out") == true)
            let stored = try await check("LabelCredential=label")
            #expect(stored.warnings.contains { $0.contains("LabelCredential: ") && $0.contains("scan it again") })
        }
    }
}

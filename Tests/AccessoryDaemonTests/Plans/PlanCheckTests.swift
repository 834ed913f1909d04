// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import FoundationEssentials
import Testing

/// What the agent reports about a plan that is not installed yet.
@Suite struct PlanCheckTests {
    private func warnings(_ plan: String, secrets: [String: String] = [:], mode: Int = 0o600) async throws -> [String] {
        let directory = try Agent.temporaryDirectory()
        defer { Agent.remove(directory) }
        return try await Provisioned.run([:], secrets: secrets, in: directory) { agent in
            for name in secrets.keys {
                try FileManager.default.setAttributes(
                    [.posixPermissions: mode], ofItemAtPath: "\(directory)/secrets/\(name)")
            }
            let contents = plan.replacing("@SECRETS@", with: "\(directory)/secrets")
            let reply = try await agent.control.call(
                .checkPlan, CheckFileRequest(path: "porch.conf", contents: contents))
            #expect(reply.faults == [] && reply.plan?.id == "porch" && reply.plan?.state == .pending)
            return reply.warnings
        }
    }

    @Test func aGoodOneHasNoWarning() async throws {
        let plan = Provisioned.plan("SSID=MyCam-0042\nPassphraseFile=@SECRETS@/cam1")
        #expect(try await warnings(plan, secrets: ["cam1": "camera-0042"]) == [])
        let credential = Provisioned.plan("SSID=MyCam-0042\nPassphraseCredential=cam1")
        #expect(try await warnings(credential, secrets: ["cam1": "camera-0042"]) == [])
    }

    @Test func showsTheResultOfAPlanWithTheSameText() async throws {
        let plan = Provisioned.plan("SSID=MyCam-0001")
        try await Provisioned.run(["porch": plan]) { agent in
            let updates = try await agent.run()
            #expect(updates.last?.state == .done)
            let path = try #require(try await agent.control.call(.listPlans).plans.first).file
            let same = try await agent.control.call(.checkPlan, CheckFileRequest(path: path, contents: plan))
            #expect(same.plan?.state == .done && same.plan?.attempts == 1)
            let changed = Provisioned.plan("SSID=MyCam-0001\nName=New")
            #expect(
                try await agent.control.call(.checkPlan, CheckFileRequest(path: path, contents: changed)).plan?.state
                    == .pending)
        }
    }

    @Test func namesWhatWillNotWorkHere() async throws {
        let cases = [
            (Provisioned.plan("SSID=MyCam-1").replacing("camera", with: "none"), "App: no manifest"),
            (Provisioned.plan("SSID=HomeNet"), "App: "),
            (Provisioned.plan("SSID=MyCam-1\nPassphraseFile=@SECRETS@/none"), "PassphraseFile: "),
            (Provisioned.plan("SSID=MyCam-1\nPassphraseCredential=none"), "LoadCredential="),
            (Provisioned.plan("SSID=MyCam-1\nPassphraseFile=@SECRETS@/short"), "PassphraseFile: "),
            (
                Provisioned.plan("SSID=MyCam-1", more: "Afterwards=run") + "[Program]\nCommand=/none/setup\n",
                "Command: '/none/setup'"
            ),
            (
                Provisioned.plan("SSID=MyCam-1", more: "Afterwards=run")
                    + "[Program]\nCommand=/bin/true\nUser=nobody-of-this-name\n", "User: 'nobody-of-this-name'"
            ),
            (
                Provisioned.plan("SSID=MyCam-1\nPassphraseCredential=good", more: "Afterwards=run")
                    + "[Program]\nCommand=/bin/true\nUplinkCredentials=true\n", "CredentialsFor=org.example.camera"
            ),
        ]
        for (plan, part) in cases {
            let warnings = try await warnings(plan, secrets: ["short": "tiny", "good": "camera-0001"])
            #expect(warnings.count == 1 && warnings.first?.contains(part) == true, "\(plan): \(warnings)")
            #expect(!warnings.contains { $0.contains("tiny") })
        }
    }

    @Test func namesWhyAnAccessoryWouldNotGetTheNetwork() async throws {
        let cases = [
            ("", ["CredentialsFor=org.example.camera", "Cleartext=allow"]),
            ("Cleartext=allow", ["CredentialsFor=org.example.camera", "anyone nearby can read"]),
            ("ProofCredential=good", ["CredentialsFor=org.example.camera"]),
            ("ProofCredential=none", ["CredentialsFor=org.example.camera", "LoadCredential="]),
            (
                "Family=improv\nCleartext=allow",
                ["CredentialsFor=org.example.camera", "over Bluetooth only", "anyone nearby can read"]
            ),
        ]
        for (keys, parts) in cases {
            let plan =
                Provisioned.plan("SSID=MyCam-1", more: "Afterwards=provision")
                + "[Program]\nCommand=/bin/true\n[Provision]\n\(keys)\n"
            let warnings = try await warnings(plan, secrets: ["good": "1234"])
            #expect(warnings.count == parts.count, "\(keys): \(warnings)")
            for part in parts { #expect(warnings.contains { $0.contains(part) }, "\(keys): \(warnings)") }
            #expect(!warnings.contains { $0.contains("1234") })
        }
    }

    @Test func warnsOfASecurityThatNothingHandsOver() async throws {
        let plan = Provisioned.plan("SSID=MyCam-1", more: "Afterwards=provision") + "[Provision]\nSecurity=wpa2\n"
        let own = try await warnings(plan)
        #expect(own.contains { $0.contains("Security: ") && $0.contains("label of Wi-Fi Easy Connect") }, "\(own)")
        let other = try await warnings(plan + "[Program]\nCommand=/bin/true\n")
        #expect(!other.contains { $0.contains("Security: ") }, "\(other)")
    }

    @Test func namesASecretThatOthersCanRead() async throws {
        let plan = Provisioned.plan("SSID=MyCam-0042\nPassphraseFile=@SECRETS@/cam1")
        for (mode, part) in [(0o644, "everybody can read"), (0o640, "group ")] {
            let warnings = try await warnings(plan, secrets: ["cam1": "camera-0042"], mode: mode)
            #expect(warnings.count == 1 && warnings.first?.contains(part) == true, "\(warnings)")
        }
    }

    @Test func namesAllFaults() async throws {
        try await Provisioned.run([:]) { agent in
            let contents = "[Plan]\nApp=a\nChoose=any\nRequird=true\n[Accessory]\nSSID=A\nno key\n"
            let reply = try await agent.control.call(
                .checkPlan, CheckFileRequest(path: "porch.conf", contents: contents))
            #expect(reply.plan == nil && reply.warnings == [])
            #expect(
                ["porch.conf:3: ", "porch.conf:4: ", "porch.conf:7: "].allSatisfy { place in
                    reply.faults.contains { $0.hasPrefix(place) }
                })
            #expect(reply.faults.count == 3, "\(reply.faults)")
        }
    }

    @Test func touchesNoRadioAndInstallsNothing() async throws {
        try await Provisioned.run([:]) { agent in
            _ = try await agent.control.call(
                .checkPlan, CheckFileRequest(path: "porch.conf", contents: Provisioned.plan("SSID=MyCam-0001")))
            #expect(try await agent.control.call(.listPlans).plans.isEmpty)
            #expect(try await agent.control.call(.getStatus).leases.isEmpty)
        }
    }
}

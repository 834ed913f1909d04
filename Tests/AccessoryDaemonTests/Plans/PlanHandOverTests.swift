// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import Testing

/// Plans that hand the home network over: who gets what, and what the history records.
@Suite struct PlanHandOverTests {
    private static let allowing = "[Uplink]\nCredentialsFor=org.example.camera\n"
    private static let home = "BSSID=02:00:00:00:10:01"
    private static let air = Agent.air.replacing(home, with: "\(home)\nSecurity=wpa2\nPassphrase=home-0001")

    private static func plan(_ ssid: String, _ provision: String) -> String {
        let secret = ssid == "MyCam-0042" ? "\nPassphraseFile=@SECRETS@/cam" : ""
        return Provisioned.plan("SSID=\(ssid)\(secret)", more: "Afterwards=provision")
            + "[Program]\nCommand=/bin/true\n[Provision]\n\(provision)\n[Attempts]\nAttempts=1\n"
    }

    private func run<R: Sendable>(
        _ ssid: String, _ provision: String, apps: [String: String] = Agent.apps, air: String = air,
        configuration: String = allowing,
        _ body: @Sendable (Agent) async throws -> R
    ) async throws -> R {
        try await Provisioned.run(
            ["a": Self.plan(ssid, provision)], secrets: ["cam": "camera-0042", "proof": "1234"], apps: apps, air: air,
            configuration: configuration, body)
    }

    @Test func handsOverOnAnEncryptedNetwork() async throws {
        try await run("MyCam-0042", "Family=wled\nProofFile=@SECRETS@/proof") { agent in
            let updates = try await agent.run { update in
                #expect(update.uplink?.passphrase?.secret == "home-0001")
                #expect(
                    update.provision
                        == ProvisionOrder(family: "wled", secret: "1234", leastProtection: "link", security: "wpa2"))
                return FinishPlanRequest(plan: "a", status: 0)
            }
            #expect(updates.last?.state == .done)
            let entry = try await agent.history().first { $0.action == .uplinkGiven }
            #expect(entry?.name == "HomeNet" && entry?.why.contains("protected by 'link' or better") == true)
            for entry in try await agent.history() { #expect(!"\(entry)".contains("1234")) }
        }
    }

    @Test(arguments: [("", "wled"), ("Family=tasmota", "tasmota")])
    func theManifestNamesTheFamilyUnlessThePlanDoes(provision: String, family: String) async throws {
        let apps = Agent.apps.mapValues { "\($0)\n[Provision]\nFamily=wled\n" }
        try await run("MyCam-0042", provision, apps: apps) { agent in
            let updates = try await agent.run { update in
                #expect(update.provision?.family == family)
                return FinishPlanRequest(plan: "a", status: 0)
            }
            #expect(updates.last?.state == .done)
        }
    }

    @Test func aRefusalOfTheAccessoryIsTyped() async throws {
        try await run("MyCam-0042", "Family=wled") { agent in
            let updates = try await agent.run { _ in FinishPlanRequest(plan: "a", status: 4) }
            #expect(updates.last?.error?.code == .provisioningFailed)
            #expect(updates.compactMap(\.lease?.state).last == .restored)
        }
    }

    /// What the plan fails with before its program is started, and without an entry in the history.
    /// - Parameter joins: it fails in the joined hotspot, and not before.
    private func refusal(
        _ ssid: String, _ provision: String, air: String = air, configuration: String = allowing, joins: Bool = true
    ) async throws -> AccessoryError? {
        try await run(ssid, provision, air: air, configuration: configuration) { agent in
            let updates = try await agent.run { update in
                Issue.record("the program was started: \(update)")
                return FinishPlanRequest(plan: "a", status: 0)
            }
            #expect(try await !agent.history().contains { $0.action == .uplinkGiven })
            #expect(updates.compactMap(\.lease?.state).last == (joins ? .restored : nil))
            return updates.last?.error
        }
    }

    @Test func anOpenHotspotGetsNothingWithoutAProof() async throws {
        let error = try await refusal("MyCam-0001", "Family=wled")
        #expect(error?.code == .notAuthorized && error?.message.contains("Cleartext=allow") == true)
        let never = try await refusal(
            "MyCam-0001", "Family=wled\nCleartext=allow", configuration: "\(Self.allowing)Cleartext=refuse\n")
        #expect(never?.code == .notAuthorized)
    }

    @Test func theAdministratorMayAllowClearTextForAll() async throws {
        let configuration = "\(Self.allowing)Cleartext=allow\n"
        try await run("MyCam-0001", "Family=wled", configuration: configuration) { agent in
            let updates = try await agent.run { update in
                #expect(update.provision?.leastProtection == "clear-text" && update.provision?.security == "open")
                return FinishPlanRequest(plan: "a", status: 3)
            }
            #expect(updates.last?.state == .done)
        }
    }

    @Test func aNetworkThatTheFamilyCannotJoinIsNotHandedOver() async throws {
        let wpa3 = Self.air.replacing("Security=wpa2\nPassphrase=home", with: "Security=wpa3\nPassphrase=home")
        let error = try await refusal("MyCam-0042", "Family=tasmota", air: wpa3)
        #expect(error?.code == .provisioningFailed && error?.message.contains("WPA3") == true)
        let away = "\(Self.allowing)SSID=Away\nPassphraseFile=/etc/hostname\n"
        #expect(try await refusal("MyCam-0042", "Family=tasmota", configuration: away, joins: false) != nil)
        let strange = try await refusal("MyCam-0042", "")
        #expect(strange?.code == .provisioningFailed && strange?.message.contains("Family=") == true)
    }

    @Test func nobodyWithoutTheRightGetsThem() async throws {
        let error = try await refusal("MyCam-0042", "Family=wled", configuration: "", joins: false)
        #expect(error?.code == .notAuthorized && error?.message.contains("CredentialsFor") == true)
    }
}

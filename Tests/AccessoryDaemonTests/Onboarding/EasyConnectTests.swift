// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AccessoryProvisioning
import AgentInterface
import FoundationEssentials
import SimulatedRadios
import Testing

@testable import AccessoryDaemon

/// Onboard by Wi-Fi Easy Connect: what the agent reports, records and leaves behind.
@Suite(.timeLimit(.minutes(5))) struct EasyConnectTests {
    private static let key = "MDkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIgADURzxmttZoIRIPWGoQMV00XHWCAQIhXruVWOz0NjlkIA="
    private static let otherKey = "MDkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIgADURzxmttZoIRIPWGoQMV00XHWCAQIhXruVWOz0NjlkIQ="
    private static let label = "DPP:C:81/6;M:02aabbccddee;I:Lamp;K:\(key);;"

    private static func air(_ security: String = "Security=wpa2\nPassphrase=home-0001", _ answer: String = "joins")
        -> String
    {
        Agent.air.replacing("[Air]", with: "[Air]\nCallTime=5ms").replacing(
            "BSSID=02:00:00:00:10:01", with: "BSSID=02:00:00:00:10:01\n\(security)")
            + "\n[Enrollee lamp]\nLabel=\(label)\nAnswer=\(answer)\n"
    }

    /// What the agent has added to wpa_supplicant, and not removed.
    private func leftover(_ agent: Agent) async throws -> [String] {
        let (commands, order) = AsyncStream<EasyConnectCommand>.makeStream()
        for number in 1...3 {
            order.yield(.label(number))
            order.yield(.configuratorKey(number))
        }
        order.finish()
        var replies: [String] = []
        for try await message in await agent.daemon.radio.easyConnect(on: "wlan0", commands) {
            if case .reply(let text) = message, text != "FAIL\n" { replies.append(text) }
        }
        return replies
    }

    @Test func putsALampOnTheHomeNetwork() async throws {
        try await Agent.run(air: Self.air()) { agent in
            let (steps, error) = await agent.control.onboarded(OnboardRequest(label: Self.label))
            #expect(error == nil)
            #expect(
                steps.map(\.step) == [.joining, .identified, .securing, .handingOver, .waitingForAccessory, .ended])
            #expect(steps.compactMap(\.device?.name) == ["Lamp"] && steps.compactMap(\.protection) == ["proven"])
            #expect(steps.last?.outcome == .onNetwork && steps.last?.accessory == nil)
            #expect(!"\(steps)".contains("home-0001"))
            let records = try await agent.control.access(app: nil).records
            #expect(records.isEmpty, "it has neither a hotspot nor Bluetooth")
            let entry = try await agent.history().first { $0.action == .uplinkGiven }
            #expect(entry?.name == "HomeNet" && entry?.why.contains("'proven' or better") == true)
            let left = try await leftover(agent)
            #expect(left.isEmpty)
            let owed = try await agent.daemon.owedMarks()
            #expect(owed.isEmpty)
        }
    }

    @Test(arguments: [
        ("silent", OnboardOutcome.unknown), ("wrong-passphrase", .wrongPassphrase),
        ("not-in-reach", .networkNotInReach),
    ])
    func reportsWhatTheAccessoryReports(answer: String, outcome: OnboardOutcome) async throws {
        try await Agent.run(air: Self.air("Security=wpa2\nPassphrase=home-0001", answer)) { agent in
            let (steps, error) = await agent.control.onboarded(OnboardRequest(label: Self.label))
            #expect(error == nil && steps.last?.outcome == outcome)
            let left = try await leftover(agent)
            #expect(left.isEmpty)
        }
    }

    @Test func anotherKeyIsSilenceAndNobodyIsVanished() async throws {
        try await Agent.run(air: Self.air(), clock: HurriedClock(EasyConnectMachine.pauseTime)) { agent in
            let wrong = Self.label.replacing(Self.key, with: Self.otherKey)
            let refused = await agent.control.onboarded(OnboardRequest(label: wrong))
            #expect(refused.steps.last?.outcome == .refused)
            let absent = wrong.replacing("02aabbccddee", with: "02aabbccddef")
            let silent = await agent.control.onboarded(OnboardRequest(label: absent))
            #expect(silent.steps.last?.outcome == .vanished)
            let left = try await leftover(agent)
            #expect(left.isEmpty)
        }
    }

    @Test func refusesNetworksWithoutAPassphrase() async throws {
        try await Agent.run(air: Self.air("")) { agent in
            let (_, error) = await agent.control.onboarded(OnboardRequest(label: Self.label))
            #expect(error?.code == .provisioningFailed && error?.message.contains("has no passphrase") == true)
            let history = try await agent.history()
            #expect(!history.contains { $0.action == .uplinkGiven })
        }
    }

    @Test(arguments: [("wpa2-wpa3", OnboardOutcome?.some(.onNetwork)), ("wpa3", nil)])
    func anOrderHasWPA2Alone(security: String, outcome: OnboardOutcome?) async throws {
        try await Agent.run(air: Self.air("Security=\(security)\nPassphrase=home-0001")) { agent in
            let (steps, error) = await agent.control.onboarded(OnboardRequest(label: Self.label, security: "wpa2"))
            #expect(steps.last?.outcome == outcome)
            #expect(outcome != nil || error?.message.contains("takes WPA3 alone") == true)
        }
    }

    @Test func anOwnConfiguratorsKeySignsAndIsRemoved() async throws {
        let directory = try Agent.temporaryDirectory()
        defer { Agent.remove(directory) }
        let path = "\(directory)/configurator"
        let key = try EasyConnectKey(.system).der.hexadecimal
        let configuration =
            "[Uplink]\nSSID=HomeNet\nPassphraseFile=\(directory)/home\nConfiguratorKeyFile=\(path)\n"
        try Data("home-0001\n".utf8).write(to: URL(filePath: "\(directory)/home"))
        for (contents, mode, refusal) in [(key, 0o600, nil), (key, 0o644, "chmod 600"), ("3077", 0o600, "P-256")] {
            try Data("\(contents)\n".utf8).write(to: URL(filePath: path))
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
            try await Agent.run(air: Self.air(), in: directory, configuration: configuration) { agent in
                let (steps, error) = await agent.control.onboarded(OnboardRequest(label: Self.label))
                #expect(
                    steps.last?.outcome == (refusal == nil ? .onNetwork : nil), "\(steps) \(String(describing: error))")
                #expect(refusal.map { error?.message.contains($0) == true } ?? (error == nil))
                #expect(!"\(steps) \(String(describing: error))".contains(key))
                let left = try await leftover(agent)
                #expect(left.isEmpty)
            }
        }
    }

    @Test func aNetworkOfConnectorsAloneIsForLabels() async throws {
        let directory = try Agent.temporaryDirectory()
        defer { Agent.remove(directory) }
        let path = "\(directory)/configurator"
        try Data("\(EasyConnectKey(.system).der.hexadecimal)\n".utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        let configuration = "[Uplink]\nSSID=HomeNet\nConfiguratorKeyFile=\(path)\n"
        try await Agent.run(air: Self.air("Security=unknown"), in: directory, configuration: configuration) { agent in
            let (steps, error) = await agent.control.onboarded(OnboardRequest(label: Self.label))
            #expect(steps.last?.outcome == .onNetwork && error == nil)
            let (_, refusal) = await agent.control.onboarded(OnboardRequest(ssid: "MyCam-0001", family: "wled"))
            #expect(refusal?.code == .connectionFailed && refusal?.message.contains("label") == true)
            let given = try await agent.history().filter { $0.action == .uplinkGiven }
            #expect(given.count == 1)
        }
    }

    @Test func refusesOtherLabelsAndSecondNames() async throws {
        try await Agent.run(air: Self.air()) { agent in
            for request in [
                OnboardRequest(label: "WIFI:S:a;T:WPA;P:secret42;;"), OnboardRequest(label: "DPP:K:;;"),
                OnboardRequest(ssid: "PROV_1", label: Self.label),
                OnboardRequest(bluetoothAddress: "02:aa:bb:cc:dd:ee", label: Self.label),
            ] {
                let (_, error) = await agent.control.onboarded(request)
                #expect(error?.code == .invalidRequest && error?.field == "label")
                #expect(error?.message.contains("secret42") == false)
            }
            let (_, error) = await agent.control.onboarded(OnboardRequest(family: "wled", label: Self.label))
            #expect(error?.field == "family")
        }
    }

    /// As an agent that was killed leaves it.
    @Test func clearsAwayWhatAnEarlierAgentLeft() async throws {
        try await Agent.run(air: Self.air()) { agent in
            let key = try EasyConnectKey(.system)
            let (commands, order) = AsyncStream<EasyConnectCommand>.makeStream()
            order.yield(.addConfigurator(key: key.der))
            order.yield(.addLabel(key.mark.marked(Self.label)))
            order.yield(.addLabel(Self.label))
            order.finish()
            for try await _ in await agent.daemon.radio.easyConnect(on: "wlan0", commands) {}
            let before = try await leftover(agent)
            #expect(before.count == 3)
            try await agent.daemon.owe(key.mark)
            await agent.daemon.settleEasyConnects()
            let left = try await leftover(agent)
            #expect(left == [Self.label])
            let owed = try await agent.daemon.owedMarks()
            #expect(owed.isEmpty)
        }
    }
}

extension Daemon {
    fileprivate func owe(_ mark: EasyConnectMark) throws { try store.journal(mark, on: "wlan0") }
    fileprivate func owedMarks() throws -> [EasyConnectMark] { try store.owedEasyConnects().map(\.mark) }
}

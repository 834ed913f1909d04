// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import Testing

@testable import AccessoryRules

/// Plans whose accessory is named by a label of Wi-Fi Easy Connect.
struct PlanLabelTests: RoundTests {
    private static let label =
        "DPP:C:81/6;M:02aabbccddee;I:Lamp;K:MDkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIgADURzxmttZoIRIPWGoQMV00XHWCAQIhXruVWOz0NjlkIA=;;"

    private static func file(_ changes: [String: [String: String?]] = [:]) -> KeyFile {
        var groups: [String: [String: String]] = [
            "Plan": ["App": "org.example.plug", "Afterwards": "provision"], "Accessory": ["Label": label],
        ]
        for (group, keys) in changes {
            for (key, value) in keys { groups[group, default: [:]][key] = value }
        }
        return KeyFile(
            path: "/etc/accessoryd/provision.d/lamp.conf",
            groups: groups.sorted { $0.key < $1.key }.map { .init(name: $0.key, keys: $0.value) })
    }

    @Test func needsNoHotspotAndNoProgram() throws {
        let plan = try #require(Plan.read(Self.file()).plan)
        #expect(plan.label == .text(try EasyConnectLabel(label: Self.label)) && plan.label?.title == "Lamp")
        #expect(plan.descriptor == nil && plan.program == nil && plan.provision == Plan.Provision())
        let stored = Self.file([
            "Accessory": ["Label": nil, "LabelFile": "/etc/accessoryd/lamp.label"],
            "Provision": ["Family": "easyConnect", "Network": "IoT", "Security": "wpa2", "Arrival": "confirmed"],
        ])
        let other = try #require(Plan.read(stored).plan)
        #expect(
            other.label == .stored(.file("/etc/accessoryd/lamp.label")) && other.provision?.terms.arrival == .confirmed)
        #expect(other.provision?.terms.isWPA2Only == true)
        #expect(plan.digest != other.digest)
    }

    @Test(arguments: [
        ("Accessory", "Label", "DPP:K:;;"), ("Accessory", "Label", "WIFI:S:a;T:WPA;P:secret42;;"),
        ("Accessory", "Label", ""), ("Accessory", "LabelFile", "/etc/label"), ("Accessory", "LabelCredential", "lamp"),
        ("Accessory", "SSID", "A"), ("Accessory", "SSIDPrefix", "A"), ("Accessory", "BluetoothService", "180D"),
        ("Accessory", "PassphraseFile", "/etc/passphrase"), ("Plan", "Choose", "all"),
        ("Plan", "RequireBridge", "true"),
        ("Plan", "Afterwards", "restore"), ("Provision", "Family", "wled"), ("Provision", "ProofFile", "/etc/proof"),
        ("Provision", "Cleartext", "allow"), ("Provision", "Arrival", "soon"),
    ])
    func refusesAKey(group: String, key: String, value: String) {
        let (plan, faults) = Plan.read(Self.file([group: [key: value]]))
        #expect(plan == nil && faults.map(\.key) == [key] && faults.map(\.group) == [group], "\(faults)")
        #expect(!"\(faults)".contains("secret42"))
    }

    @Test func refusesAProgram() {
        let faults = Plan.read(Self.file(["Program": ["Command": "/bin/true"]])).faults
        #expect(faults.map(\.group) == ["Program"], "\(faults)")
    }

    // MARK: A round

    private static let calls = ["stop timer", "remember a running", "report a trying 1", "walk a, 1"]
    private static let done = ["remember a done", "report a done", "stop timer", "finish"]

    private func entry() throws -> PlanRound.Entry {
        try RoundSamples.entry("a", ["Plan": ["Afterwards": "provision"], "Accessory": ["Label": Self.label]])
    }

    private func calling() throws -> PlanRound {
        let begins = ["remember a running", "report a waiting"]
        return follow(PlanRound([try entry()]), [Step(0, .start, begins + Self.calls)])
    }

    @Test func callsAtOnceAndLooksForNothing() throws {
        _ = follow(
            try calling(), [Step(5, .radioChanged, []), Step(6, .walked("a", nil), Self.done), Step(7, .due, [])])
    }

    @Test func callsAgainUnlessThatIsInVain() throws {
        let silent = AccessoryError(.activationFailed, "silent")
        let waits = ["remember a running", "report a waiting 5 ActivationFailed", "timer 5"]
        _ = follow(
            try calling(),
            [
                Step(40, .walked("a", silent), waits), Step(44, .due, ["timer 1"]),
                Step(45, .due, ["stop timer", "remember a running", "report a trying 2", "walk a, 2"]),
            ])
        let wrong = AccessoryError(.provisioningFailed, "another key")
        let fails = ["remember a failed", "report a failed ProvisioningFailed", "stop timer", "finish"]
        _ = follow(try calling(), [Step(8, .walked("a", wrong), fails)])
    }

    @Test func waitsForARadioWithoutAnAttempt() throws {
        let round = follow(
            try calling(),
            [
                Step(
                    1, .walked("a", Self.away),
                    ["remember a running", "report a waiting 5 RadioUnavailable", "timer 5"]),
                Step(2, .radioChanged, Self.calls),
            ])
        #expect(round.turns[0].memory.attempts == 1)
    }

    @Test func othersSearchMeanwhileInVain() throws {
        let begins = ["remember a running", "report a waiting", "remember b running", "report b waiting"]
        _ = follow(
            PlanRound([try entry(), try RoundSamples.entry("b")]),
            [
                Step(0, .start, begins + Self.calls),
                Step(9, .walked("a", nil), ["remember a done", "report a done", "look for b", "timer 30"]),
            ])
    }

    @Test func isDueAgainIfItsCallerGoes() throws {
        let gone = ["stop timer", "remember a pending", "finish"]
        _ = follow(try calling(), [Step(5, .callerGone, gone), Step(6, .walked("a", nil), [])])
    }
}

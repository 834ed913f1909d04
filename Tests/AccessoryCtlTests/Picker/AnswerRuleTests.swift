// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import Testing

@testable import accessoryctl

/// The answers of `--select` to the agent's questions.
@Suite struct AnswerRuleTests {
    private func decide(
        _ kind: PickerQuestion.Kind, asks: Bool = false, allows: Bool = false
    ) -> AnswerRule.Decision {
        let question = PickerQuestion(
            id: "7", kind: kind, name: "Camera", text: "Bluetooth",
            items: [MigrationItem(name: "Lamp", ssid: "Lamp-1"), MigrationItem(name: "Plug", ssid: "Plug-1")])
        return AnswerRule(asks: asks, allows: allows).decide(question, of: "Camera app")
    }

    @Test func leavesAWrongPassphraseToTheSetUpsOwnError() {
        #expect(decide(.passphrase) == .decline(nil))
        #expect(decide(.passphrase, allows: true) == .decline(nil))
    }

    @Test func asksAgainForAPassphraseWhereItMayAsk() {
        let question = PickerQuestion(
            id: "7", kind: .passphrase, name: "Camera", text: "MyCam-1", error: "it did not fit")
        #expect(
            AnswerRule(asks: true, allows: false).decide(question, of: "Camera app")
                == .ask(why: "it did not fit", prompt: "Passphrase of 'MyCam-1'"))
    }

    @Test func keepsTheSuggestedName() {
        #expect(decide(.name, asks: true, allows: true) == .decline(nil))
    }

    @Test func allowsWhatAnAppAsksForOnlyWithTheOption() {
        for kind in [PickerQuestion.Kind.migration, .authorization] {
            #expect(decide(kind, allows: true) == .accept(nil))
        }
        #expect(
            decide(.migration, asks: true)
                == .decline(
                    Failure(
                        "Camera app may not go on using 'Lamp', 'Plug' without a person; --yes allows it",
                        .notAuthorized)))
        #expect(
            decide(.authorization, asks: true)
                == .decline(
                    Failure(
                        "Camera app may not have more of 'Camera' (Bluetooth) without a person; --yes allows it",
                        .notAuthorized)))
    }

    private func failure(_ decision: AnswerRule.Decision) -> Failure? {
        if case .decline(let failure) = decision { failure } else { nil }
    }

    @Test func pairsWhereNothingIsComparedOnlyWithTheOption() throws {
        let refusal = try #require(failure(decide(.pairing, asks: true, allows: true)))
        #expect(refusal.text.contains("--pair") && refusal.status == 2)
        let question = PickerQuestion(id: "7", kind: .pairing, name: "Camera")
        #expect(AnswerRule(asks: false, allows: false, pairs: true).decide(question, of: "Camera app") == .accept(nil))
    }

    @Test func neverAllowsAnInputDeviceByItself() throws {
        let question = PickerQuestion(id: "7", kind: .inputDevice, name: "Camera")
        let rule = AnswerRule(asks: true, allows: true, pairs: true)
        #expect(try #require(failure(rule.decide(question, of: "Camera app"))).text.contains("without --select"))
    }

    @Test func neverForgetsABondByItself() throws {
        let question = PickerQuestion(id: "7", kind: .repairing, name: "Camera")
        let rule = AnswerRule(
            asks: true, allows: true, pairs: true, network: .bssid(try Fixture.bssid(1)))
        #expect(try #require(failure(rule.decide(question, of: "Camera app"))).text.contains("accessory remove"))
    }

    @Test func neverAcceptsANetworkAsNew() throws {
        let question = PickerQuestion(
            id: "7", kind: .security, name: "Camera", text: "MyCam-1",
            change: SecurityChange(expected: .wpa2, seen: .open))
        let rule = AnswerRule(asks: true, allows: true, pairs: true, network: .bssid(try Fixture.bssid(1)))
        // The agent's refusal has the reason and the cure.
        #expect(rule.decide(question, of: "Camera app") == .decline(nil))
    }

    private func chosen(_ network: NetworkName?, among networks: [WiFiNetwork]) -> AnswerRule.Decision {
        let question = PickerQuestion(id: "7", kind: .network, name: "Camera", networks: networks)
        return AnswerRule(asks: true, allows: true, pairs: true, network: network).decide(question, of: "Camera app")
    }

    @Test func takesTheNetworkThatWasNamedAndNoOther() throws {
        let one = try Fixture.network("MyCam-1", 1, signal: 90)
        let two = try Fixture.network("MyCam-2", 2, signal: 20)
        let twin = try Fixture.network("MyCam-2", 3, signal: 30)
        let name = NetworkName.ssid(try Fixture.ssid("MyCam-2"))
        #expect(chosen(name, among: [one, two]) == .accept("02:00:00:00:01:02"))
        #expect(chosen(.bssid(two.bssid), among: [one, two, twin]) == .accept("02:00:00:00:01:02"))
        for (name, networks, part) in [
            (nil, [one], "name it with --network"), (nil, [], "name it with --network"),
            (name, [one], "--network names none"), (name, [one, two, twin], "--network names several"),
        ] as [(NetworkName?, [WiFiNetwork], String)] {
            #expect(try #require(failure(chosen(name, among: networks))).text.contains(part))
        }
    }

    @Test(arguments: [PickerQuestion.Kind.passkey, .numericComparison, .displayPasskey])
    func declinesPairingsThatAPersonConfirms(_ kind: PickerQuestion.Kind) {
        let failure = Failure(
            "pairing with 'Camera' needs a person who compares or types a number: choose without --select",
            .invalidInput)
        #expect(decide(kind, asks: true, allows: true) == .decline(failure))
    }
}

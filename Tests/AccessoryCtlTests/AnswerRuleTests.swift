// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import Testing

@testable import accessoryctl

/// What `--select` answers to the agent's questions.
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

    @Test func allowsWhatAnAppAsksForOnlyWhenTold() {
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

    @Test(arguments: [PickerQuestion.Kind.passkey, .numericComparison, .displayPasskey])
    func declinesPairingsThatAPersonConfirms(_ kind: PickerQuestion.Kind) {
        let failure = Failure(
            "'Camera' is paired by a person who compares or types a number: choose without --select", .invalidInput)
        #expect(decide(kind, asks: true, allows: true) == .decline(failure))
    }
}

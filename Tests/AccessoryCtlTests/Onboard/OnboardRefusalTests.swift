// SPDX-License-Identifier: Apache-2.0

import AccessoryProvisioning
import AgentInterface
import LabelReading
import Testing

@testable import accessoryctl

/// A caller whom the agent would refuse at the end learns it at the beginning.
@Suite struct OnboardRefusalTests {
    private let refused = NewAccessoryList(
        accessories: [], others: [], isComplete: false, refusal: "write CredentialsFor")

    @Test(arguments: [OnboardChoice.person, .named(.text("x")), .all])
    func asksNothingOfACallerWhomTheAgentRefuses(choice: OnboardChoice) {
        var call = OnboardCallOnTime(choice)
        let effects = call.receive(.found(refused))
        guard case .finish(let failure?, let status) = effects.last else {
            Issue.record("\(effects)")
            return
        }
        #expect(effects.count == 1 && status == 9 && failure.text.contains("write CredentialsFor"))
    }

    @Test func stillNamesWhatAddsTheAccessoryOfAnotherProgram() throws {
        let label = try Label(parsing: "MT:Y.K9042C00KA0648G00")
        var call = OnboardCallOnTime(.named(.other(label)))
        #expect(call.receive(.found(refused)) == [])
    }
}

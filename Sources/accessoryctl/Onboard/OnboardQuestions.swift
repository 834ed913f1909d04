// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AgentInterface
import Dispatch
import LabelReading

/// Asks a person on the terminal for what one accessory's request lacks.
struct OnboardQuestions: Sendable {
    let accessory: NewAccessory

    /// Throws `Failure` if the person gives up.
    func ask(_ question: OnboardQuestion) async throws -> OnboardForm.Answer {
        switch question {
        case .proof:
            let question = SecretQuestion(
                prompt: "\(accessory.proofQuestion), or nothing", name: "proof", option: "--proof-file")
            return .proof(try await question.ask { text throws(ProofFault) in try ProofFault.checked(text) })
        case .passphrase:
            let prompt = "Passphrase of the hotspot '\(accessory.name)'"
            return .passphrase(try await PassphraseQuestion.ask(prompt, for: accessory.ssid))
        case .consent: return await consent(to: OnboardForm.risk)
        case .weakProof: return await consent(to: OnboardForm.riskOfWeakProof)
        }
    }

    private func consent(to risk: String) async -> OnboardForm.Answer {
        .consent(await LineQuestions().agrees("'\(accessory.name)': \(risk). Go on? [y/N] "))
    }
}

extension NewAccessory {
    /// By the name that the family's own documentation gives the secret.
    var proofQuestion: String {
        switch Family(rawValue: family) {
        case .wled?: "PIN of the settings of '\(name)'"
        case .espressif?: "Proof of possession on the label of '\(name)'"
        case _: "PIN or proof of possession on the label of '\(name)'"
        }
    }
}

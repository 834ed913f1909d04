// SPDX-License-Identifier: Apache-2.0

import AgentInterface

/// How the agent's questions are answered without a person.
struct AnswerRule: Hashable, Sendable {
    enum Decision: Hashable {
        case accept
        /// With a reason where nothing else tells it.
        case decline(Failure?)
        /// Ask for a passphrase on the terminal.
        case ask(why: String, prompt: String)
    }

    /// A passphrase is asked for on the terminal.
    let asks: Bool
    /// What an app asks for beside an accessory is allowed.
    let allows: Bool

    func decide(_ question: PickerQuestion, of appName: String) -> Decision {
        switch question.kind {
        case .passphrase:
            guard asks else { return .decline(nil) }
            return .ask(
                why: question.error ?? "The network refused the passphrase.",
                prompt: "Passphrase of '\(question.text ?? question.name)'"
            )
        case .name: return .decline(nil)
        case .migration:
            if allows { return .accept }
            let names = (question.items ?? []).map { "'\($0.name)'" }.joined(separator: ", ")
            return refusal("\(appName) may not go on using \(names)")
        case .authorization:
            if allows { return .accept }
            let what = question.text.map { " (\($0))" } ?? ""
            return refusal("\(appName) may not have more of '\(question.name)'\(what)")
        case .passkey, .numericComparison, .displayPasskey:
            return .decline(
                Failure(
                    "'\(question.name)' is paired by a person who compares or types a number: choose without --select",
                    .invalidInput))
        }
    }

    private func refusal(_ text: String) -> Decision {
        .decline(Failure("\(text) without a person; --yes allows it", .notAuthorized))
    }
}

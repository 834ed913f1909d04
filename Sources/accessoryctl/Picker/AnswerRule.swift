// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface

/// Answers the agent's questions without a person.
struct AnswerRule: Hashable, Sendable {
    enum Decision: Hashable {
        /// With a text, if the answer needs one.
        case accept(String?)
        /// With a reason, if no other message gives it.
        case decline(Failure?)
        /// Ask for a passphrase on the terminal.
        case ask(why: String, prompt: String)
    }

    /// A passphrase may be asked for on the terminal.
    let asks: Bool
    /// An app's requests beside an accessory are allowed.
    let allows: Bool
    /// Pairings in which nothing is compared are allowed.
    var pairs = false
    /// The accessory's network, for the case that the agent cannot correlate it.
    var network: NetworkName?

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
            if allows { return .accept(nil) }
            let names = (question.items ?? []).map { "'\($0.name)'" }.joined(separator: ", ")
            return refusal("\(appName) may not go on using \(names)")
        case .authorization:
            if allows { return .accept(nil) }
            let what = question.text.map { " (\($0))" } ?? ""
            return refusal("\(appName) may not have more of '\(question.name)'\(what)")
        case .network: return choice(question)
        case .inputDevice:
            return person(
                "'\(question.name)' would become an input device of this machine, which could type and click here: "
                    + "choose without --select")
        case .pairing:
            if pairs { return .accept(nil) }
            return person(
                "pairing with '\(question.name)' compares nothing that would expose a device that poses as it: "
                    + "--pair allows it, or choose without --select")
        // The set-up fails with the agent's reason.
        case .security, .retry: return .decline(nil)
        case .repairing:
            return person(
                "'\(question.name)' no longer knows its pairing with this machine, or another device poses as it: "
                    + "choose without --select, or remove it with `accessoryctl accessory remove` and set it up again")
        case .passkey, .numericComparison, .displayPasskey:
            return person(
                "pairing with '\(question.name)' needs a person who compares or types a number: "
                    + "choose without --select")
        }
    }

    /// No evidence shows which network it is, so only a name decides; never the strongest, never the only one.
    private func choice(_ question: PickerQuestion) -> Decision {
        let networks = question.networks ?? []
        let list = networks.map { "'\($0.ssid?.description ?? "(hidden)")' (\($0.bssid))" }.joined(separator: ", ")
        guard let network else {
            return person(
                "no evidence shows which network belongs to '\(question.name)': \(list); name it with --network, "
                    + "or choose without --select")
        }
        let named = networks.filter { network.names($0) }
        if let only = named.first, named.count == 1 { return .accept(only.bssid.description) }
        return person(
            "--network names \(named.isEmpty ? "none" : "several") of the networks that may belong to "
                + "'\(question.name)': \(list)")
    }

    private func person(_ text: String) -> Decision { .decline(Failure(text, .invalidInput)) }

    private func refusal(_ text: String) -> Decision {
        .decline(Failure("\(text) without a person; --yes allows it", .notAuthorized))
    }
}

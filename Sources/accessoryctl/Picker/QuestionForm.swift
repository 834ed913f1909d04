// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import LabelReading

/// One question of the agent: the keys that answer it, and the typed text.
struct QuestionForm: Hashable {
    enum Outcome: Hashable {
        case open
        case accepted(String?)
        case declined
    }

    enum Entry: Hashable {
        case secret(SecretLine)
        case line(LineEditor)
        /// Yes or no.
        case decision
        /// One of the networks, by its index; nil until one is chosen.
        case choice(Int?)
        /// The person can only end it.
        case nothing
    }

    let question: PickerQuestion
    private(set) var entry: Entry
    private var rows = RowCursor()
    /// The reason why the last key had no effect, or the agent's reply to the last answer.
    private(set) var note: String?

    init(_ question: PickerQuestion) {
        self.question = question
        entry =
            switch question.kind {
            case .passphrase: .secret(.passphrase)
            case .name: .line(LineEditor(question.text ?? "", limit: 255))
            case .passkey: .line(LineEditor(limit: Self.passkeyDigits))
            case .migration, .authorization, .security, .inputDevice, .pairing, .repairing, .numericComparison, .retry:
                .decision
            // No evidence shows which network it is, so none is suggested.
            case .network: .choice(nil)
            case .displayPasskey: .nothing
            }
    }

    /// Bluetooth's passkeys are numbers of up to six digits (Core Specification 5.4, volume 3, part H, 2.3.5.3).
    private static let passkeyDigits = 6

    mutating func receive(_ key: Key) -> Outcome {
        note = nil
        switch entry {
        case .secret(var line):
            let outcome = line.receive(key)
            entry = .secret(line)
            return answered(outcome)
        case .line(var line):
            if question.kind == .passkey, case .character(let character) = key,
                !(character.isASCII && character.isNumber)
            {
                note = "a passkey has digits only"
                return .open
            }
            let outcome = line.receive(key)
            entry = .line(line)
            return answered(outcome)
        case .decision: return decided(key)
        case .choice(let index): return chosen(key, index)
        case .nothing: return key.leaves ? .declined : .open
        }
    }

    /// The agent refused the answer; the question stands.
    mutating func refused(_ why: String) {
        if case .secret = entry { entry = .secret(.passphrase) }
        note = why
    }

    private mutating func answered(_ outcome: LineOutcome) -> Outcome {
        switch outcome {
        case .typing: return .open
        case .cancelled: return .declined
        case .done(let text):
            guard question.kind == .passphrase else {
                if !text.isEmpty { return .accepted(text) }
                note = question.kind == .name ? "a name has 1 to 255 bytes" : "a passkey has 1 to 6 digits"
                return .open
            }
            do throws(TypedPassphrase.Fault) {
                let ssid = question.text.flatMap { try? SSID(text: $0) }
                return .accepted(try TypedPassphrase.read(text, for: ssid).secret)
            } catch {
                entry = .secret(.passphrase)
                note = error.description
                return .open
            }
        }
    }

    private mutating func decided(_ key: Key) -> Outcome {
        if key.leaves || key == .character("n") || key == .character("N") { return .declined }
        if key == .character("y") || key == .character("Y") { return .accepted(nil) }
        // A grant or a comparison needs a key that nobody presses by habit.
        if key == .enter, question.kind == .migration || question.kind == .retry { return .accepted(nil) }
        note = "press y or n"
        return .open
    }

    private mutating func chosen(_ key: Key, _ index: Int?) -> Outcome {
        let networks = question.networks ?? []
        if key.leaves { return .declined }
        guard key != .enter else {
            if let index, networks.indices.contains(index) { return .accepted(networks[index].bssid.description) }
            note = "choose one with arrows or its number first"
            return .open
        }
        // The first arrow marks the first one or the last one.
        if index == nil { rows = RowCursor(row: [.up, .pageUp, .character("k")].contains(key) ? networks.count : -1) }
        note = rows.receive(key, of: networks.count)
        if networks.indices.contains(rows.row) { entry = .choice(rows.row) }
        return .open
    }
}

// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface

/// One question of the agent: which keys answer it, and what is typed so far.
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
        /// The person has nothing to say but that it shall end.
        case nothing
    }

    let question: PickerQuestion
    private(set) var entry: Entry
    /// Why the last key had no effect, or what the agent said to the last answer.
    private(set) var note: String?

    init(_ question: PickerQuestion) {
        self.question = question
        entry =
            switch question.kind {
            case .passphrase: .secret(SecretLine())
            case .name: .line(LineEditor(question.text ?? "", limit: 255))
            case .passkey: .line(LineEditor(limit: Self.passkeyDigits))
            case .migration, .authorization, .numericComparison: .decision
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
        case .nothing: return isNo(key) ? .declined : .open
        }
    }

    /// The agent did not take the answer; the question stands.
    mutating func refused(_ why: String) {
        if case .secret = entry { entry = .secret(SecretLine()) }
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
            do {
                return .accepted(try Passphrase(text).secret)
            } catch {
                entry = .secret(SecretLine())
                note = error.description
                return .open
            }
        }
    }

    private mutating func decided(_ key: Key) -> Outcome {
        if isNo(key) || key == .character("n") || key == .character("N") { return .declined }
        if key == .character("y") || key == .character("Y") { return .accepted(nil) }
        // What is granted or compared is worth a key that is not pressed by habit.
        if key == .enter, question.kind == .migration { return .accepted(nil) }
        note = "press y or n"
        return .open
    }

    private func isNo(_ key: Key) -> Bool {
        switch key {
        case .character("q"), .escape, .controlC, .endOfInput: true
        case .character, .up, .down, .left, .right, .home, .end, .enter, .backspace, .controlU, .other: false
        }
    }
}

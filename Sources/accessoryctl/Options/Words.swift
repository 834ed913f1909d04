// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import ArgumentParser

/// The words before the options of a command: its object and command. Abbreviations become whole names. nmcli's options
/// that stand before the object move behind the command, where the argument parser takes them.
struct Words {
    let root: any ParsableCommand.Type

    /// Throws `UsageError` that lists the candidates.
    func resolved(_ arguments: [String]) throws(UsageError) -> [String] {
        var rest = arguments[...]
        var options = try leadingOptions(of: &rest)
        guard let word = rest.popFirst() else { return options }
        guard !word.hasPrefix("-") else { throw CommonOption.unknown(word) }
        if "help".hasPrefix(word), word.count > 1 {
            return try ["help"] + path(Array(rest))
        }
        let object = try match(word, among: root.configuration.subcommands, called: "object")
        var names = [object._commandName]
        if !object.configuration.subcommands.isEmpty {
            options += try leadingOptions(of: &rest)
            if let word = rest.first, !word.hasPrefix("-") {
                rest.removeFirst()
                names.append(
                    try match(word, among: object.configuration.subcommands, called: "command of \(names[0])")
                        ._commandName)
            }
        }
        return names + options + rest
    }

    /// `help acce l` names commands, and nothing else.
    private func path(_ words: [String]) throws(UsageError) -> [String] {
        var names: [String] = []
        var commands = root.configuration.subcommands
        for word in words {
            let command = try match(word, among: commands, called: names.isEmpty ? "object" : "command of \(names[0])")
            names.append(command._commandName)
            commands = command.configuration.subcommands
        }
        return names
    }

    /// Unlike nmcli, which takes the first that fits, this does not guess: 'accessory r' could mean rename or remove.
    private func match(
        _ word: String, among commands: [any ParsableCommand.Type], called kind: String
    ) throws(UsageError) -> any ParsableCommand.Type {
        let known = commands.map { $0._commandName }
        let candidates = Self.candidates(for: word, among: known)
        if candidates.count == 1, let command = commands.first(where: { $0._commandName == candidates[0] }) {
            return command
        }
        let names = (candidates.isEmpty ? known : candidates).joined(separator: ", ")
        guard candidates.isEmpty else { throw UsageError("'\(word)' is ambiguous: \(names)") }
        guard !commands.isEmpty else { throw UsageError("'\(word)' is unexpected") }
        let question = EditDistance.question(about: word, among: known)
        throw UsageError("'\(word)' is no \(kind)\(question); there are: \(names)")
    }

    /// The names that a word may stand for; one if it is clear.
    static func candidates(for word: String, among names: [String]) -> [String] {
        if names.contains(word) { return [word] }
        let candidates = names.filter { $0.hasPrefix(word) }
        // A name with which all others begin could not be abbreviated if they counted: 'acce' is access, and accessory
        // is 'accesso'.
        let shortest = candidates.first { name in candidates.allSatisfy { $0.hasPrefix(name) } }
        return shortest.map { [$0] } ?? candidates
    }

    /// Removes the options that every command has from the front.
    private func leadingOptions(of words: inout ArraySlice<String>) throws(UsageError) -> [String] {
        var options: [String] = []
        while let word = words.first, word.hasPrefix("-"), word != "--", word != "-" {
            if word == "-v" || (word.count > 3 && "--version".hasPrefix(word)) {
                options.append("--version")
                words.removeFirst()
                continue
            }
            guard let (option, spelled) = try CommonOption.named(word) else { return options }
            words.removeFirst()
            options.append(spelled)
            if option.takesValue, !spelled.contains("=") {
                guard let value = words.popFirst() else { throw UsageError("option '\(word)' needs a value") }
                options.append(value)
            }
        }
        return options
    }
}

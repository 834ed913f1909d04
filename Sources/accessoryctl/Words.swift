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

/// An option that every command has.
struct CommonOption: Hashable, Sendable {
    let short: Character?
    let long: String
    let takesValue: Bool

    static let all = [
        CommonOption(short: "t", long: "terse", takesValue: false),
        CommonOption(short: "p", long: "pretty", takesValue: false),
        CommonOption(short: "m", long: "mode", takesValue: true),
        CommonOption(short: "f", long: "fields", takesValue: true),
        CommonOption(short: "g", long: "get-values", takesValue: true),
        CommonOption(short: "e", long: "escape", takesValue: true),
        CommonOption(short: "c", long: "colors", takesValue: true),
        CommonOption(short: "a", long: "ask", takesValue: false),
        CommonOption(short: "s", long: "show-secrets", takesValue: false),
        CommonOption(short: "w", long: "wait", takesValue: true),
        CommonOption(short: nil, long: "json", takesValue: false),
        CommonOption(short: nil, long: "runtime-dir", takesValue: true),
        CommonOption(short: "h", long: "help", takesValue: false),
    ]

    /// The end of a command's help text.
    static let reference: String = {
        let names = all.filter { $0.long != "help" }.map { option in option.short.map { "-\($0)" } ?? "--\(option.long)"
        }
        return "COMMON OPTIONS: \(names.joined(separator: ", "))\n"
            + "  `accessoryctl --help` explains them, and the exit statuses."
    }()

    /// For an option before the object that not every command has.
    static func unknown(_ word: String) -> UsageError {
        let name = word.prefix { $0 != "=" }
        let question = EditDistance.question(about: String(name), among: all.map { "--" + $0.long })
        return UsageError(
            "'\(name)' is no common option\(question); other options stand after the command")
    }

    /// The argument parser's message, with the common option that an unknown one may stand for: the parser suggests
    /// none, because the commands' own pages do not list them.
    static func suggested(in message: String) -> String {
        let start = "Error: Unknown option '"
        let line = message.prefix { !$0.isNewline }
        guard line.hasPrefix(start), line.hasSuffix("'") else { return message }
        let word = String(line.dropFirst(start.count).dropLast())
        let question = EditDistance.question(about: word, among: all.map { "--" + $0.long })
        return line + question + message.dropFirst(line.count)
    }

    /// The option that a word names, and the word with the full name. Nil for options that not every command has.
    static func named(_ word: String) throws(UsageError) -> (CommonOption, String)? {
        guard word.hasPrefix("--") else {
            let letters = word.dropFirst()
            // Several letters are several options; only the last can take a value.
            let options = letters.compactMap { letter in all.first { $0.short == letter } }
            guard let last = options.last, options.count == letters.count,
                options.dropLast().allSatisfy({ !$0.takesValue })
            else { return nil }
            return (last, word)
        }
        let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = parts.first, !name.isEmpty else { return nil }
        let candidates = all.filter { $0.long.hasPrefix(name) }
        guard let option = candidates.first(where: { $0.long == name }) ?? candidates.first else { return nil }
        guard candidates.count == 1 || option.long == name else {
            throw UsageError("'\(word)' is ambiguous: \(candidates.map { "--" + $0.long }.joined(separator: ", "))")
        }
        return (option, "--" + option.long + (parts.count == 2 ? "=" + parts[1] : ""))
    }
}

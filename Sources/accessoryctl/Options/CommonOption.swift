// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

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

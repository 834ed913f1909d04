// SPDX-License-Identifier: Apache-2.0

/// The possible continuations of a command line.
struct Completion {
    /// One word of it.
    struct Candidate: Hashable, Sendable {
        var word: String
        /// A description, for shells that show one.
        var about: String?

        init(_ word: String, _ about: String? = nil) {
            self.word = word
            self.about = about
        }
    }

    enum Proposal: Hashable, Sendable {
        case words([Candidate])
        /// Names from the agent, behind this text, for the app that the line names.
        case names(LiveNames.Kind, behind: String, app: String?)
        case fields([String], behind: String)
        case files
    }

    let proposal: Proposal
    /// The agent that the line names.
    let runtimeDirectory: String?
    /// The typed part of the last word.
    let typed: String

    /// - Parameter words: The words of the line, without the tool's name. The last one is to be completed and may be
    ///   empty.
    init(_ words: [String], in tree: CommandTree) {
        var line = Line(tree.command)
        for word in words.dropLast() { line.receive(word) }
        typed = words.last ?? ""
        runtimeDirectory = line.values["runtime-dir"]
        proposal = line.proposal(for: typed)
    }

    /// The words of a line so far.
    private struct Line {
        var command: CommandTree.Command
        var path: [String] = []
        /// By the options' long names.
        var values: [String: String] = [:]
        /// The option whose value is next.
        var pending: CommandTree.Argument?
        var positionals = 0
        var isHelp = false
        var isForProgram = false
        /// Nothing fits the typed words.
        var isLost = false

        init(_ root: CommandTree.Command) { command = root }

        mutating func receive(_ word: String) {
            if isForProgram || isLost { return }
            if let option = pending {
                pending = nil
                if let name = option.long { values[name] = word }
            } else if word == "--" {
                isForProgram = true
            } else if word.hasPrefix("--") {
                let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard let option = option(String(parts.first ?? "")), option.kind == .option else { return }
                if parts.count == 2, let name = option.long {
                    values[name] = String(parts[1])
                } else {
                    pending = option
                }
            } else if word.hasPrefix("-"), let letter = word.dropFirst().last {
                pending = command.options.first { $0.kind == .option && $0.isCalled(short: letter) }
            } else if path.isEmpty, !isHelp, word.count > 1, "help".hasPrefix(word) {
                isHelp = true
            } else if command.subcommands != nil {
                guard let next = command.subcommand(word) else {
                    isLost = true
                    return
                }
                command = next
                path.append(next.commandName)
            } else {
                positionals += 1
            }
        }

        private func option(_ name: String) -> CommandTree.Argument? {
            let fitting = command.options.filter { $0.long?.hasPrefix(name) ?? false }
            return fitting.first { $0.long == name } ?? (fitting.count == 1 ? fitting[0] : nil)
        }

        func proposal(for typed: String) -> Proposal {
            if isForProgram { return isLost ? .words([]) : .files }
            if isLost { return .words([]) }
            if let pending { return CompletionRule(pending, path, values).proposal(after: "") }
            if typed.hasPrefix("--"), let end = typed.firstIndex(of: "=") {
                guard let option = option(String(typed[..<end].dropFirst(2))), option.kind == .option else {
                    return .words([])
                }
                return CompletionRule(option, path, values).proposal(after: String(typed[...end]))
            }
            if typed.hasPrefix("-") { return .words(isHelp ? [] : options) }
            if let commands = command.subcommands {
                let help = path.isEmpty && !isHelp ? [Candidate("help", "Explain the command.")] : []
                let named = commands.filter { $0.commandName != "help" }
                return .words(named.map { Candidate($0.commandName, $0.abstract) } + help)
            }
            let arguments = command.positionals.filter { $0.parsingStrategy != "postTerminator" }
            guard positionals < arguments.count, !isHelp else { return .words([]) }
            return CompletionRule(arguments[positionals], path, values).proposal(after: "")
        }

        private var options: [Candidate] {
            command.options.compactMap { option in
                option.long.flatMap { values[$0] == nil ? Candidate("--\($0)", option.abstract) : nil }
            }
        }
    }
}

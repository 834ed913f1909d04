// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import ArgumentParser

/// Answers the shells' scripts in packaging/completions: `accessoryctl __complete WORD...`, where the last word is the
/// one to complete, or `accessoryctl __complete --line LINE BREAKS`. The second form is for a shell that leaves the
/// splitting to us. Such a shell also splits words at the breaks, and takes only the part behind the last one.
///
/// Every candidate is a line, with a tab and its description. `:files` alone stands for names of files.
enum CompletionOutput {
    static let word = "__complete"
    static let files = ":files"

    /// Never fails: without candidates there is no output.
    static func lines(_ arguments: some Collection<String>, of root: any ParsableCommand.Type) async -> [String] {
        guard let tree = try? CommandTree(of: root) else { return [] }
        var words = Array(arguments)
        var settled = ""
        if words.first == "--line", words.count == 3 {
            let line = ShellWords(words[1], breaks: words[2])
            words = Array(line.words.dropFirst())
            settled = line.settled
        }
        let completion = Completion(words, in: tree)
        var candidates: [Completion.Candidate]
        switch completion.proposal {
        case .files: return [files]
        case .words(let words): candidates = words
        case .fields(let fields, let prefix):
            // Commas separate fields.
            let before = completion.typed.lastIndex(of: ",").map { String(completion.typed[...$0]) } ?? prefix
            candidates = fields.map { Completion.Candidate(before + $0) }
        case .names(let kind, let prefix, let app):
            let sockets = completion.runtimeDirectory.map { AgentSockets(directory: $0) } ?? AgentSockets()
            candidates = await LiveNames(control: ControlClient(sockets)).names(kind, app: app)
            for index in candidates.indices { candidates[index].word = prefix + candidates[index].word }
        }
        return lines(candidates, typed: completion.typed, settled: settled)
    }

    private static func lines(_ candidates: [Completion.Candidate], typed: String, settled: String) -> [String] {
        var known = Set<String>()
        return candidates.compactMap { candidate in
            guard candidate.word.hasPrefix(typed), known.insert(candidate.word).inserted else { return nil }
            let about = candidate.about?.split(whereSeparator: \.isNewline).first.map { "\t" + String($0).printable }
            return candidate.word.dropFirst(settled.count).description.printable + (about ?? "")
        }
    }
}

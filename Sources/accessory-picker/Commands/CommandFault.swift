// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import ArgumentParser

/// A first word that is no command. The argument parser takes it for an argument of the default command, and so names no
/// command.
struct CommandFault: ProgramFault, Hashable {
    let description: String

    /// Nil if the words before the first option are commands.
    init?(_ arguments: some Sequence<String>, of root: any ParsableCommand.Type) {
        var command = root
        for word in arguments {
            let commands = command.configuration.subcommands
            // The argument parser has a command `help`, and a command without commands has arguments.
            guard !word.hasPrefix("-"), word != "help", !commands.isEmpty else { return nil }
            guard let next = commands.first(where: { $0._commandName == word }) else {
                let known = commands.map { $0._commandName }
                let question = EditDistance.question(about: word, among: known)
                description = "'\(word)' is no command\(question); there are: \(known.joined(separator: ", "))"
                return
            }
            command = next
        }
        return nil
    }
}

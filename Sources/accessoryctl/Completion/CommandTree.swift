// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import FoundationEssentials

/// The tool's objects, commands and options, from the argument parser, in the form of its ToolInfoV0.
struct CommandTree: Decodable {
    struct Command: Decodable {
        var commandName: String
        var abstract: String?
        var subcommands: [Command]?
        var arguments: [Argument]?

        /// The command that the object stands for alone.
        var defaultSubcommand: String?

        /// Includes those of the default command.
        var options: [Argument] {
            let other = subcommands?.first { $0.commandName == defaultSubcommand }
            return (other ?? self).arguments?.filter { $0.kind != .positional } ?? []
        }

        var positionals: [Argument] { arguments?.filter { $0.kind == .positional } ?? [] }

        /// The command that a word names, in full or by its beginning.
        func subcommand(_ word: String) -> Command? {
            let commands = subcommands ?? []
            let names = Words.candidates(for: word, among: commands.map(\.commandName))
            return names.count == 1 ? commands.first { $0.commandName == names[0] } : nil
        }
    }

    struct Argument: Decodable, Hashable {
        enum Kind: String, Decodable {
            case positional
            case option
            case flag
        }

        struct Name: Decodable, Hashable {
            enum Kind: String, Decodable {
                case long
                case short
                case longWithSingleDash
            }

            var kind: Kind
            var name: String
        }

        var kind: Kind
        var names: [Name]?
        var valueName: String?
        var allValues: [String]?
        var abstract: String?
        /// The strategy for words behind `--`.
        var parsingStrategy: String?

        var long: String? { names?.first { $0.kind == .long }?.name }

        func isCalled(short letter: Character) -> Bool {
            names?.contains { $0.kind == .short && $0.name == String(letter) } ?? false
        }
    }

    var command: Command

    init(of root: any ParsableCommand.Type) throws {
        self = try JSONDecoder().decode(CommandTree.self, from: Data(root._dumpHelp().utf8))
        let objects = root.configuration.subcommands
        command.subcommands = command.subcommands?.map { command in
            var command = command
            // The parser only reports a name that was set explicitly.
            let object = objects.first { $0._commandName == command.commandName }
            command.defaultSubcommand = object?.configuration.defaultSubcommand?._commandName
            return command
        }
    }
}

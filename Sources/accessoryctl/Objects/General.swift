// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AgentInterface
import ArgumentParser

struct GeneralObject: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "general", abstract: "The agent as a whole.",
        subcommands: [StatusCommand.self, Reload.self], defaultSubcommand: StatusCommand.self)

    struct StatusCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "status", abstract: "What the agent is, which radios it has and who has joined what.",
            discussion: """
                Radios and leases are printed below the agent's own line, unless fields or terse output are asked for. \
                Files with faults are named on standard error.
                """)

        @OptionGroup(title: "Common options") var output: OutputOptions

        func run() async throws {
            try output.check(.status)
            let control = output.control
            let status = try await output.bounded { try await control.status() }
            try output.show([status], .status, wire: status)
            let style = output.style
            guard !style.json else { return }
            if style.manner != .terse, style.fields == nil {
                if let why = status.unavailable { StandardStream.output.write(["", why.printable]) }
                for table in [
                    try View.adapters.table(status.adapters, fields: nil),
                    try View.leases.table(status.leases, fields: nil),
                ] where !table.rows.isEmpty {
                    StandardStream.output.write([""] + style.lines(table))
                }
            }
            StandardStream.error.write(status.faults.map { "Warning: \($0.printable)" })
        }
    }

    struct Reload: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "reload", abstract: "Read the apps' manifests again, and list what is known now.")

        @OptionGroup(title: "Common options") var output: OutputOptions

        func run() async throws {
            try output.check(.apps)
            let control = output.control
            let list = try await output.bounded { try await control.reloadConfiguration() }
            try output.show(list.apps, .apps, wire: list)
            StandardStream.error.write(list.faults.map { "Warning: \($0.printable)" })
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import ArgumentParser

struct AppObject: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "app", abstract: "Apps that the agent knows by their manifests.",
        subcommands: [List.self, Show.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "All apps; manifests with faults are named on standard error.")

        @OptionGroup(title: "Common options") var output: OutputOptions

        func run() async throws {
            try output.check(.apps)
            let control = output.control
            let list = try await output.bounded { try await control.apps() }
            try output.show(list.apps, .apps, wire: list)
            if !output.json { StandardStream.error.write(list.faults.map { "Warning: \($0.printable)" }) }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "One app: who may be it, and what it may look for.")

        @Argument(help: "The app's identifier.") var id: String
        @OptionGroup(title: "Common options") var output: OutputOptions

        func run() async throws {
            try output.check(.apps)
            let control = output.control
            let list = try await output.bounded { try await control.apps() }
            guard let app = list.apps.first(where: { $0.id == id }) else {
                throw AccessoryError(
                    .unknownApp, "no manifest names '\(id)'; `accessoryctl app list` shows those there are")
            }
            var all = output
            if all.fields == nil, all.getValues == nil { all.fields = "all" }
            try all.show([app], .apps, wire: app, preferred: .multiline)
        }
    }
}

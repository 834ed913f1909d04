// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import ArgumentParser
import TrustedFiles

struct AppObject: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "app", abstract: "Apps that the agent knows from their manifests.",
        subcommands: [List.self, Show.self, Check.self, Add.self, Import.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List all apps.",
            discussion: """
                The command reports manifests with faults on standard error.
                """)

        @OptionGroup(title: "Common options", visibility: .hidden) var output: OutputOptions

        func run() async throws {
            try output.check(.apps)
            let control = output.control
            let list = try await output.bounded { try await control.apps() }
            try output.show(list.apps, .apps, wire: list)
            if !output.json { StandardStream.error.write(list.faults.map { "Warning: \($0.shown)" }) }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show one app: its identities, and the accessories that it may look for.")

        @Argument(help: "The app's identifier.") var id: String
        @OptionGroup(title: "Common options", visibility: .hidden) var output: OutputOptions

        func run() async throws {
            try output.check(.apps)
            let control = output.control
            let list = try await output.bounded { try await control.apps() }
            guard let app = list.apps.first(where: { $0.id == id }) else {
                let question = EditDistance.question(about: id, among: list.apps.map(\.id))
                throw AccessoryError(
                    .unknownApp, "no manifest names '\(id)'\(question); `accessoryctl app list` shows all apps")
            }
            try output.show(app, wire: app)
        }
    }

    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check a manifest, and show the app that it defines.",
            discussion: """
                The command reports warnings and every fault, each with its line, on standard error. If there is a fault, it \
                exits with status 2. The command installs nothing. It needs no running agent; without one, it checks by the \
                default settings, and shows no app.
                """)

        @Argument(help: "The manifest; - is standard input.") var file: String
        @OptionGroup(title: "Common options", visibility: .hidden) var output: OutputOptions

        func run() async throws {
            try output.check(.apps)
            let (path, bytes) = try ConfigurationFile.read(file, as: "manifest")
            let reply: CheckManifestReply
            do {
                // JSON carries only text.
                reply = try await check(try KeyFile.text(bytes, path: path), path)
            } catch let fault as KeyFileFault {
                reply = CheckManifestReply(app: nil, faults: [fault.description], warnings: [])
            }
            if output.json {
                StandardStream.output.write(try JSONPrinter(isPretty: output.pretty).lines(reply))
            } else {
                if let app = reply.app { try output.show(app, wire: reply) }
                StandardStream.error.write(reply.faults.map { "Error: \($0.shown)" })
                StandardStream.error.write(reply.warnings.map { "Warning: \($0.shown)" })
            }
            if !reply.faults.isEmpty { throw ExitCode(ExitStatus.invalidInput.rawValue) }
        }

        /// The agent's check. If no agent runs, or it does not serve this user, the tool checks by the same rules.
        private func check(_ contents: String, _ path: String) async throws -> CheckManifestReply {
            let control = output.control
            do {
                return try await output.bounded {
                    try await control.call(.checkManifest, CheckFileRequest(path: path, contents: contents))
                }
            } catch let fault as AgentFault where fault.exitStatus != .unknown {
                let check = ManifestCheck(contents, path: path)
                let without = "checked by the default settings, since \(fault)"
                return CheckManifestReply(
                    app: nil, faults: check.faults.map(\.description),
                    warnings: check.warnings.map(\.description) + [without])
            }
        }
    }
}

extension OutputOptions {
    /// Prints one app with all its facts.
    fileprivate func show(_ app: AppStatus, wire: some Encodable) throws {
        var all = self
        if all.fields == nil, all.getValues == nil { all.fields = "all" }
        try all.show([app], .apps, wire: wire, preferred: .multiline)
    }
}

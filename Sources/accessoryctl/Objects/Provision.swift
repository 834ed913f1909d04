// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import ArgumentParser
import TrustedFiles

struct ProvisionObject: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "provision", abstract: "Accessories that are set up without a person, by plans in provision.d.",
        discussion: """
            What a plan says is in accessoryd-plan(5).
            """,
        subcommands: [List.self, StatusCommand.self, Check.self, Run.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "The plans, and which of them are due.",
            discussion: """
                Files with faults are named by `accessoryctl general status`.
                """)

        @OptionGroup(title: "Common options") var output: OutputOptions

        func run() async throws {
            try output.check(.plans)
            let control = output.control
            let list = try await output.bounded { try await control.plans() }
            try output.show(list.plans, .plans, wire: list)
        }
    }

    struct StatusCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "status", abstract: "What became of the plans, when, and why one failed.",
            discussion: """
                A plan is pending when it is due and running while it is carried out; else it is done, kept (done, and its \
                accessory's network is held) or failed.
                """)

        @OptionGroup(title: "Common options") var output: OutputOptions

        func run() async throws {
            try output.check(.planOutcomes)
            let control = output.control
            let (list, known) = try await output.bounded {
                (try await control.plans(), try await control.accessories().accessories)
            }
            try output.show(list.plans.map { PlanOutcome($0, known) }, .planOutcomes, wire: list)
        }
    }

    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Explain every fault of a plan, or show the plan that it would make.",
            discussion: """
                Nothing is installed, and no radio is touched. Faults, each with its line, and warnings are named on \
                standard error; exits 2 when there is a fault.
                """)

        @Argument(help: "The plan's file; - is standard input.") var file: String
        @OptionGroup(title: "Common options") var output: OutputOptions

        func run() async throws {
            try output.check(.plans)
            let (path, bytes) = try ConfigurationFile.read(file, as: "plan")
            let reply: CheckPlanReply
            do {
                // JSON carries only text.
                let contents = try KeyFile.text(bytes, path: path)
                let control = output.control
                reply = try await output.bounded { try await control.checkPlan(path: path, contents: contents) }
            } catch let fault as KeyFileFault {
                reply = CheckPlanReply(plan: nil, faults: [fault.description], warnings: [])
            }
            if output.json {
                StandardStream.output.write(try JSONPrinter(isPretty: output.pretty).lines(reply))
            } else {
                var all = output
                if all.fields == nil, all.getValues == nil { all.fields = "all" }
                if let plan = reply.plan { try all.show([plan], .plans, wire: reply, preferred: .multiline) }
                StandardStream.error.write(reply.faults.map { "Error: \($0.printable)" })
                StandardStream.error.write(reply.warnings.map { "Warning: \($0.printable)" })
            }
            if !reply.faults.isEmpty { throw ExitCode(ExitStatus.invalidInput.rawValue) }
        }
    }

    struct Run: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Carry out one plan, or all that are due.",
            discussion: """
                Does what the plan says, tries again as it says, and runs its program; one line for each step. A plan that \
                is named is carried out even when it is done.

                Exits 0 when it went well, or all that are required did, else by the error of the first that failed. \
                SIGINT and SIGTERM end its programs and leave their networks; what was not done is due again. What \
                programs write goes to standard error, each line behind the plan's name and |.

                The agent says when a program is to run. What it is, the plan's file says, which this command reads \
                itself: a file counts that only root, or whoever runs this, can write.
                """)

        @Argument(help: "The plan's name, its file's without .conf; all that are due when absent.") var plan: String?
        @Option(
            help: ArgumentHelp(
                "A folder with provision.d, as the agent has it; the last one wins. The system's when absent.",
                valueName: "dir"))
        var configDir: [String] = []
        @OptionGroup(title: "Common options") var output: OutputOptions

        func run() async throws {
            try output.check(.planUpdates)
            let directories = configDir.isEmpty ? ConfigurationFiles.systemDirectories : configDir
            throw ExitCode(try await PlanRunner(plan: plan, directories: directories, output: output).run())
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import ArgumentParser
import TrustedFiles

struct ProvisionObject: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "provision", abstract: "Set-up of accessories without a person, by plans in provision.d.",
        discussion: """
            accessoryd-plan(5) describes plans.
            """,
        subcommands: [List.self, StatusCommand.self, Check.self, Run.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the plans, and show which of them are due.",
            discussion: """
                `accessoryctl general status` reports files with faults.
                """)

        @OptionGroup(title: "Common options", visibility: .hidden) var output: OutputOptions

        func run() async throws {
            try output.check(.plans)
            let control = output.control
            let list = try await output.bounded { try await control.call(.listPlans) }
            try output.show(list.plans, .plans, wire: list)
        }
    }

    struct StatusCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "status", abstract: "Show the result of each plan, its time, and the reason of a failure.",
            discussion: """
                A plan is pending when it is due, and running while it is carried out. Otherwise it is done, kept (done, with \
                its accessory's network held), or failed.
                """)

        @OptionGroup(title: "Common options", visibility: .hidden) var output: OutputOptions

        func run() async throws {
            try output.check(.planOutcomes)
            let control = output.control
            let (list, known) = try await output.bounded {
                (try await control.call(.listPlans), try await control.accessories().accessories)
            }
            try output.show(list.plans.map { PlanOutcome($0, known) }, .planOutcomes, wire: list)
        }
    }

    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check a plan, and show the plan that the file defines.",
            discussion: """
                The command reports warnings and every fault, each with its line, on standard error. If there is a fault, it \
                exits with status 2. The command installs nothing and touches no radio.
                """)

        @Argument(help: "The plan's file; - is standard input.") var file: String
        @OptionGroup(title: "Common options", visibility: .hidden) var output: OutputOptions

        func run() async throws {
            try output.check(.plans)
            let (path, bytes) = try ConfigurationFile.read(file, as: "plan")
            let reply: CheckPlanReply
            do {
                // JSON carries only text.
                let contents = try KeyFile.text(bytes, path: path)
                let control = output.control
                try await output.readConfigurationAgain()
                reply = try await output.bounded {
                    try await control.call(.checkPlan, CheckFileRequest(path: path, contents: contents))
                }
            } catch let fault as KeyFileFault {
                reply = CheckPlanReply(plan: nil, faults: [fault.description], warnings: [])
            }
            if output.json {
                StandardStream.output.write(try JSONPrinter(isPretty: output.pretty).lines(reply))
            } else {
                var all = output
                if all.fields == nil, all.getValues == nil { all.fields = "all" }
                if let plan = reply.plan { try all.show([plan], .plans, wire: reply, preferred: .multiline) }
                StandardStream.error.write(reply.faults.map { "Error: \($0.shown)" })
                StandardStream.error.write(reply.warnings.map { "Warning: \($0.shown)" })
            }
            if !reply.faults.isEmpty { throw ExitCode(ExitStatus.invalidInput.rawValue) }
        }
    }

    struct Run: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Carry out one plan, or all plans that are due.",
            discussion: """
                The command follows the plan, also for further attempts, and runs the plan's program. It prints a line for \
                each step. It carries out a plan that is named even if the plan is done.

                If the plan, or every required plan, ended well or had nothing to do, the command exits with status 0. \
                Otherwise its status is that of the first of them that failed. SIGINT, SIGTERM and SIGHUP end the command's \
                programs and then the command. The agent leaves the networks, and plans that were not done are due again. \
                The output of programs goes to standard error, each line after the plan's name and |.

                The agent decides when a program runs. The command reads the program itself from the plan's file. The file \
                counts only if nobody but root and the user of the command can write it.
                """)

        @Argument(help: "The name of the plan's file without .conf. The default is all plans that are due.") var plan:
            String?
        @Option(
            help: ArgumentHelp(
                "A directory with provision.d, the same as the agent's; the last one wins. The default is the system's.",
                valueName: "dir"))
        var configDir: [String] = []
        @OptionGroup(title: "Common options", visibility: .hidden) var output: OutputOptions

        func run() async throws {
            try output.check(.planUpdates)
            let directories = configDir.isEmpty ? ConfigurationFiles.systemDirectories : configDir
            if plan != nil { try await output.readConfigurationAgain() }
            throw ExitCode(try await PlanCallRun(plan: plan, directories: directories, output: output).run())
        }
    }
}

extension OutputOptions {
    /// The plan, its app's manifest or a setting may be a moment old. The agent reads changed files half a second later.
    fileprivate func readConfigurationAgain() async throws {
        let control = control
        _ = try await bounded { try await control.reload() }
    }
}

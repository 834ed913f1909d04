// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import ArgumentParser

struct ProvisionObject: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "provision", abstract: "Accessories that are set up without a person, by plans in provision.d.",
        subcommands: [List.self, Run.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "The plans.")

        @OptionGroup(title: "Common options") var output: OutputOptions

        func run() async throws {
            try output.check(.plans)
            let control = output.control
            let list = try await output.bounded { try await control.plans() }
            try output.show(list.plans, .plans, wire: list)
        }
    }

    struct Run: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Carry a plan out now, and hold the accessory's network.",
            usage: "accessoryctl provision run PLAN [OPTIONS] [-- PROGRAM [ARGUMENTS]]",
            discussion: """
                Holds, runs PROGRAM and exits as `accessoryctl setup` does; see its help.
                """)

        @Argument(help: "The plan's name, its file's without .conf.") var plan: String
        @Option(help: "How long to look, such as 30s or 2m.") var timeout = TimeLength(seconds: 30)
        @Flag(help: "A link-local address is enough; do not wait for DHCP.") var linkLocal = false
        @OptionGroup(title: "Common options") var output: OutputOptions
        @Argument(parsing: .postTerminator, help: ArgumentHelp("What to run while joined.", valueName: "program"))
        var program: [String] = []

        func run() async throws {
            try output.check(.lease)
            let program = try Program(program)
            let request = RunPlanRequest(
                plan: plan, discoveryTimeout: timeout.seconds, addressing: linkLocal ? .linkLocal : nil)
            let control = output.control
            let holder = LeaseHolder(app: plan, output: output, program: program, isSetUp: true)
            let status = try await holder.run({ try control.runPlan(request) }, as: { $0 })
            throw ExitCode(status)
        }
    }
}

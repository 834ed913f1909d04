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
            abstract: "Carry one plan out, or all that are due.", usage: "accessoryctl provision run [PLAN] [OPTIONS]")

        @Argument(help: "The plan's name, its file's without .conf.") var plan: String?
        @OptionGroup(title: "Common options") var output: OutputOptions

        func run() async throws {
            var failure: AccessoryError?
            for try await update in try output.control.runPlan(RunPlanRequest(plan: plan)) {
                print("\(update.plan): \(update.state.rawValue)\(update.error.map { ", \($0.message)" } ?? "")")
                if update.state == .failed, update.isRequired { failure = failure ?? update.error }
            }
            if let failure { throw failure }
        }
    }
}

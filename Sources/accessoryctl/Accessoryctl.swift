// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import ArgumentParser
import CLinux
import Glibc

/// The tool: `accessoryctl [OPTIONS] OBJECT [COMMAND] [ARGUMENTS]`, in nmcli's manner.
struct Accessoryctl: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accessoryctl",
        abstract: "Find, choose, grant and join accessories through accessoryd.",
        usage: "accessoryctl [OPTIONS] OBJECT [COMMAND] [ARGUMENTS]",
        discussion: """
            Objects and commands can be abbreviated to any unambiguous prefix: `accessoryctl acce l` is `accessoryctl \
            access list`. If one name is the beginning of the others, the prefix means that name: `acce` is access, \
            `accesso` is accessory. Scripts should spell words out. Common options stand before the object or after the \
            command. The tool is in English only; the page of `accessory-picker` is in German, too.

            Without an object the tool shows what matters now: the home network, the accessories, and what waits.
            """,
        version: "accessoryctl tool, version \(Release.version)",
        subcommands: [
            GeneralObject.self, RadioObject.self, AppObject.self, ScanObject.self, SetUpObject.self,
            OnboardObject.self, AccessoryObject.self, NetworkObject.self, AccessObject.self, HotspotObject.self,
            PickerObject.self,
            ProvisionObject.self, BridgeObject.self, MonitorObject.self,
        ])

    @OptionGroup(title: "Common options") var output: OutputOptions

    /// Without an object. Scripts get what `general status` prints.
    func run() async throws {
        let (control, visible, style) = (output.control, output.visibleAccessories, output.style)
        if style.json || style.manner == .terse || style.fields != nil {
            try output.check(.status)
            let status = try await output.bounded { try await control.call(.getStatus) }
            return try output.show([status], .status, wire: status)
        }
        do {
            let overview = try await output.bounded {
                let status = try await control.call(.getStatus)
                let accessories = try await control.accessories().accessories
                return Overview(
                    status: status, accessories: accessories, plans: try await control.call(.listPlans).plans)
            }
            StandardStream.output.write(overview.lines)
        } catch let fault as AgentFault {
            guard case .notPermitted = fault else { throw fault }
            let own = try await output.bounded { try await visible.list() }
            StandardStream.output.write(Overview.lines(ofOwn: own.accessories, refusal: fault.description))
        }
    }
}

/// The result of an invocation, beside its output on the way.
struct Outcome: Hashable, Sendable {
    var status: Int32
    /// Help or version, for standard output.
    var help: String?
    /// The error text, for standard error.
    var complaint: String?

    /// Runs the command that the arguments name.
    static func of(_ arguments: [String]) async -> Outcome {
        if arguments.first == Keeper.word { return Outcome(status: Keeper.keep(Array(arguments.dropFirst()))) }
        if arguments.first == CompletionOutput.word {
            StandardStream.output.write(await CompletionOutput.lines(arguments.dropFirst(), of: Accessoryctl.self))
            return Outcome(status: 0)
        }
        do {
            var command = try Accessoryctl.parseAsRoot(Words(root: Accessoryctl.self).resolved(arguments))
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            return Outcome(status: 0)
        } catch let exit as ExitCode {
            return Outcome(status: exit.rawValue)
        } catch {
            guard let failure = Failure(error) else { return Outcome(parser: error) }
            return Outcome(status: failure.status, complaint: "Error: \(failure.text)")
        }
    }

    private init(status: Int32, complaint: String? = nil) {
        self.status = status
        self.complaint = complaint
    }

    /// The argument parser's own results: help and version are no errors, everything else is wrong usage.
    private init(parser error: any Error) {
        let message = Accessoryctl.fullMessage(for: error)
        guard Accessoryctl.exitCode(for: error) == .success else {
            self.init(status: Failure.usage, complaint: CommonOption.suggested(in: message))
            return
        }
        self.init(status: 0)
        guard message.contains("USAGE:") else {
            help = message
            return
        }
        // The tool's own page explains the common options.
        help = message + "\n" + (message.contains("COMMON OPTIONS:") ? ExitText.text : CommonOption.reference)
    }
}

@main
struct Main {
    static func main() async {
        if let fault = linux_start_fault(CommandLine.arguments.count) {
            StandardStream.error.write(["accessoryctl: \(String(cString: fault))"])
            exit(1)
        }
        let outcome = await Outcome.of(Array(CommandLine.arguments.dropFirst()))
        if let help = outcome.help { StandardStream.output.write([help]) }
        if let complaint = outcome.complaint { StandardStream.error.write([complaint]) }
        do throws(Failure) {
            try StandardStream.checkOutput()
        } catch {
            guard outcome.status == 0 else { exit(outcome.status) }
            StandardStream.error.write(["Error: \(error.text)"])
            exit(error.status)
        }
        exit(outcome.status)
    }
}

// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import ArgumentParser
import CLinux
import Glibc
import Varlink

@main
struct AccessoryPicker: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accessory-picker",
        abstract: "The graphical picker: a page in a browser on which a person chooses accessories.",
        discussion: """
            For root and the group accessoryd it shows what every app asks for. For the user of the active seat it shows \
            what that user's own apps ask for.
            """,
        version: "accessory-picker \(Release.version)",
        subcommands: [
            PageCommand.self, DesktopCommand.self, OpenCommand.self, HubCommand.self, PairCommand.self,
            PhonesCommand.self, AccessoriesCommand.self,
        ],
        defaultSubcommand: PageCommand.self)

    /// As ArgumentParser's own `main()`, but wrong options exit with the status that the other programs use.
    static func main() {
        if let fault = linux_start_fault(CommandLine.arguments.count) {
            Console().complain("accessory-picker: \(String(cString: fault))", isPlain: true)
            Glibc.exit(ExitStatus.unknown.rawValue)
        }
        // ArgumentParser has `--version` only; nmcli's users type this.
        if CommandLine.arguments.dropFirst() == ["-v"] {
            Console().printLines("accessory-picker \(Release.version)")
            Glibc.exit(ExitStatus.success.rawValue)
        }
        // Passphrases pass through its memory, and the agent takes its answers for a person's. It cannot fail: Linux knows
        // this value since 2.4.
        _ = linux_forbid_tracing()
        do {
            if let fault = CommandFault(CommandLine.arguments.dropFirst(), of: Self.self) { throw fault }
            var command = try parseAsRoot()
            try command.run()
        } catch let fault as any ProgramFault {
            Console().complain(fault.description)
            Glibc.exit(fault.exitStatus.rawValue)
        } catch {
            if exitCode(for: error) == .validationFailure {
                Console().complain(fullMessage(for: error), isPlain: true)
                Glibc.exit(ExitStatus.invalidInput.rawValue)
            }
            exit(withError: error)
        }
    }

    /// Runs a program on the event loop, and exits with its status. Its error goes to standard error.
    static func perform(_ program: @escaping @Sendable () async throws -> ExitStatus) -> Never {
        EventLoop.shared.main {
            do {
                Glibc.exit(try await program().rawValue)
            } catch {
                Console().complain("\(error)")
                Glibc.exit(((error as? any ProgramFault)?.exitStatus ?? .unknown).rawValue)
            }
        }
    }
}

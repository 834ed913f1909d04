// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
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
            The program prints a link that opens the page once, in one browser. Enter or SIGUSR1 makes a new link, and ends \
            the page that the previous link opened. Only root and the group accessoryd may open the agent's control socket.
            """,
        version: "accessory-picker \(Release.version)")

    @Option(help: "The directory with the agent's sockets.")
    var runtimeDir = AgentSockets.systemDirectory

    @Option(
        help: ArgumentHelp(
            "The address of the page. Beyond loopback, everybody who can listen on that network can read the page.",
            valueName: "address[:port]"))
    var listen = ListenAddress.usual

    @Flag(help: "End after one presentation.")
    var once = false

    @Flag(name: .customShort("v"), help: .hidden)
    var showsVersion = false

    /// As ArgumentParser's own `main()`, but wrong options exit with the status that the other programs use.
    static func main() {
        if let fault = linux_start_fault(CommandLine.arguments.count) {
            Console().complain("accessory-picker: \(String(cString: fault))", isPlain: true)
            Glibc.exit(ExitStatus.unknown.rawValue)
        }
        do {
            try parse().run()
        } catch {
            if exitCode(for: error) == .validationFailure {
                Console().complain(fullMessage(for: error), isPlain: true)
                Glibc.exit(ExitStatus.invalidInput.rawValue)
            }
            exit(withError: error)
        }
    }

    func validate() throws {
        if runtimeDir.isEmpty { throw ValidationError("'--runtime-dir' takes a directory.") }
    }

    func run() throws {
        if showsVersion { throw CleanExit.message("accessory-picker \(Release.version)") }
        signal(SIGPIPE, SIG_IGN)
        let blocked = Keyboard.block([SIGUSR1, SIGINT, SIGTERM, SIGHUP])
        let picking = Picking(
            sockets: AgentSockets(directory: runtimeDir), address: listen, isOnce: once,
            terminal: Terminal(console: Console(), address: listen), signals: blocked)
        EventLoop.shared.main { Glibc.exit(await Self.status(of: picking).rawValue) }
    }

    private static func status(of picking: Picking) async -> ExitStatus {
        do {
            return try await picking.run()
        } catch let error as AccessoryError {
            Console().complain(error.description)
            return error.code.exitStatus
        } catch let fault as AgentFault {
            Console().complain(fault.description)
            return fault.exitStatus
        } catch let fault as ListenFault {
            Console().complain(fault.description)
            return .invalidInput
        } catch {
            Console().complain("\(error)")
            return .unknown
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import CLinux
import Glibc
import Varlink

/// Does for the agent what needs CAP_NET_ADMIN, and believes none of its words: accessory-link(8). It ends when nobody has
/// called for a while, and leaves nothing behind.
@main
enum AccessoryLink {
    private static let help = """
        usage: accessory-link [--socket PATH] [--agent-user NAME] [--agent-unit UNIT] [--rules FOLDER]

        Keeps the hotspots of accessories for their apps alone. systemd starts it by its socket when the agent calls:
        accessory-link(8).

          --socket PATH       Make this socket, instead of taking the one that systemd passes on.
          --agent-user NAME   Answer this user alone; accessoryd by default.
          --agent-unit UNIT   Answer this unit alone; accessoryd.service by default.
          --rules FOLDER      Where fence.nft is; /usr/share/accessoryd by default.
          --version           Show the version and exit.
          --help              Show this help and exit.
        """

    private struct Options {
        var socket: String?
        var user = "accessoryd"
        var unit = "accessoryd.service"
        var rules = "/usr/share/accessoryd"
    }

    static func main() {
        signal(SIGPIPE, SIG_IGN)
        let options = read(CommandLine.arguments.dropFirst())
        guard let agent = AgentProof(user: options.user, unit: options.unit) else {
            fail("there is no user '\(options.user.printable)'")
        }
        // Before there are threads, so that none of them takes a signal.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGTERM)
        sigaddset(&signals, SIGINT)
        sigprocmask(SIG_BLOCK, &signals, nil)
        let end = signalfd(-1, &signals, Int32(SFD_CLOEXEC))
        let fences = Fences(rules: options.rules)
        // What an earlier one left, however it ended.
        fences.clear()
        do {
            let listener = try options.socket.map { try Listener(path: $0, mode: 0o600) } ?? passedOn()
            EventLoop.shared.whenReadable(adopting: end) {
                fences.clear()
                exit(0)
            }
            AddressChanges.watch { fences.lookAgain() }
            SignsOfLife.begin { fences.turn() }
            EventLoop.shared.main {
                await LinkServer(agent: agent, fences: fences, stations: Stations()).run(on: listener)
                fences.clear()
                exit(0)
            }
        } catch {
            fail("it cannot listen: \(error)")
        }
    }

    /// sd_listen_fds(3): one socket.
    private static func passedOn() throws -> Listener {
        guard let pid = getenv("LISTEN_PID").flatMap({ Int32(String(cString: $0)) }), pid == getpid() else {
            fail("systemd starts it by its socket; see --help")
        }
        return try Listener(adopting: 3)
    }

    private static func read(_ arguments: ArraySlice<String>) -> Options {
        var options = Options()
        var rest = arguments
        while let option = rest.popFirst() {
            switch option {
            case "--help": answer(help)
            case "--version": answer("accessory-link, version \(Release.version)")
            case "--socket", "--agent-user", "--agent-unit", "--rules":
                guard let value = rest.popFirst() else { fail("\(option) needs a value; see --help", status: 2) }
                switch option {
                case "--socket": options.socket = value
                case "--agent-user": options.user = value
                case "--agent-unit": options.unit = value
                case _: options.rules = value
                }
            case _: fail("'\(option.printable)' is no option; see --help", status: 2)
            }
        }
        return options
    }

    private static func answer(_ text: String) -> Never {
        write("\(text)\n", to: STDOUT_FILENO)
        exit(0)
    }

    private static func fail(_ text: String, status: Int32 = 1) -> Never {
        log(text)
        exit(status)
    }

    static func log(_ text: String) { write("accessory-link: \(text)\n", to: STDERR_FILENO) }

    private static func write(_ text: String, to descriptor: Int32) {
        let bytes = Array(text.utf8)
        _ = Glibc.write(descriptor, bytes, bytes.count)
    }
}

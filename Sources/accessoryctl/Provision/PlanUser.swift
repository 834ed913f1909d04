// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import Glibc

/// As whom a plan's program runs: its command, and what its environment says of that user.
struct PlanUser {
    private static let setpriv = "/usr/bin/setpriv"

    let command: [String]
    var environment: [String: String] = [:]

    /// Throws `Failure` that says why it cannot run.
    init(_ program: PlanProgram) throws {
        guard let path = program.command.first else { throw Failure("there is no program", .invalidInput) }
        guard Program.isExecutable(path) else { throw Failure("'\(path)': no such program", .notFound) }
        guard let user = program.user else {
            command = program.command
            return
        }
        guard let entry = (getpwnam(user) ?? UInt32(user).flatMap { getpwuid($0) })?.pointee else {
            throw Failure("there is no user '\(user)'", .notFound)
        }
        for (name, value) in [
            ("USER", entry.pw_name), ("LOGNAME", entry.pw_name), ("HOME", entry.pw_dir), ("SHELL", entry.pw_shell),
        ] {
            environment[name] = value.map { String(cString: $0) }
        }
        if entry.pw_uid == geteuid(), entry.pw_uid != 0 {
            command = program.command
            return
        }
        guard geteuid() == 0 else { throw Failure("only root can run it as user '\(user)'", .notAuthorized) }
        guard Program.isExecutable(Self.setpriv) else {
            throw Failure("\(Self.setpriv), with which it would run as user '\(user)', is not installed", .notFound)
        }
        command =
            [
                Self.setpriv, "--reuid=\(entry.pw_uid)", "--regid=\(entry.pw_gid)", "--init-groups",
                "--inh-caps=-all", "--",
            ] + program.command
    }
}

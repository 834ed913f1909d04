// SPDX-License-Identifier: Apache-2.0

import AccessoryRules
import AgentInterface
import Glibc
import TrustedFiles

/// The user of a plan's program: the command, and the environment of that user.
struct PlanUser {
    private static let setpriv = "/usr/bin/setpriv"
    private static let path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

    let command: [String]
    /// The whole environment, without the handover.
    let environment: [String: String]
    /// Nil if it is the caller's own.
    let uid: UInt32?

    /// Throws `Failure` with the reason why it cannot run.
    init(_ program: Plan.Program) throws {
        guard let path = program.command.first else { throw Failure("there is no program", .invalidInput) }
        if let defect = Self.defect(of: path) { throw Failure("'\(path)': \(defect)", .notFound) }
        let isRoot = geteuid() == 0
        let found: UnsafeMutablePointer<passwd>?
        if let user = program.user {
            found = getpwnam(user) ?? UInt32(user).flatMap { getpwuid($0) }
            guard found != nil else { throw Failure("there is no user '\(user)'", .notFound) }
        } else {
            found = getpwuid(geteuid())
        }
        let entry = found?.pointee
        let uid = entry?.pw_uid ?? geteuid()
        guard isRoot || uid == geteuid() else {
            throw Failure("only root can run it as user '\(program.user ?? "")'", .notAuthorized)
        }
        // Anyone who can write the file could act as the user that runs it.
        if uid == geteuid(), let objection = Trust().objection(to: path) {
            throw Failure("'\(path)' \(objection)", .notAuthorized)
        }
        guard Program.isExecutable(Self.setpriv) else {
            throw Failure("\(Self.setpriv) is not installed; its privileges are dropped with it", .notFound)
        }
        var environment = ["PATH": Self.path, "LANG": "C.UTF-8"]
        for (name, value) in [
            ("USER", entry?.pw_name), ("LOGNAME", entry?.pw_name), ("HOME", entry?.pw_dir), ("SHELL", entry?.pw_shell),
        ] {
            if let value { environment[name] = String(cString: value) }
        }
        self.environment = environment
        self.uid = uid == geteuid() ? nil : uid
        var options = ["--no-new-privs", "--inh-caps=-all", "--ambient-caps=-all"]
        // Only root may empty this set, and without new privileges it has no effect for other users.
        if isRoot { options.append("--bounding-set=-all") }
        if isRoot, program.user != nil, let entry {
            options += ["--reuid=\(entry.pw_uid)", "--regid=\(entry.pw_gid)", "--init-groups"]
        }
        command = [Self.setpriv] + options + ["--"] + program.command
    }

    /// Why this program cannot run, before its plan joins anything. Nil if it can.
    static func refusal(of program: Plan.Program) -> String? {
        do {
            _ = try PlanUser(program)
            return nil
        } catch {
            return Failure(any: error).text
        }
    }

    /// Why the file is no program that this process can run.
    private static func defect(of path: String) -> String? {
        if Program.isExecutable(path) { return nil }
        var status = stat()
        guard stat(path, &status) == 0 else {
            return errno == ENOENT ? "no such program" : String(cString: strerror(errno))
        }
        return status.st_mode & S_IFMT == S_IFDIR ? "is a folder" : "is not executable; chmod +x \(path)"
    }
}

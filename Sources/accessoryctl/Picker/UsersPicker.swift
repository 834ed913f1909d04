// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import CLinux
import Dispatch
import FoundationEssentials
import Glibc
import TrustedFiles

/// The graphical picker beside this program. The agent lets it see what the user's own apps have, while the user is active
/// at the seat; this program has no such right.
struct UsersPicker: Hashable, Sendable {
    /// More than a list of all accessories.
    private static let mostOutput = 16 << 20

    let program: String
    let runtimeDirectory: String

    /// Nil if it is not installed.
    ///
    /// - Parameter own: the path of this program.
    init?(runtimeDirectory: String, own: String? = ownPath()) {
        guard let own, let slash = own.lastIndex(of: "/") else { return nil }
        program = String(own[...slash]) + "accessory-picker"
        self.runtimeDirectory = runtimeDirectory
        guard Program.isExecutable(program) else { return nil }
    }

    static func ownPath() -> String? {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &path, path.count)
        return count > 0 ? String(validating: path[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
    }

    /// Throws `Failure` with the picker's own reason.
    func accessories() async throws -> AccessoryStatusList {
        let end = try await run(["accessories", "--json", "--runtime-dir", runtimeDirectory])
        guard end.status == 0 else {
            let text = String(decoding: end.output, as: UTF8.self).split(separator: "\n").first ?? "it printed nothing"
            let reason = text.hasPrefix("Error: ") ? text.dropFirst("Error: ".count) : text
            throw Failure(String(reason), .notAuthorized)
        }
        do {
            return try JSONDecoder().decode(AccessoryStatusList.self, from: Data(end.output))
        } catch {
            throw Failure("'\(program)' is of another version", .unknown)
        }
    }

    private func run(_ arguments: [String]) async throws -> (status: Int32, output: [UInt8]) {
        var ends: [Int32] = [-1, -1]
        guard linux_pipe(&ends) == 0 else { throw Failure("a pipe: \(String(cString: strerror(errno)))", .unknown) }
        let (reading, writing) = (ends[0], ends[1])
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, writing, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, writing, STDERR_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        Program.resetSignals(of: &attributes)
        var process = pid_t()
        let code = Program.withStrings([program] + arguments) { words in
            posix_spawn(&process, program, &actions, &attributes, words, environ)
        }
        close(writing)
        guard code == 0 else {
            close(reading)
            throw Failure("'\(program)': \(String(cString: strerror(code)))", .unknown)
        }
        let child = process
        return await withCheckedContinuation { waiter in
            DispatchQueue.global().async {
                let output = readBytes(of: reading, upTo: Self.mostOutput) ?? []
                close(reading)
                waiter.resume(returning: (Program.status(of: child), output))
            }
        }
    }
}

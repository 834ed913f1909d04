// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A process that ends with this value.
final class Spawned: Sendable {
    struct NotStarted: Error { var program: String }

    private let pid: pid_t
    private let output: Int32

    init(_ program: String, _ arguments: [String], environment: [String] = []) throws {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw NotStarted(program: program)
        }
        defer { close(ends[1]) }
        output = ends[0]
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        let words = ([program] + arguments).map { strdup($0) } + [nil]
        let variables = (environment + ["PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8"]).map { strdup($0) } + [nil]
        defer { for word in words + variables { free(word) } }
        var pid = pid_t()
        guard posix_spawn(&pid, program, &actions, nil, words, variables) == 0 else {
            throw NotStarted(program: program)
        }
        self.pid = pid
    }

    deinit {
        kill(pid, SIGKILL)
        var status: Int32 = 0
        waitpid(pid, &status, 0)
        close(output)
    }

    /// A bus of one test's own; its first line is its address.
    static func bus() throws -> Spawned {
        let folder = #filePath.split(separator: "/").dropLast(2).map { "/\($0)" }.joined() + "/BlueZMock"
        return try Spawned(
            "/usr/bin/dbus-daemon", ["--config-file=\(folder)/bus.xml", "--nofork", "--print-address=1"])
    }

    /// The first line that it writes.
    func line() -> String {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while read(output, &byte, 1) == 1, byte != UInt8(ascii: "\n") { bytes.append(byte) }
        return String(decoding: bytes, as: UTF8.self)
    }
}

// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

/// The program as root's command line starts it, without its unit.
@Suite(.timeLimit(.minutes(5))) struct ConfinementTests {
    /// The program beside the bundle of these tests, which waits for its order.
    private func run(_ body: (_ process: pid_t) throws -> Void) throws {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
        defer { close(ends[0]) }
        let itself = try #require(realpath("/proc/self/exe", nil))
        defer { free(itself) }
        let folder = String(cString: itself).split(separator: "/").dropLast().map { "/\($0)" }.joined()
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], 3)
        var process = pid_t()
        var words = [strdup("accessory-provision"), nil]
        defer { free(words[0]) }
        var environment: [UnsafeMutablePointer<CChar>?] = [nil]
        let code = posix_spawn(&process, folder + "/accessory-provision", &actions, nil, &words, &environment)
        close(ends[1])
        try #require(code == 0)
        defer {
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
        }
        try body(process)
    }

    /// A line of the process's status (proc_pid_status(5)).
    private func status(_ name: String, of process: pid_t) -> String? {
        guard let file = fopen("/proc/\(process)/status", "r") else { return nil }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, Int32(line.count), file) != nil {
            let parts = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
                .split(separator: ":", maxSplits: 1)
            if parts.first == Substring(name) { return parts.last.map { String($0.filter { !$0.isWhitespace }) } }
        }
        return nil
    }

    @Test func givesUpItsRightsBeforeItReadsItsOrder() throws {
        try run { process in
            // Nobody sends the order, so it waits.
            for _ in 0..<2000 where status("Seccomp", of: process) != "2" { poll(nil, 0, 5) }
            #expect(status("Seccomp", of: process) == "2")
            #expect(status("NoNewPrivs", of: process) == "1")
            #expect(status("Seccomp_filters", of: process) == "2")
        }
    }
}

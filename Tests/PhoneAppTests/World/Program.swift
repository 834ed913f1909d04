// SPDX-License-Identifier: Apache-2.0

import Dispatch
import FoundationEssentials
import Glibc

/// One of this package's programs, or any by its full path, as a process of its own. Ends with this value.
final class Program: Sendable {
    let pid: pid_t
    /// Its output, until it ends.
    private let output: Output

    struct NotStarted: Error {
        var program: String
        var code: Int32
    }

    /// Closed when nobody reads it any more: the number may be another program's as soon as it is.
    private final class Output: Sendable {
        let number: Int32

        init(number: Int32) { self.number = number }

        deinit { close(number) }

        /// What comes next; nothing at its end.
        func next() -> [UInt8] {
            [UInt8](unsafeUninitializedCapacity: 4096) { bytes, filled in
                var count = read(number, bytes.baseAddress, bytes.count)
                while count < 0 && errno == EINTR { count = read(number, bytes.baseAddress, bytes.count) }
                filled = max(count, 0)
            }
        }
    }

    /// Beside the bundle of these tests.
    static let folder = realpathOfThisProgram.split(separator: "/").dropLast().map { "/\($0)" }.joined()

    private static var realpathOfThisProgram: String {
        guard let path = realpath("/proc/self/exe", nil) else { return "" }
        defer { free(path) }
        return String(cString: path)
    }

    /// - Parameter isTalking: it reads what `send` writes; otherwise its input is empty.
    init(_ name: String, _ arguments: [String], isTalking: Bool = false) throws {
        var ends: [Int32] = [-1, -1]
        // Programs that other tests start meanwhile do not get it, so that its end is the program's end.
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw NotStarted(program: name, code: errno)
        }
        defer { close(ends[1]) }
        output = Output(number: ends[0])
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if isTalking {
            posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO)
        } else {
            posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        }
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO)
        let path = name.hasPrefix("/") ? name : "\(Self.folder)/\(name)"
        let words = ([path] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var pid = pid_t()
        let code = posix_spawn(&pid, path, &actions, nil, words, environ)
        self.pid = pid
        guard code == 0 else { throw NotStarted(program: path, code: code) }
    }

    deinit {
        kill(pid, SIGKILL)
        var status: Int32 = 0
        waitpid(pid, &status, 0)
    }

    var hasEnded: Bool {
        var found = siginfo_t()
        return waitid(P_PID, id_t(pid), &found, WEXITED | WNOHANG | WNOWAIT) == 0 && found.si_signo == SIGCHLD
    }

    /// Waits until it has ended. Returns its exit status; 128 and the signal's number if a signal ended it.
    func status() async -> Int32 {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [pid] in
                var found = siginfo_t()
                // It stays a zombie, for `deinit`.
                while waitid(P_PID, id_t(pid), &found, WEXITED | WNOWAIT) != 0 && errno == EINTR {}
                let status = found._sifields._sigchld.si_status
                continuation.resume(returning: found.si_code == Int32(CLD_EXITED) ? status : 128 + status)
            }
        }
    }

    /// Waits until it has ended, and returns what it wrote.
    func text() async -> String {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [output] in
                var bytes: [UInt8] = []
                while case let part = output.next(), !part.isEmpty { bytes += part }
                continuation.resume(returning: String(decoding: bytes, as: UTF8.self))
            }
        }
    }

    /// Writes a line to its input.
    func send(_ line: String) {
        let bytes = Array("\(line)\n".utf8)
        _ = write(output.number, bytes, bytes.count)
    }

    /// The lines that it writes, until it ends.
    func lines() -> AsyncStream<String> {
        let (stream, lines) = AsyncStream<String>.makeStream()
        DispatchQueue(label: "lines").async { [output] in
            var rest: [UInt8] = []
            while case let part = output.next(), !part.isEmpty {
                rest += part
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    lines.yield(String(decoding: rest[..<end], as: UTF8.self))
                    rest.removeSubrange(...end)
                }
            }
            lines.finish()
        }
        return stream
    }
}

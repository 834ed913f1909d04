// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import Dispatch
import FoundationEssentials
import Glibc

/// A program that runs while a lease is held.
struct Program: Hashable, Sendable {
    let path: String
    let arguments: [String]

    /// Finds the program, so that a misspelt one is refused before anything happens. Nil if there are no words.
    init?(_ words: [String]) throws(UsageError) {
        guard let name = words.first else { return nil }
        guard let path = Self.find(name) else { throw UsageError("'\(name)': no such program") }
        self.path = path
        arguments = words
    }

    private static func find(_ name: String) -> String? {
        let candidates =
            name.contains("/")
            ? [name]
            : (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":").map {
                "\($0)/\(name)"
            }
        return candidates.first { isExecutable($0) }
    }

    static func isExecutable(_ path: String) -> Bool {
        var status = stat()
        return access(path, X_OK) == 0 && stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
    }

    /// Starts it with this process's standard streams and environment, extended. Throws `Failure`.
    func start(_ extra: [String: String]) throws -> Running {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        Self.resetSignals(of: &attributes)

        let environment = ProcessInfo.processInfo.environment.merging(extra) { $1 }
        var process = pid_t()
        let code = Self.withStrings(arguments) { arguments in
            Self.withStrings(environment.map { "\($0)=\($1)" }) { environment in
                posix_spawn(&process, path, nil, &attributes, arguments, environment)
            }
        }
        guard code == 0 else { throw Failure("'\(path)': \(String(cString: strerror(code)))", .unknown) }
        return Running(process: process)
    }

    /// A program inherits ignored signals, so this resets them.
    static func resetSignals(of attributes: inout posix_spawnattr_t, flags: Int32 = 0) {
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] { sigaddset(&signals, number) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | flags))
    }

    /// Waits for a process. If a signal ended it, the status is 128 plus the signal's number, as in a shell.
    static func status(of process: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
        return self.status(status)
    }

    /// Turns a status of waitpid(2) into a shell's exit status.
    static func status(_ status: Int32) -> Int32 {
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }

    static func withStrings<R>(
        _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> R
    ) -> R {
        var pointers = strings.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        return pointers.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { preconditionFailure("an array with an element has an address") }
            return body(base)
        }
    }

    /// A running program.
    struct Running: Hashable, Sendable {
        let process: pid_t

        func send(_ signal: Int32) { kill(process, signal) }

        /// Waits for its end. If a signal ended it, the status is 128 plus the signal's number, as in a shell.
        func end() async -> Int32 {
            await withCheckedContinuation { waiter in
                DispatchQueue.global().async { waiter.resume(returning: Program.status(of: process)) }
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Synchronization
import Varlink

/// A program that works for the picker: without a terminal, in a session of its own, so that it outlives the picker.
final class DetachedProcess: Sendable {
    struct Fault: Error, CustomStringConvertible {
        let description: String

        init(_ subject: String, _ code: Int32) { description = "\(subject): \(String(cString: strerror(code)))" }
    }

    /// More than any program here prints.
    private static let outputLimit = 4096

    private let process: pid_t
    /// Names the process even after its number went to another one.
    private let handle: Int32
    private let output: Int32

    /// Finds the program on PATH, and starts it with this process's environment.
    init(_ words: [String]) throws(Fault) {
        var pipe: [Int32] = [-1, -1]
        guard linux_pipe(&pipe) == 0 else { throw Fault("a pipe", errno) }
        defer { close(pipe[1]) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, pipe[1], STDOUT_FILENO)
        _ = linux_close_from(&actions, STDERR_FILENO + 1)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        // The picker ignores SIGPIPE, and whoever started it in the background may have it ignore the others.
        for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] { sigaddset(&signals, number) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        let flags = Int32(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK) | Int32(LINUX_SPAWN_SESSION)
        posix_spawnattr_setflags(&attributes, Int16(flags))
        var process = pid_t()
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        let code = posix_spawnp(&process, words[0], &actions, &attributes, &arguments, environ)
        guard code == 0 else {
            close(pipe[0])
            throw Fault("'\(words[0])'", code)
        }
        self.process = process
        handle = linux_pidfd_open(process)
        output = pipe[0]
    }

    deinit {
        close(output)
        close(handle)
    }

    func send(_ signal: Int32) { _ = linux_signal(handle, signal) }

    /// Waits for its end, once. If a signal ended it, the status is 128 plus the signal's number, as in a shell. If the
    /// task is cancelled, this returns at once.
    func end() async -> (status: Int32, output: String) {
        let (ends, end) = AsyncStream<Void>.makeStream()
        let watch = EventLoop.shared.whenReadable(handle, of: self) { end.finish() }
        for await _ in ends {}
        watch.cancel()
        guard !Task.isCancelled else { return (0, "") }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
        let signal = status & 0x7F
        return (signal == 0 ? (status >> 8) & 0xFF : 128 + signal, readOutput())
    }

    /// Takes what is there: a child of the program may hold the output for longer than the program runs.
    private func readOutput() -> String {
        _ = fcntl(output, F_SETFL, fcntl(output, F_GETFL) | O_NONBLOCK)
        var buffer = [UInt8](repeating: 0, count: Self.outputLimit)
        let count = read(output, &buffer, buffer.count)
        return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }
}

// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// The parent of one program of a plan: a process that leads the program's session and inherits every process that the
/// program leaves behind. If the program, the keeper's owner or the owner's patience ends, no descendant outlives it.
///
/// Its standard input is its owner's end of a socket. Each byte there is a signal for all descendants. The end of the
/// socket, which also comes when the owner is killed, ends them.
enum Keeper {
    /// The word that makes accessoryctl a keeper, before the program's command.
    static let word = "--keep"

    /// A shell's exit status for a program that cannot be run.
    private static let notStarted: Int32 = 127

    /// Returns the program's exit status when no descendant is left. If a signal ended the program, it is 128 plus the
    /// signal's number.
    static func keep(_ command: [String]) -> Int32 {
        for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] { signal(number, SIG_IGN) }
        var children = sigset_t()
        sigemptyset(&children)
        sigaddset(&children, SIGCHLD)
        pthread_sigmask(SIG_BLOCK, &children, nil)
        let ends = signalfd(-1, &children, Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK))
        guard ends >= 0, linux_adopt_orphans() == 0 else { return complain("keeping processes") }
        var program = pid_t()
        let code = start(command, &program)
        guard code == 0 else {
            errno = code
            return complain("'\(command.first ?? "")'")
        }
        var status: Int32?
        while status == nil {
            var sources = [
                pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
                pollfd(fd: ends, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&sources, nfds_t(sources.count), -1) > 0 else { continue }
            if sources[0].revents != 0, !obey() { break }
            if sources[1].revents != 0 {
                var information = signalfd_siginfo()
                while read(ends, &information, MemoryLayout<signalfd_siginfo>.size) > 0 {}
                _ = reap(program, &status)
            }
        }
        // Without a child there is no descendant: each that loses its parent becomes a child of this process.
        while reap(program, &status) {
            ProcessTree.send(SIGKILL, below: getpid())
            var source = pollfd(fd: ends, events: Int16(POLLIN), revents: 0)
            _ = poll(&source, 1, 10)
        }
        return status ?? 128 + SIGKILL
    }

    /// The program has the keeper's output and the third descriptor, no input, and a process group of its own.
    private static func start(_ command: [String], _ process: inout pid_t) -> Int32 {
        guard let path = command.first else { return ENOENT }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        _ = linux_close_from(&actions, ProgramFacts.descriptor + 1)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setpgroup(&attributes, 0)
        Program.resetSignals(of: &attributes, flags: POSIX_SPAWN_SETPGROUP)
        return Program.withStrings(command) { posix_spawn(&process, path, &actions, &attributes, $0, environ) }
    }

    /// Passes the owner's signals on. False if the owner is gone.
    private static func obey() -> Bool {
        var signals = [UInt8](repeating: 0, count: 16)
        let count = read(STDIN_FILENO, &signals, signals.count)
        guard count > 0 else { return count < 0 && errno == EINTR }
        for signal in signals[..<count] { ProcessTree.send(Int32(signal), below: getpid()) }
        return true
    }

    /// Takes the children that have ended. False if no child is left.
    private static func reap(_ program: pid_t, _ status: inout Int32?) -> Bool {
        while true {
            var ended: Int32 = 0
            let child = waitpid(-1, &ended, WNOHANG)
            if child == 0 { return true }
            guard child > 0 || errno == EINTR else { return false }
            if child == program { status = Program.status(ended) }
        }
    }

    private static func complain(_ subject: String) -> Int32 {
        StandardStream.error.write(["\(subject): \(String(cString: strerror(errno)))"])
        return notStarted
    }
}

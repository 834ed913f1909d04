// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import CLinux
import Dispatch
import Glibc
import Synchronization

/// A running program of a plan, with all processes that it starts: below a keeper, in a session of its own.
final class PlanProcess: Sendable {
    /// This program itself, even if a newer file has replaced its own.
    static let itself = "/proc/self/exe"

    private let keeper: pid_t
    /// The owner's end of the keeper's socket; nil once the keeper has ended.
    private let control: Mutex<Int32?>
    /// The program's output.
    private let output: Int32

    private init(_ keeper: pid_t, control: Int32, output: Int32) {
        self.keeper = keeper
        self.control = Mutex(control)
        self.output = output
    }

    /// Starts the program with the environment of its user and of the handover, and no other. It has no terminal and no
    /// standard input. Of other descriptors it has only the one with the handover. Throws `Failure`.
    static func start(_ user: PlanUser, _ handover: ProgramFacts, keeper path: String = itself) throws -> PlanProcess {
        let file = try handover.open()
        defer { close(file) }
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw Failure("a socket: \(String(cString: strerror(errno)))", .unknown)
        }
        defer { close(ends[1]) }
        var pipe: [Int32] = [-1, -1]
        guard linux_pipe(&pipe) == 0 else {
            close(ends[0])
            throw Failure("a pipe: \(String(cString: strerror(errno)))", .unknown)
        }
        defer { close(pipe[1]) }
        // So that the user, too, can open /dev/stdout and /dev/stderr.
        if let uid = user.uid { fchown(pipe[1], uid, gid_t.max) }

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, pipe[1], STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, pipe[1], STDERR_FILENO)
        posix_spawn_file_actions_adddup2(&actions, file, ProgramFacts.descriptor)
        _ = linux_close_from(&actions, ProgramFacts.descriptor + 1)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        Program.resetSignals(of: &attributes, flags: Int32(LINUX_SPAWN_SESSION))
        let environment = user.environment.merging(handover.environment) { $1 }
        var process = pid_t()
        let code = Program.withStrings(["accessoryctl", Keeper.word] + user.command) { arguments in
            Program.withStrings(environment.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }) { environment in
                posix_spawn(&process, path, &actions, &attributes, arguments, environment)
            }
        }
        guard code == 0 else {
            close(ends[0])
            close(pipe[0])
            throw Failure("'\(path)': \(String(cString: strerror(code)))", .unknown)
        }
        return PlanProcess(process, control: ends[0], output: pipe[0])
    }

    /// Sends a signal to the program and all processes that it has started.
    func send(_ signal: Int32) {
        control.withLock { control in
            guard let control else { return }
            var byte = UInt8(signal)
            Glibc.send(control, &byte, 1, Int32(MSG_NOSIGNAL))
        }
    }

    /// Passes on each line that the program writes, and waits for the end of the program and all its descendants. If a
    /// signal ended it, the status is 128 plus the signal's number, as in a shell.
    func end(_ receive: @escaping @Sendable (String) -> Void = { _ in }) async -> Int32 {
        await withCheckedContinuation { waiter in
            DispatchQueue.global().async {
                self.read(receive)
                let status = Program.status(of: self.keeper)
                self.control.withLock { control in
                    if let control { close(control) }
                    control = nil
                }
                close(self.output)
                waiter.resume(returning: status)
            }
        }
    }

    /// Reads until the keeper has ended and nothing is left. It does not wait for the pipe's own end: the program may
    /// have passed the pipe to a process that is none of its descendants.
    private func read(_ receive: (String) -> Void) {
        var lines = ProgramOutput()
        var part = [UInt8](repeating: 0, count: 16 << 10)
        let keeper = linux_pidfd_open(keeper)
        defer { close(keeper) }
        var isOpen = true
        while true {
            var sources = [
                pollfd(fd: isOpen ? output : -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: keeper, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&sources, nfds_t(sources.count), -1) > 0 else { continue }
            if sources[0].revents != 0 {
                let count = Glibc.read(output, &part, part.count)
                if count > 0 {
                    lines.receive(part[..<count]).forEach(receive)
                } else if count == 0 {
                    isOpen = false
                }
            } else if sources[1].revents != 0 {
                break
            }
        }
        lines.end().forEach(receive)
    }
}

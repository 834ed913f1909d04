// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import CLinux
import Dispatch
import FoundationEssentials
import Glibc
import Synchronization

/// A plan's program that was started, with all that it starts: a process group of its own.
final class PlanProcess: Sendable {
    private let process: pid_t
    /// Its number may be another's from then on.
    private let isOver = Mutex(false)

    private init(_ process: pid_t) { self.process = process }

    /// Starts it with the runner's environment, extended. It reads nothing from standard input, what it writes goes to
    /// standard error, and of other descriptors it has only the one with the handover. Throws `Failure`.
    static func start(_ command: [String], _ extra: [String: String], _ handover: Handover) throws -> PlanProcess {
        guard let path = command.first else { throw Failure("there is no program", .invalidInput) }
        let file = try handover.open()
        defer { close(file) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, file, Handover.descriptor)
        _ = linux_close_from(&actions, Handover.descriptor + 1)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setpgroup(&attributes, 0)
        Program.resetSignals(of: &attributes, flags: POSIX_SPAWN_SETPGROUP)
        let environment = ProcessInfo.processInfo.environment.merging(handover.environment) { $1 }
            .merging(extra) { $1 }
        var process = pid_t()
        let code = Program.withStrings(command) { arguments in
            Program.withStrings(environment.map { "\($0)=\($1)" }) { environment in
                posix_spawn(&process, path, &actions, &attributes, arguments, environment)
            }
        }
        guard code == 0 else { throw Failure("'\(path)': \(String(cString: strerror(code)))", .unknown) }
        return PlanProcess(process)
    }

    func send(_ signal: Int32) {
        isOver.withLock { isOver in
            if !isOver { kill(-process, signal) }
        }
    }

    /// Waits for its end, and ends what it has left behind; a signal's number counts from 128 on, as in a shell.
    func end() async -> Int32 {
        await withCheckedContinuation { waiter in
            DispatchQueue.global().async {
                // As long as it is not waited for to the last, nobody else's group has its number.
                var ended = siginfo_t()
                while waitid(P_PID, id_t(self.process), &ended, WEXITED | WNOWAIT) < 0 && errno == EINTR {}
                self.send(SIGKILL)
                self.isOver.withLock { $0 = true }
                waiter.resume(returning: Program.status(of: self.process))
            }
        }
    }
}

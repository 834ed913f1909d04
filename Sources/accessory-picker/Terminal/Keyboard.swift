// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Synchronization
import Varlink

/// Signals, and Enter on the terminal, as events.
enum Keyboard {
    /// Must run before anything starts a thread: the kernel delivers a signal to any thread that does not block it, and
    /// threads inherit the mask.
    static func block(_ signals: [Int32]) -> Int32 {
        var wanted = sigset_t()
        sigemptyset(&wanted)
        for signal in signals { sigaddset(&wanted, signal) }
        pthread_sigmask(SIG_BLOCK, &wanted, nil)
        return signalfd(-1, &wanted, Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK))
    }

    /// - Parameter blocked: the result of `block`.
    static func listen(blocked: Int32, _ receive: @escaping @Sendable (Int32) -> Void) {
        EventLoop.shared.whenReadable(adopting: blocked) {
            var signal = signalfd_siginfo()
            while read(blocked, &signal, MemoryLayout<signalfd_siginfo>.size) > 0 { receive(Int32(signal.ssi_signo)) }
        }
    }

    /// Lines on the terminal.
    static func listen(enter: @escaping @Sendable () -> Void) {
        // In the background, a typed line belongs to the shell: reading it fails, and is not tried again.
        signal(SIGTTIN, SIG_IGN)
        let input = dup(STDIN_FILENO)
        let lines = Lines()
        let watch = EventLoop.shared.whenReadable(adopting: input) {
            var buffer = [UInt8](repeating: 0, count: 256)
            let count = read(input, &buffer, buffer.count)
            guard count > 0 else { return lines.end() }
            if buffer[..<count].contains(UInt8(ascii: "\n")) { enter() }
        }
        lines.begin(watch)
    }

    /// Ends its own watch.
    private final class Lines: Sendable {
        private let state = Mutex<(watch: Watch?, isOver: Bool)>((nil, false))

        func begin(_ watch: Watch) {
            let isOver = state.withLock { state in
                state.watch = watch
                return state.isOver
            }
            if isOver { watch.cancel() }
        }

        func end() {
            let watch = state.withLock { state in
                state.isOver = true
                return state.watch
            }
            watch?.cancel()
        }
    }
}

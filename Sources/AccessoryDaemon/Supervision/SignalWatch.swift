// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Varlink

/// Signals as a stream.
package enum SignalWatch {
    /// The signals from now on. Call it before anything starts a thread: any thread that does not block a signal can
    /// take it, and threads inherit the mask.
    package static func received(_ numbers: [Int32]) -> AsyncStream<Int32> {
        var wanted = sigset_t()
        sigemptyset(&wanted)
        for number in numbers { sigaddset(&wanted, number) }
        pthread_sigmask(SIG_BLOCK, &wanted, nil)
        let descriptor = signalfd(-1, &wanted, Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK))
        let (received, continuation) = AsyncStream<Int32>.makeStream()
        EventLoop.shared.whenReadable(adopting: descriptor) {
            var signal = signalfd_siginfo()
            // The kernel returns whole entries only (signalfd(2)).
            let size = MemoryLayout<signalfd_siginfo>.size
            while read(descriptor, &signal, size) == size {
                continuation.yield(Int32(signal.ssi_signo))
            }
        }
        return received
    }
}

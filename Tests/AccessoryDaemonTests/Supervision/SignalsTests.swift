// SPDX-License-Identifier: Apache-2.0

import AccessoryDaemon
import Glibc
import Testing
import Varlink

struct SignalsTests {
    /// A raised signal reaches the thread that raises it, here the event loop's, so no other thread can take it.
    private func raise(_ signal: Int32) { EventLoop.shared.perform { _ = Glibc.raise(signal) } }

    @Test func arriveOneByOneAndLeaveTheEventLoopToOthers() async {
        let received = await withCheckedContinuation { continuation in
            EventLoop.shared.perform { continuation.resume(returning: SignalWatch.received([SIGUSR1, SIGUSR2])) }
        }
        var signals = received.makeAsyncIterator()
        raise(SIGUSR1)
        #expect(await signals.next() == SIGUSR1)
        await withCheckedContinuation { continuation in EventLoop.shared.perform { continuation.resume() } }
        raise(SIGUSR2)
        #expect(await signals.next() == SIGUSR2)
    }
}

// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOPosix

/// A clock on the server's thread. The default clock would start libdispatch's global workers, and with them a timer
/// that wakes the process every second for the rest of its life.
struct LoopClock: Clock {
    typealias Instant = ContinuousClock.Instant

    /// The one thread, for the server and this clock; plenty for one person.
    static let thread = MultiThreadedEventLoopGroup(numberOfThreads: 1)

    var now: Instant { ContinuousClock.now }
    var minimumResolution: Duration { ContinuousClock().minimumResolution }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let alarm = Self.thread.next().scheduleTask(in: TimeAmount(deadline - now)) {}
        try await withTaskCancellationHandler {
            try await alarm.futureResult.get()
        } onCancel: {
            alarm.cancel()
        }
    }
}

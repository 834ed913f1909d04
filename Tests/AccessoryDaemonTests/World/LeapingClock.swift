// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A clock that is ahead by every short pause that somebody made on it. Nothing longer is ever over.
final class LeapingClock: Clock {
    private let ahead = Mutex(Duration.zero)

    var now: ContinuousClock.Instant { ContinuousClock.now.advanced(by: ahead.withLock { $0 }) }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        let left = now.duration(to: deadline)
        guard left > .seconds(2) else {
            ahead.withLock { $0 += max(.zero, left) }
            // Whoever pauses again and again keeps nobody waiting.
            await Task.yield()
            return try Task.checkCancellation()
        }
        let (never, _) = AsyncStream.makeStream(of: Never.self)
        for await _ in never {}
        try Task.checkCancellation()
    }
}

// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A clock on which pauses of one length last until a test moves it on by this length.
final class HeldClock: Clock {
    private let length: Duration
    private let ahead = Mutex(Duration.zero)
    private let ends: AsyncStream<Never>
    private let end: AsyncStream<Never>.Continuation

    init(_ length: Duration) {
        self.length = length
        (ends, end) = AsyncStream.makeStream(of: Never.self)
    }

    var now: ContinuousClock.Instant { .now + ahead.withLock { $0 } }
    var minimumResolution: Duration { .zero }

    func moveOn() {
        ahead.withLock { $0 = length }
        end.finish()
    }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        let pause = now.duration(to: deadline)
        // The deadline was computed a moment ago.
        let isHeld = ((length - .seconds(60))...length).contains(pause)
        guard isHeld else { return try await ContinuousClock().sleep(for: pause, tolerance: tolerance) }
        for await _ in ends {}
        try Task.checkCancellation()
    }
}

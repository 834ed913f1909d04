// SPDX-License-Identifier: Apache-2.0

/// A clock on which short pauses are over at once, and nothing longer ever is.
struct HastyClock: Clock {
    var now: ContinuousClock.Instant { ContinuousClock.now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        guard now.duration(to: deadline) > .seconds(2) else { return }
        let (never, _) = AsyncStream.makeStream(of: Never.self)
        for await _ in never {}
        try Task.checkCancellation()
    }
}

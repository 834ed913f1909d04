// SPDX-License-Identifier: Apache-2.0

/// A clock on which pauses of one length are over at once.
struct HurriedClock: Clock {
    private let length: Duration

    init(_ length: Duration) { self.length = length }

    var now: ContinuousClock.Instant { .now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        // The deadline was computed a moment ago.
        let isHurried = ((length - .seconds(1))...length).contains(now.duration(to: deadline))
        guard isHurried else { return try await ContinuousClock().sleep(until: deadline, tolerance: tolerance) }
        await Task.yield()
        try Task.checkCancellation()
    }
}

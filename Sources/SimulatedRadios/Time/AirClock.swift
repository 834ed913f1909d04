// SPDX-License-Identifier: Apache-2.0

/// The time since the air began, on any clock.
struct AirClock: Sendable {
    let elapsed: @Sendable () -> Duration
    /// Returns when this time has elapsed since the beginning. Throws if the task is cancelled before.
    let wait: @Sendable (_ until: Duration) async throws -> Void

    init<C: Clock>(_ clock: C) where C.Duration == Duration {
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
        wait = { until in try await clock.sleep(until: start.advanced(by: until), tolerance: nil) }
    }
}

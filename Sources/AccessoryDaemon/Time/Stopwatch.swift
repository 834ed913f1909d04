// SPDX-License-Identifier: Apache-2.0

/// The time since it was made, on any clock.
struct Stopwatch: Sendable {
    private let read: @Sendable () -> Duration

    init<Time: Clock>(_ clock: Time) where Time.Duration == Duration {
        let began = clock.now
        read = { began.duration(to: clock.now) }
    }

    var elapsed: Duration { read() }
}

// SPDX-License-Identifier: Apache-2.0

/// The time since it was made, on a clock whose instants nobody needs to name.
struct Stopwatch: Sendable {
    private let read: @Sendable () -> Duration

    init<Time: Clock>(_ clock: Time) where Time.Duration == Duration {
        let began = clock.now
        read = { began.duration(to: clock.now) }
    }

    var elapsed: Duration { read() }
}

// SPDX-License-Identifier: Apache-2.0

/// The time since it was made, on any clock.
package struct Stopwatch: Sendable {
    private let read: @Sendable () -> Duration

    package init<Time: Clock>(_ clock: Time) where Time.Duration == Duration {
        let began = clock.now
        read = { began.duration(to: clock.now) }
    }

    package var elapsed: Duration { read() }
}

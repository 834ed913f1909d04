// SPDX-License-Identifier: Apache-2.0

/// The wait before the next attempt: twice as long each time, and never longer than half a minute.
struct BackOff: Hashable, Sendable {
    static let longest = Duration.seconds(30)

    private var next = Duration.milliseconds(500)

    mutating func wait() -> Duration {
        defer { next = min(next * 2, Self.longest) }
        return next
    }

    mutating func succeeded() { self = BackOff() }
}

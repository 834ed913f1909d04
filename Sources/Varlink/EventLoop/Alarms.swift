// SPDX-License-Identifier: Apache-2.0

/// One piece of work for an instant. It is of no use after that.
package struct Alarm: Hashable, Sendable {
    fileprivate let number: UInt64
    fileprivate let instant: ContinuousClock.Instant
}

/// The work for later, the next first.
struct Alarms {
    private var set: [(alarm: Alarm, work: EventLoop.Work)] = []
    private var last: UInt64 = 0

    /// The time until the first one rings, in milliseconds, rounded up; -1 if there is none.
    var timeout: Int32 {
        guard let next = set.last else { return -1 }
        let milliseconds = ((next.alarm.instant - .now) / .milliseconds(1)).rounded(.up)
        return Int32(min(max(0, milliseconds), Double(Int32.max)))
    }

    mutating func add(_ instant: ContinuousClock.Instant, _ work: @escaping EventLoop.Work) -> Alarm {
        last += 1
        let alarm = Alarm(number: last, instant: instant)
        // The next one is the array's last. There are few, and most new ones ring after most others.
        let index = set.firstIndex { $0.alarm.instant <= instant } ?? set.endIndex
        set.insert((alarm, work), at: index)
        return alarm
    }

    mutating func remove(_ alarm: Alarm) -> EventLoop.Work? {
        guard let index = set.firstIndex(where: { $0.alarm == alarm }) else { return nil }
        return set.remove(at: index).work
    }

    /// The work whose time has come, in order.
    mutating func due() -> [EventLoop.Work] {
        guard !set.isEmpty else { return [] }
        let now = ContinuousClock.now
        var due: [EventLoop.Work] = []
        while let next = set.last, next.alarm.instant <= now {
            due.append(next.work)
            set.removeLast()
        }
        return due
    }
}

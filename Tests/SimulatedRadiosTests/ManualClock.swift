// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Time that passes only when a test advances it.
final class ManualClock: Clock, Sendable {
    struct Instant: InstantProtocol {
        var offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct State {
        var now = Instant(offset: .zero)
        var sleepers: [Int: (deadline: Instant, wake: AsyncStream<Never>.Continuation)] = [:]
        var observers: [AsyncStream<Never>.Continuation] = []
        var lastSleeper = 0
    }

    private let state = Mutex(State())

    var now: Instant { state.withLock { $0.now } }
    var minimumResolution: Duration { .zero }
    var sleepers: Int { state.withLock { $0.sleepers.count } }

    func advance(by duration: Duration) {
        state.withLock { state in
            state.now = state.now.advanced(by: duration)
            for (id, sleeper) in state.sleepers where sleeper.deadline <= state.now {
                sleeper.wake.finish()
                state.sleepers[id] = nil
            }
        }
    }

    /// Returns as soon as somebody sleeps.
    func somebodySleeps() async {
        let (slept, observer) = AsyncStream.makeStream(of: Never.self)
        let isAsleep = state.withLock { state in
            if state.sleepers.isEmpty { state.observers.append(observer) }
            return !state.sleepers.isEmpty
        }
        if !isAsleep { for await _ in slept {} }
    }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let (woken, wake) = AsyncStream.makeStream(of: Never.self)
        let sleeper = state.withLock { state -> Int? in
            guard deadline > state.now else { return nil }
            state.lastSleeper += 1
            state.sleepers[state.lastSleeper] = (deadline, wake)
            for observer in state.observers { observer.finish() }
            state.observers = []
            return state.lastSleeper
        }
        guard let sleeper else { return }
        for await _ in woken {}
        state.withLock { $0.sleepers[sleeper] = nil }
        try Task.checkCancellation()
    }
}

// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A clock on which pauses of one length last until a test moves it on by this length.
final class HeldClock: Clock {
    private struct State {
        var ahead: Duration = .zero
        var hasMoved = false
        /// It moved before there was a pause.
        var isOwed = false
        var pauses: [AsyncStream<Never>.Continuation] = []
    }

    private let length: Duration
    private let state = Mutex(State())

    init(_ length: Duration) { self.length = length }

    var now: ContinuousClock.Instant { .now + state.withLock { $0.ahead } }
    var minimumResolution: Duration { .zero }

    func moveOn() {
        let pauses = state.withLock { state in
            (state.hasMoved, state.isOwed) = (true, state.pauses.isEmpty)
            if !state.isOwed { state.ahead = length }
            return state.pauses
        }
        for pause in pauses { pause.finish() }
    }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        let pause = now.duration(to: deadline)
        // The deadline was computed a moment ago.
        let isHeld = (length * 0.9...length).contains(pause)
        guard isHeld else { return try await ContinuousClock().sleep(for: pause, tolerance: tolerance) }
        let (ends, end) = AsyncStream.makeStream(of: Never.self)
        let waits = state.withLock { state in
            if !state.hasMoved { state.pauses.append(end) }
            if state.isOwed { (state.ahead, state.isOwed) = (pause, false) }
            return !state.hasMoved
        }
        if waits { for await _ in ends {} }
        try Task.checkCancellation()
        // It moves once only: a later pause of that length is another one.
        let rest = now.duration(to: deadline)
        if rest > .zero { try await ContinuousClock().sleep(for: rest, tolerance: tolerance) }
    }
}

// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A clock on which pauses of one length last until a test moves it on by this length.
final class HeldClock: Clock {
    private struct State {
        var ahead: Duration = .zero
        var hasMoved = false
        var pauses: [AsyncStream<Never>.Continuation] = []
    }

    private let length: Duration
    private let state = Mutex(State())

    init(_ length: Duration) { self.length = length }

    var now: ContinuousClock.Instant { .now + state.withLock { $0.ahead } }
    var minimumResolution: Duration { .zero }

    func moveOn() {
        let pauses = state.withLock { state in
            (state.ahead, state.hasMoved) = (length, true)
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
        let hasMoved = state.withLock { state in
            if !state.hasMoved { state.pauses.append(end) }
            return state.hasMoved
        }
        if !hasMoved { for await _ in ends {} }
        try Task.checkCancellation()
        // One that began after the move ends at once, and it is later then.
        let rest = now.duration(to: deadline)
        if rest > .zero { state.withLock { $0.ahead += rest } }
    }
}

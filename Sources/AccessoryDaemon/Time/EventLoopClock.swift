// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Varlink

/// Time that passes on the event loop. The default clock would start libdispatch's global workers, and with
/// them a timer that wakes the process every second for the rest of its life.
package struct EventLoopClock: Clock {
    package typealias Instant = ContinuousClock.Instant

    package init() {}

    package var now: Instant { ContinuousClock.now }
    package var minimumResolution: Duration { ContinuousClock().minimumResolution }

    package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let sleeper = Sleeper()
        await withTaskCancellationHandler {
            await sleeper.sleep(until: deadline)
        } onCancel: {
            sleeper.end()
        }
        try Task.checkCancellation()
    }

    /// The one task that waits, and what wakes it.
    private final class Sleeper: Sendable {
        private enum State {
            case awake
            case asleep(CheckedContinuation<Void, Never>, Alarm)
            case over
        }

        private let state = Mutex(State.awake)

        func sleep(until deadline: Instant) async {
            await withCheckedContinuation { waiter in
                let isOver = state.withLock { state in
                    if case .over = state { return true }
                    let alarm = EventLoop.shared.perform(at: deadline) { self.end() }
                    state = .asleep(waiter, alarm)
                    return false
                }
                if isOver { waiter.resume() }
            }
        }

        func end() {
            let before = state.withLock { state in
                defer { state = .over }
                return state
            }
            guard case .asleep(let waiter, let alarm) = before else { return }
            EventLoop.shared.cancel(alarm)
            waiter.resume()
        }
    }
}

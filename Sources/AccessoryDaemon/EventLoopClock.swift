// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization
import Varlink

/// Time that passes on the event loop's own queue. The default clock would start libdispatch's global workers, and with
/// them a timer that wakes the process every second for the rest of its life.
package struct EventLoopClock: Clock {
    package typealias Instant = ContinuousClock.Instant

    package init() {}

    package var now: Instant { ContinuousClock.now }
    package var minimumResolution: Duration { ContinuousClock().minimumResolution }

    package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let alarm = Alarm(after: deadline - now)
        await withTaskCancellationHandler {
            await alarm.wait()
        } onCancel: {
            alarm.end()
        }
        try Task.checkCancellation()
    }

    /// One timer and the one task that waits for it.
    private final class Alarm: Sendable {
        private enum State {
            case set
            case awaited(CheckedContinuation<Void, Never>)
            case over
        }

        private let state = Mutex(State.set)
        private let timer: Mutex<any DispatchSourceTimer>

        init(after duration: Duration) {
            timer = Mutex(DispatchSource.makeTimerSource(queue: EventLoop.shared.queue))
            let nanoseconds = Int(max(0, duration / .nanoseconds(1)))
            timer.withLock { timer in
                timer.schedule(deadline: .now() + .nanoseconds(nanoseconds))
                timer.setEventHandler { [weak self] in self?.end() }
                timer.resume()
            }
        }

        deinit {
            timer.withLock { $0.cancel() }
        }

        func wait() async {
            await withCheckedContinuation { waiter in
                let isOver = state.withLock { state in
                    if case .over = state { return true }
                    state = .awaited(waiter)
                    return false
                }
                if isOver { waiter.resume() }
            }
        }

        func end() {
            let waiter: CheckedContinuation<Void, Never>? = state.withLock { state in
                defer { state = .over }
                if case .awaited(let waiter) = state { return waiter }
                return nil
            }
            waiter?.resume()
            timer.withLock { $0.cancel() }
        }
    }
}

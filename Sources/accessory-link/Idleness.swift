// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Varlink

/// Counts connections, and calls when there have been none for some time.
final class Idleness: Sendable {
    private struct State {
        var count = 0
        var alarm: Alarm?
    }

    private let patience: Duration
    private let over: EventLoop.Work
    private let state = Mutex(State())

    init(_ patience: Duration, over: @escaping EventLoop.Work) {
        self.patience = patience
        self.over = over
        wait()
    }

    /// False if there are as many already.
    func begins(atMost most: Int) -> Bool {
        let (isCounted, alarm) = state.withLock { state -> (Bool, Alarm?) in
            guard state.count < most else { return (false, nil) }
            state.count += 1
            defer { state.alarm = nil }
            return (true, state.alarm)
        }
        if let alarm { EventLoop.shared.cancel(alarm) }
        return isCounted
    }

    func ends() {
        if state.withLock({ state in
            state.count -= 1
            return state.count == 0
        }) {
            wait()
        }
    }

    private func wait() {
        let alarm = EventLoop.shared.perform(at: .now + patience, over)
        state.withLock { $0.alarm = alarm }
    }
}

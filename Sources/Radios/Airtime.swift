// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Lets Wi-Fi scans and Bluetooth listening take turns. Both radios often share one antenna, and either receives little
/// while the other one works.
///
/// First come, first served, by kind: two Wi-Fi radios may scan at once, unless Bluetooth came between them. A radio
/// without a rival never waits.
package final class Airtime: Sendable {
    package enum Radio: Hashable, Sendable { case bluetooth, wifi }

    private struct Waiter {
        var id: Int
        var radio: Radio
        var continuation: CheckedContinuation<Void, any Error>
        var whenWanted: @Sendable () -> Void
    }

    private struct Turns {
        var radio = Radio.wifi
        /// The holders of the turn.
        var holders: [Int: @Sendable () -> Void] = [:]
        var queue: [Waiter] = []
        var last = 0

        func isFree(for radio: Radio) -> Bool { queue.isEmpty && (holders.isEmpty || self.radio == radio) }

        /// Gives the turn to the first waiters, if they may have it.
        mutating func next() -> [CheckedContinuation<Void, any Error>] {
            guard let first = queue.first, holders.isEmpty || first.radio == radio else { return [] }
            radio = first.radio
            let served = queue.prefix { $0.radio == first.radio }
            queue.removeFirst(served.count)
            for waiter in served { holders[waiter.id] = waiter.whenWanted }
            return served.map(\.continuation)
        }
    }

    private let turns = Mutex(Turns())

    package init() {}

    /// One radio's turn; its holder must pass it to `end`.
    package struct Turn: Sendable {
        fileprivate let id: Int
    }

    /// Waits for a turn. Throws `CancellationError` if the task is cancelled meanwhile.
    ///
    /// - Parameter whenWanted: called, on any thread, whenever the other radio begins to wait for this turn's end.
    package func take(_ radio: Radio, whenWanted: @escaping @Sendable () -> Void = {}) async throws -> Turn {
        let id = turns.withLock { turns in
            turns.last += 1
            return turns.last
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                enter(Waiter(id: id, radio: radio, continuation: continuation, whenWanted: whenWanted))
            }
        } onCancel: {
            leave(id)
        }
        return Turn(id: id)
    }

    /// Whether the other radio waits for the end of this turn.
    package func isWanted(_ turn: Turn) -> Bool {
        turns.withLock { turns in
            turns.holders[turn.id] != nil && turns.queue.contains { $0.radio != turns.radio }
        }
    }

    package func end(_ turn: Turn) {
        let served = turns.withLock { turns in
            turns.holders[turn.id] = nil
            return turns.next()
        }
        for continuation in served { continuation.resume() }
    }

    private func enter(_ waiter: Waiter) {
        let (isCancelled, isServed, wanted) = turns.withLock { turns -> (Bool, Bool, [@Sendable () -> Void]) in
            // Cancelled before it was entered: nobody would remove it again.
            if Task.isCancelled { return (true, false, []) }
            if turns.isFree(for: waiter.radio) {
                turns.radio = waiter.radio
                turns.holders[waiter.id] = waiter.whenWanted
                return (false, true, [])
            }
            turns.queue.append(waiter)
            return (false, false, turns.radio == waiter.radio ? [] : Array(turns.holders.values))
        }
        if isCancelled { waiter.continuation.resume(throwing: CancellationError()) }
        if isServed { waiter.continuation.resume() }
        for notify in wanted { notify() }
    }

    private func leave(_ id: Int) {
        let (left, served) = turns.withLock { turns in
            guard let index = turns.queue.firstIndex(where: { $0.id == id }) else {
                return (Waiter?.none, [CheckedContinuation<Void, any Error>]())
            }
            let left = turns.queue.remove(at: index)
            return (left, turns.next())
        }
        left?.continuation.resume(throwing: CancellationError())
        for continuation in served { continuation.resume() }
    }
}

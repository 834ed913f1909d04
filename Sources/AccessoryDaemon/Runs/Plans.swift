// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules

/// The state of plans: their results, the run in progress, and the leases that the agent holds.
struct Plans {
    var memories: [Plan.ID: PlanMemory] = [:]
    /// The agent's own leases.
    var kept: [Plan.ID: Lease.ID] = [:]
    /// Programs that a caller runs, each with the run that waits for its end.
    var programs: [Plan.ID: AsyncStream<ProvisioningRun.News>.Continuation] = [:]
    private var isTaken = false
    private var queue: [(id: Int, turn: AsyncStream<Void>.Continuation)] = []
    private var radioListeners: [Int: AsyncStream<Void>.Continuation] = [:]
    private var next = 1

    // MARK: One run after the other

    /// The stream yields when it is this run's turn.
    mutating func takeTurn() -> (id: Int, turn: AsyncStream<Void>) {
        defer { next += 1 }
        let (turn, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        queue.append((next, continuation))
        pass()
        return (next, turn)
    }

    /// Also ends a turn that had not come.
    mutating func endTurn(_ id: Int) {
        if queue.first?.id == id { isTaken = false }
        queue.removeAll { $0.id == id }
        pass()
    }

    private mutating func pass() {
        guard !isTaken, let first = queue.first else { return }
        isTaken = true
        first.turn.yield()
    }

    // MARK: Radios

    mutating func listenToRadios() -> (id: Int, changes: AsyncStream<Void>) {
        defer { next += 1 }
        let (changes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        radioListeners[next] = continuation
        return (next, changes)
    }

    mutating func stopListeningToRadios(_ id: Int) { radioListeners.removeValue(forKey: id)?.finish() }

    func radioChanged() { for listener in radioListeners.values { listener.yield() } }
}

// SPDX-License-Identifier: Apache-2.0

/// Work that a machine started and may stop, by name, inside one task group: nothing outlives the group.
struct Activities<Name: Hashable & Sendable> {
    private var stops: [Name: AsyncStream<Never>.Continuation] = [:]

    /// Starts work under a name; what ran under it is stopped.
    mutating func start(
        _ name: Name, in group: inout DiscardingTaskGroup, _ work: @escaping @Sendable () async -> Void
    ) {
        stop(name)
        let (stopped, continuation) = AsyncStream<Never>.makeStream()
        stops[name] = continuation
        group.addTask {
            await withTaskGroup(of: Void.self) { race in
                race.addTask { await work() }
                race.addTask { for await _ in stopped {} }
                await race.next()
                race.cancelAll()
            }
        }
    }

    mutating func stop(_ name: Name) { stops.removeValue(forKey: name)?.finish() }

    mutating func stopAll() {
        for name in Array(stops.keys) { stop(name) }
    }
}

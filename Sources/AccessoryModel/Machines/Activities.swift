// SPDX-License-Identifier: Apache-2.0

/// Tasks that a machine starts and stops by name, inside one task group: none outlives the group.
package struct Activities<Name: Hashable & Sendable> {
    private var stops: [Name: AsyncStream<Never>.Continuation] = [:]

    package init() {}

    /// Starts a task under a name, and stops the earlier one.
    package mutating func start(
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

    package mutating func stop(_ name: Name) { stops.removeValue(forKey: name)?.finish() }

    package mutating func stopAll() {
        for name in Array(stops.keys) { stop(name) }
    }
}

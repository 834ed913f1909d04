// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface

/// The news of a lease for its holder.
enum LeaseNews: Sendable {
    case update(LeaseUpdate)
    /// The last news. With the reason, unless the holder left by itself.
    case ended(AccessoryError?)
}

/// What follows one lease, from its latest update to its end. It is followed once.
struct LeaseHandle: Sendable {
    struct End: Sendable {
        /// The last update.
        var last: LeaseUpdate?
        /// Nil if the holder left by itself.
        var error: AccessoryError?
    }

    enum Turn<Value: Sendable>: Sendable {
        case found(Value)
        case ended(End)
    }

    let news: AsyncStream<LeaseNews>

    /// Waits for the lease's end. Nil if the task is cancelled before.
    @discardableResult
    func end() async -> End? { await end { _ in } }

    /// - Parameters:
    ///   - heard: an update that the caller has already.
    ///   - hear: gets every update after it.
    func end(after heard: LeaseUpdate? = nil, _ hear: (LeaseUpdate) async throws -> Void) async rethrows -> End? {
        let turn: Turn<Never>? = try await first(after: heard) { update in
            try await hear(update)
            return nil
        }
        return if case .ended(let end)? = turn { end } else { nil }
    }

    /// The first value that an update gives, or the lease's end. Nil if the task is cancelled before.
    func first<Value>(
        after heard: LeaseUpdate? = nil, _ value: (LeaseUpdate) async throws -> Value?
    ) async rethrows -> Turn<Value>? {
        var last = heard
        for await item in news {
            switch item {
            case .update(let update):
                guard update != last else { continue }
                last = update
                if let value = try await value(update) { return .found(value) }
            case .ended(let error): return .ended(End(last: last, error: error))
            }
        }
        return nil
    }

    /// Waits until one of these leases is over. False if there is none, or if the task is cancelled before.
    static func isOver(oneOf leases: [LeaseHandle]) async -> Bool {
        await withTaskGroup(of: Bool.self) { group in
            for lease in leases { group.addTask { await lease.end() != nil } }
            defer { group.cancelAll() }
            return await group.next() ?? false
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface

/// The calls that follow what happens.
struct Monitors {
    private struct Monitor {
        let scope: RecordScope
        let events: AsyncStream<MonitorEvent>.Continuation
    }

    private var open: [Sessions.ID: Monitor] = [:]

    mutating func begin(_ id: Sessions.ID, in scope: RecordScope) -> AsyncStream<MonitorEvent> {
        let (stream, continuation) = AsyncStream<MonitorEvent>.makeStream(bufferingPolicy: .bufferingNewest(256))
        open.updateValue(Monitor(scope: scope, events: continuation), forKey: id)?.events.finish()
        return stream
    }

    mutating func closed(_ id: Sessions.ID) { open.removeValue(forKey: id)?.events.finish() }

    /// One user's monitor reports the changes of that user's records, and that the configuration changed.
    func send(_ event: MonitorEvent, of owner: Claimant?, _ manifest: (String) -> Manifest?) {
        for monitor in open.values {
            let isOwn = owner.map { monitor.scope.includes($0, manifest($0.app)) } ?? (event.kind == .configuration)
            if monitor.scope == .all || isOwn { monitor.events.yield(event) }
        }
    }
}

/// The calls that observe accessories.
struct Observations {
    private struct Observation {
        let claimant: Claimant
        let changed: AsyncStream<Void>.Continuation
    }

    private var open: [Int: Observation] = [:]
    private var next = 1

    var count: Int { open.count }

    /// Throws `busy` at the app's limit. `end` must follow.
    ///
    /// - Returns: the call's number, and a stream of changes. After each change the call checks its own access.
    mutating func begin(by claimant: Claimant) throws(AccessoryError) -> (id: Int, changes: AsyncStream<Void>) {
        let count = open.values.count { $0.claimant == claimant }
        guard count < Limits.observationsPerApp else {
            throw AccessoryError(
                .busy,
                "\(claimant.app) observes accessories with \(count) calls already; end one, or name more accessories in it"
            )
        }
        let (changes, changed) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        defer { next += 1 }
        open[next] = Observation(claimant: claimant, changed: changed)
        return (next, changes)
    }

    mutating func end(_ id: Int) { open[id] = nil }

    /// Some app's access is another than before.
    func accessChanged() { for observation in open.values { observation.changed.yield() } }
}

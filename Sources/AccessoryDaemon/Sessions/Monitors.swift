// SPDX-License-Identifier: Apache-2.0

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

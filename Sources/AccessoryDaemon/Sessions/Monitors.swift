// SPDX-License-Identifier: Apache-2.0

import AccessoryRules
import AgentInterface

/// The calls that follow what happens.
struct Monitors {
    private struct Monitor {
        let scope: RecordScope
        let events: AsyncStream<MonitorEvent>.Continuation

        /// One user's monitor reports the changes of that user's records, and that the configuration changed.
        func shows(_ event: MonitorEvent, of owner: Claimant?, _ manifest: (String) -> Manifest?) -> Bool {
            guard scope != .all else { return true }
            guard let owner else { return event.kind == .configuration }
            return scope.includes(owner, manifest(owner.app))
        }
    }

    private var open: [Sessions.ID: Monitor] = [:]

    mutating func begin(_ id: Sessions.ID, in scope: RecordScope) -> AsyncStream<MonitorEvent> {
        let (stream, continuation) = AsyncStream<MonitorEvent>.makeStream(bufferingPolicy: .bufferingNewest(256))
        open.updateValue(Monitor(scope: scope, events: continuation), forKey: id)?.events.finish()
        return stream
    }

    mutating func closed(_ id: Sessions.ID) { open.removeValue(forKey: id)?.events.finish() }

    func send(_ event: MonitorEvent, of owner: Claimant?, _ manifest: (String) -> Manifest?) {
        for monitor in open.values where monitor.shows(event, of: owner, manifest) { monitor.events.yield(event) }
    }
}

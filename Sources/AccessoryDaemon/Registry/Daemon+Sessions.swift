// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import Logging
import Varlink

/// The beginning and the end of connections.
extension Daemon {
    /// Does something with the open connections, in one step.
    func withSessions<Value: Sendable, Fault>(
        _ step: @Sendable (inout Sessions) throws(Fault) -> Value
    ) throws(Fault) -> Value { try step(&sessions) }

    /// Ends everything that the connection held.
    func closed(_ id: Sessions.ID) {
        sessions.closed(id)
        pickers.closed(id)
        monitors.removeValue(forKey: id)?.events.finish()
        leases.closed(id)
        peripherals.closed(id)
        for (lease, entry) in leases.inOrder where entry.owners.contains(id) {
            if leases[lease]?.drop(id) == false { leave(lease) }
        }
    }

    /// The session's events; the first has the app's accessories at that moment.
    func activate(_ id: Sessions.ID, _ claimant: Claimant) -> AsyncStream<SessionEvent> {
        sessions.activate(id, claimant, SessionEvent(event: Event(.activated), accessories: accessories(of: claimant)))
    }

    /// Notifies the sessions of one app and user; of every user, if the claimant has no uid. An event about a record
    /// goes only to the sessions that own the record.
    func emit(_ event: Event, to claimant: Claimant, about record: AccessRecord?) {
        pickers.noteNotified(event, of: claimant)
        if event.accessory?.state == .awaitingAuthorization { peripheralsChanged() }
        sessions.emit(event, accessories: event.type == .migrationComplete ? accessories(of: claimant) : nil) {
            session in
            if let record { return session.owns(record) }
            return session.app == claimant.app && (claimant.uid == nil || session.uid == claimant.uid)
        }
        let subject = event.accessory.map { " \($0.displayName)" } ?? ""
        publish(
            .session, app: claimant.app, accessory: event.accessory?.id,
            event.type.rawValue + subject + (event.error.map { ": \($0)" } ?? ""))
    }

    func emit(_ event: Event, to claimant: Claimant) {
        let record = event.accessory.flatMap {
            records[AccessRecord.Key(app: claimant.app, uid: claimant.uid, accessory: $0.id)]
        }
        emit(event, to: claimant, about: record)
    }

    func monitor(_ id: Sessions.ID, in scope: RecordScope) -> AsyncStream<MonitorEvent> {
        let (stream, continuation) = AsyncStream<MonitorEvent>.makeStream(bufferingPolicy: .bufferingNewest(256))
        monitors.updateValue(Monitor(scope: scope, events: continuation), forKey: id)?.events.finish()
        return stream
    }
}

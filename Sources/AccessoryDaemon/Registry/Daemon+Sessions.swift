// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import Logging
import Varlink

/// The beginning and the end of connections.
extension Daemon {
    /// Ends everything that the connection held.
    func closed(_ id: Sessions.ID) {
        sessions.closed(id)
        screens.closed(id)
        peripherals.closed(id)
        for lease in leases.closed(id) { leave(lease) }
    }

    /// The session's events; the first has the app's accessories at that moment.
    func activate(_ id: Sessions.ID, _ claimant: Claimant) -> AsyncStream<SessionEvent> {
        sessions.activate(
            id, claimant, SessionEvent(event: Event(.activated), accessories: access.accessories(of: claimant)))
    }

    /// Notifies the sessions of one app and user; of every user, if the claimant has no uid. An event about a record
    /// goes only to the sessions that own the record.
    ///
    /// - Parameter known: the record, if it is not the one that the claimant has of the event's accessory.
    func emit(_ event: Event, to claimant: Claimant, about known: AccessRecord? = nil) {
        let record =
            known
            ?? event.accessory.flatMap {
                records[AccessRecord.Key(app: claimant.app, uid: claimant.uid, accessory: $0.id)]
            }
        screens.noteNotified(event, of: claimant)
        if event.accessory?.state == .awaitingAuthorization { peripheralsChanged() }
        sessions.emit(event, accessories: event.type == .migrationComplete ? access.accessories(of: claimant) : nil) {
            session in
            if let record { return session.owns(record) }
            return session.app == claimant.app && (claimant.uid == nil || session.uid == claimant.uid)
        }
        let subject = event.accessory.map { " \($0.displayName)" } ?? ""
        publish(
            .session, app: claimant.app, accessory: event.accessory?.id,
            event.type.rawValue + subject + (event.error.map { ": \($0)" } ?? ""))
    }
}

// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import Logging
import Varlink

/// The beginning and the end of connections.
extension Daemon {
    func opened(_ connection: ServerConnection, by caller: Caller) -> Session.ID {
        sessions.opened(connection, by: caller)
    }

    /// Counts one more `more` call in progress. Throws if this user has as many as allowed.
    func streamBegins(of id: Session.ID) throws(AccessoryError) { try sessions.streamBegins(of: id) }

    func streamEnded(of id: Session.ID) { sessions.streamEnded(of: id) }

    /// Ends everything that the connection held.
    func closed(_ id: Session.ID) {
        sessions.closed(id)
        pickers.closed(id)
        monitors.removeValue(forKey: id)?.events.finish()
        leases.closed(id)
        peripherals.closed(id)
        for (lease, entry) in leases.inOrder where entry.owners.contains(id) {
            if leases[lease]?.drop(id) == false { leave(lease) }
        }
    }

    /// The caller behind an accepted connection.
    func caller(_ peer: Peer, at entrance: Caller.Entrance) -> Caller {
        caller(peer.identity, pid: peer.pid, at: entrance)
    }

    func caller(_ identity: Identity, pid: Int32?, at entrance: Caller.Entrance) -> Caller {
        let refusal =
            switch entrance {
            // Whether its user is active at the seat, each call asks.
            case .app: pickerRefusal(of: identity) { _ in true }
            case .control: PickerRefusal?.some(.switchedOff)
            }
        return Caller(
            identity: identity, entrance: entrance, app: configuration.manifests.app(of: identity), pid: pid,
            pickerRefusal: refusal)
    }

    private func pickerRefusal(of identity: Identity, isActive: (_ seat: String) -> Bool) -> PickerRefusal? {
        identity.pickerRefusal(among: configuration.pickers, seat: { settings.seat(identity) }, isActive: isActive)
    }

    /// Throws if the caller's rights rest on being its user's picker, and it is that no more: the configuration has
    /// changed, or its user is not active at the seat now.
    func checkPicker(_ caller: Caller) throws(AccessoryError) {
        guard caller.entrance == .app else { return }
        let uid = caller.identity.uid
        let present = pickerRefusal(of: caller.identity) { isActive(uid, at: $0) }
        guard let refusal = caller.pickerRefusal ?? present else { return }
        throw AccessoryError(
            .notAuthorized,
            "this program may not pick for its user: \(refusal); root and the group accessoryd may use control.socket")
    }

    nonisolated func isActive(_ uid: UInt32, at seat: String) -> Bool { settings.activeUser(seat) == uid }

    /// The session's events; the first has the app's accessories at that moment.
    func activate(_ id: Session.ID, _ claimant: Claimant) -> AsyncStream<SessionEvent> {
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

    func activeSession(_ claimant: Claimant) -> Session.ID? { sessions.active(claimant) }

    func monitor(_ id: Session.ID, in scope: RecordScope) -> AsyncStream<MonitorEvent> {
        let (stream, continuation) = AsyncStream<MonitorEvent>.makeStream(bufferingPolicy: .bufferingNewest(256))
        monitors.updateValue(Monitor(scope: scope, events: continuation), forKey: id)?.events.finish()
        return stream
    }
}

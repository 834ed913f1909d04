// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import Logging
import Varlink

/// What connections bring and take with them.
extension Daemon {
    /// Nil when this user has as many connections as one may.
    func opened(_ connection: ServerConnection, by caller: Caller) -> Session.ID? {
        if let id = sessions.opened(connection, by: caller) { return id }
        log.warning("\(caller.identity): a connection was refused, \(Limits.connectionsPerUser) are open")
        return nil
    }

    /// One more `more` call is being answered. Throws when this user has as many as one may.
    func streamBegins(of id: Session.ID) throws(AccessoryError) { try sessions.streamBegins(of: id) }

    func streamEnded(of id: Session.ID) { sessions.streamEnded(of: id) }

    /// Ends whatever the connection held.
    func closed(_ id: Session.ID) {
        sessions.closed(id)
        pickers.closed(id)
        monitors.removeValue(forKey: id)?.finish()
        leases.closed(id)
        for (lease, entry) in leases.inOrder where entry.owner == id {
            leases[lease]?.owner = nil
            leave(lease)
        }
    }

    /// The caller that an accepted connection is.
    func caller(_ identity: Identity, at entrance: Caller.Entrance) -> Caller {
        Caller(identity: identity, entrance: entrance, app: configuration.manifests.app(of: identity))
    }

    /// The session's events, the first with what the app has at that moment.
    func activate(_ id: Session.ID, _ claimant: Claimant) -> AsyncStream<SessionEvent> {
        sessions.activate(id, claimant, SessionEvent(Event(.activated), accessories: accessories(of: claimant)))
    }

    /// To the sessions of one app and user; of every user, when the claimant is for all. What tells of a record goes only
    /// to those whose record it is.
    func emit(_ event: Event, to claimant: Claimant, about record: AccessRecord?) {
        if event.type == .accessoryDiscovered, let accessory = event.accessory { pickers.discovered(accessory.id) }
        sessions.emit(event) { session in
            if let record { return session.owns(record) }
            return session.app == claimant.app && (claimant.uid == nil || session.uid == claimant.uid)
        }
        let subject = event.accessory.map { " \($0.displayName)" } ?? ""
        publish(.session, app: claimant.app, event.type.rawValue + subject + (event.error.map { ": \($0)" } ?? ""))
    }

    func emit(_ event: Event, to claimant: Claimant) {
        let record = event.accessory.flatMap {
            records[AccessRecord.Key(app: claimant.app, uid: claimant.uid, accessory: $0.id)]
        }
        emit(event, to: claimant, about: record)
    }

    func activeSession(_ claimant: Claimant) -> Session.ID? { sessions.active(claimant) }

    // Pickers

    func register(_ id: Session.ID) -> AsyncStream<PickerUpdate> { pickers.register(id) }

    func present(
        for app: Manifest, _ claimant: Claimant, filters: Bool, send: AsyncStream<Setup.Event>.Continuation
    ) throws(AccessoryError) {
        try pickers.present(for: claimant, named: app.name, filters: filters, send: send)
    }

    func approve(_ items: [DiscoveredItem], for claimant: Claimant) throws(AccessoryError) {
        try pickers.approve(items, for: claimant)
    }

    func finishDiscovery(for claimant: Claimant) throws(AccessoryError) { try pickers.finishDiscovery(for: claimant) }

    /// What a picker shows of each candidate: an accessory that some app has already keeps its name and picture.
    func items(_ candidates: [Setup.Candidate], for app: String, cuts: String?) -> [PickerItem] {
        candidates.map { candidate in
            let network = candidate.network
            let known = records.accessory(ssid: candidate.ssid, bssid: network.bssid)
            let isShared = known.map { known in records.records(of: known.id).contains { $0.app != app } } ?? false
            return PickerItem(
                id: candidate.id, name: known?.displayName ?? candidate.item.name,
                image: known == nil ? candidate.item.image : known?.image, ssid: candidate.ssid, bssid: network.bssid,
                signal: network.signal, frequency: network.frequency, security: network.security,
                interface: network.interface, cuts: cuts, needsPassphrase: candidate.needsPassphrase,
                isShared: isShared)
        }
    }

    func show(_ update: PickerUpdate) { pickers.show(update) }

    func dismiss(_ error: AccessoryError?) { pickers.dismiss(error) }

    func select(
        _ item: String, passphrase: Passphrase?, in presentation: String, by chooser: String
    ) throws(AccessoryError) {
        try pickers.select(item, passphrase: passphrase, in: presentation, by: chooser)
    }

    func cancel(_ presentation: String) throws(AccessoryError) { try pickers.cancel(presentation) }

    func monitor(_ id: Session.ID) -> AsyncStream<MonitorEvent> {
        let (stream, continuation) = AsyncStream<MonitorEvent>.makeStream(bufferingPolicy: .bufferingNewest(256))
        monitors.updateValue(continuation, forKey: id)?.finish()
        return stream
    }
}

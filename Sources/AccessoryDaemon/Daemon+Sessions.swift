// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import Varlink

/// What connections bring and take with them.
extension Daemon {
    func opened(_ connection: ServerConnection) -> Session.ID { sessions.opened(connection) }

    /// Ends whatever the connection held.
    func closed(_ id: Session.ID) {
        sessions.closed(id)
        pickers.closed(id)
        monitors.removeValue(forKey: id)?.finish()
        for (lease, entry) in leases.inOrder where entry.owner == id { leave(lease) }
    }

    /// The caller that an accepted connection is.
    func caller(_ identity: Identity, at entrance: Caller.Entrance) -> Caller {
        Caller(identity: identity, entrance: entrance, app: configuration.manifests.app(of: identity))
    }

    func activate(_ id: Session.ID, app: String, uid: UInt32) -> AsyncStream<SessionEvent> {
        sessions.activate(id, app: app, uid: uid)
    }

    func emit(_ event: Event, app: String, uid: UInt32?) {
        sessions.emit(event, app: app, uid: uid)
        let subject = event.accessory.map { " \($0.displayName)" } ?? ""
        publish(.session, app: app, event.type.rawValue + subject + (event.error.map { ": \($0)" } ?? ""))
    }

    func activeSession(app: String, uid: UInt32) -> Session.ID? { sessions.active(app: app, uid: uid) }

    // Pickers

    func register(_ id: Session.ID) -> AsyncStream<PickerUpdate> { pickers.register(id) }

    func present(
        for app: Manifest, send: AsyncStream<Setup.Event>.Continuation
    ) throws(AccessoryError) {
        try pickers.present(for: app.id, named: app.name, send: send)
    }

    func show(_ update: PickerUpdate) { pickers.show(update) }

    func dismiss(_ error: AccessoryError?) { pickers.dismiss(error) }

    func select(_ item: String, passphrase: Passphrase?, in presentation: String) throws(AccessoryError) {
        try pickers.select(item, passphrase: passphrase, in: presentation)
    }

    func cancel(_ presentation: String) throws(AccessoryError) { try pickers.cancel(presentation) }

    func monitor(_ id: Session.ID) -> AsyncStream<MonitorEvent> {
        let (stream, continuation) = AsyncStream<MonitorEvent>.makeStream(bufferingPolicy: .bufferingNewest(256))
        monitors.updateValue(continuation, forKey: id)?.finish()
        return stream
    }
}

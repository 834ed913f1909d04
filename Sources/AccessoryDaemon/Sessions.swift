// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import Varlink

/// The open connections, and the event streams of those that activated a session.
struct Sessions {
    struct Activation {
        let app: String
        let uid: UInt32
        let events: AsyncStream<SessionEvent>.Continuation
    }

    private var open: [Session.ID: ServerConnection] = [:]
    private var activations: [Session.ID: Activation] = [:]
    private var next = 1

    var connections: [ServerConnection] { Array(open.values) }

    mutating func opened(_ connection: ServerConnection) -> Session.ID {
        defer { next += 1 }
        open[next] = connection
        return next
    }

    mutating func closed(_ id: Session.ID) {
        open[id] = nil
        activations.removeValue(forKey: id)?.events.finish()
    }

    func isOpen(_ id: Session.ID) -> Bool { open[id] != nil }

    mutating func activate(_ id: Session.ID, app: String, uid: UInt32) -> AsyncStream<SessionEvent> {
        let (stream, events) = AsyncStream<SessionEvent>.makeStream(bufferingPolicy: .bufferingNewest(256))
        activations.updateValue(Activation(app: app, uid: uid, events: events), forKey: id)?.events.finish()
        return stream
    }

    /// The app's session that was activated first.
    func active(app: String, uid: UInt32) -> Session.ID? {
        activations.filter { $0.value.app == app && $0.value.uid == uid }.keys.min()
    }

    /// To every session of the app; of one uid only, unless the grant is for all.
    func emit(_ event: Event, app: String, uid: UInt32?) {
        for activation in activations.values where activation.app == app && (uid == nil || activation.uid == uid) {
            activation.events.yield(SessionEvent(event))
        }
    }
}

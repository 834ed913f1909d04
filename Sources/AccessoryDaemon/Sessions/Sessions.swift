// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import Varlink

/// The open connections, and the event streams of those that activated a session.
struct Sessions {
    typealias ID = Int

    private struct Entry {
        let connection: ServerConnection
        let caller: Caller
        var streams = 0
        var events: AsyncStream<SessionEvent>.Continuation?
    }

    /// The reader of streams: a user on one of the sockets, so that root's apps leave root's own tools theirs.
    private struct Reader: Hashable {
        let uid: UInt32
        let entrance: Caller.Entrance

        init(_ caller: Caller) { (uid, entrance) = (caller.identity.uid, caller.entrance) }
    }

    private var open: [ID: Entry] = [:]
    var monitors = Monitors()
    var observations = Observations()
    private var streams: [Reader: Int] = [:]
    private var next = 1

    /// The agent ends.
    private var areOver = false

    /// Closes all connections, and each that is still being identified as soon as it opens.
    mutating func end() {
        areOver = true
        for entry in open.values { entry.connection.close() }
    }

    mutating func opened(_ connection: ServerConnection, by caller: Caller) -> ID {
        defer { next += 1 }
        if areOver { connection.close() }
        open[next] = Entry(connection: connection, caller: caller)
        return next
    }

    mutating func closed(_ id: ID) {
        monitors.closed(id)
        guard let entry = open.removeValue(forKey: id) else { return }
        entry.events?.finish()
        ended(entry.streams, of: Reader(entry.caller))
    }

    /// The process that made a connection, if it is known.
    func pid(of id: ID) -> Int32? { open[id]?.caller.pid }

    func caller(of id: ID) -> Caller? { open[id]?.caller }

    func isOpen(_ id: ID) -> Bool { open[id] != nil }

    mutating func streamBegins(of id: ID) throws(AccessoryError) {
        guard let reader = open[id].map({ Reader($0.caller) }) else { return }
        guard streams[reader, default: 0] < Limits.streamsPerUser else {
            throw AccessoryError(
                .busy, "uid \(reader.uid) has \(Limits.streamsPerUser) streams open, which is the limit; close one")
        }
        streams[reader, default: 0] += 1
        open[id]?.streams += 1
    }

    mutating func streamEnded(of id: ID) {
        guard let reader = open[id].map({ Reader($0.caller) }) else { return }
        ended(1, of: reader)
        open[id]?.streams -= 1
    }

    private mutating func ended(_ count: Int, of reader: Reader) {
        let rest = streams[reader, default: 0] - count
        streams[reader] = rest > 0 ? rest : nil
    }

    // MARK: Activated sessions

    mutating func activate(_ id: ID, _ claimant: Claimant, _ first: SessionEvent) -> AsyncStream<SessionEvent> {
        let (stream, events) = AsyncStream<SessionEvent>.makeStream(bufferingPolicy: .bufferingNewest(256))
        events.yield(first)
        open[id]?.events?.finish()
        open[id]?.events = events
        return stream
    }

    /// The claimant's session that was activated first.
    func active(_ claimant: Claimant) -> ID? {
        open.filter { $0.value.events != nil && $0.value.caller.claimant == claimant }.keys.min()
    }

    func emit(_ event: Event, accessories: [Accessory]?, to isMeant: (Claimant) -> Bool) {
        for entry in open.values {
            guard let claimant = entry.caller.claimant, isMeant(claimant) else { continue }
            entry.events?.yield(SessionEvent(event: event, accessories: accessories))
        }
    }

    /// A connection rests on one decision. If the decision changes, the connection ends; an activated session gets an
    /// event first.
    func judgeAnew(_ judge: (Caller) -> Caller) {
        for entry in open.values where entry.caller.entrance == .app {
            let now = judge(entry.caller)
            let isSameApp = now.app == entry.caller.app && now.proof == entry.caller.proof
            guard !isSameApp || now.isUsersPicker != entry.caller.isUsersPicker else { continue }
            guard !isSameApp, let events = entry.events else {
                entry.connection.close()
                continue
            }
            let app = entry.caller.app ?? ""
            let why = AccessoryError(.invalidated, "the manifest that identified this program as \(app) has changed")
            events.yield(SessionEvent(event: Event(.invalidated, error: why)))
            events.finish()
        }
    }
}

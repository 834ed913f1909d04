// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface

/// What a lease's holder hears.
enum LeaseNews: Sendable {
    case update(LeaseUpdate)
    /// The last news. With why, unless the holder left by itself.
    case ended(AccessoryError?)
}

/// The leases that are held, and who hears of each.
struct Leases {
    struct Entry {
        let app: String
        /// The uid whose app it is; nil when somebody holds it for the app.
        let uid: UInt32?
        let ssid: SSID
        /// The grant that it rests on; nil before there is one.
        private(set) var record: AccessRecord.Key?
        let interface: String
        let cuts: String?
        var owner: Session.ID?
        let send: AsyncStream<Join.Event>.Continuation
        var latest: LeaseUpdate?
        /// Why the agent itself ended it, said instead of what the radio says.
        var verdict: AccessoryError?
        /// Held by a hotspot configuration of the app, with which it goes.
        var isApplied = false
        /// Joined and not left yet.
        var isLive = true
        /// It is to be left, so nobody takes it over any more.
        var isLeaving = false
        var listeners: [AsyncStream<LeaseNews>.Continuation] = []

        init(
            app: String, uid: UInt32?, ssid: SSID, record: AccessRecord.Key?, interface: String, cuts: String?,
            owner: Session.ID?, send: AsyncStream<Join.Event>.Continuation
        ) {
            self.app = app
            self.uid = uid
            self.ssid = ssid
            self.record = record
            self.interface = interface
            self.cuts = cuts
            self.owner = owner
            self.send = send
        }

        /// The accessory can be reached.
        var isJoined: Bool { isLive && !isLeaving && latest?.state == .joined }
        /// Nil before there is a grant.
        var accessory: String? { record?.accessory }

        mutating func rests(on record: AccessRecord.Key) { self.record = record }

        /// Whoever decides for an app has all of its leases.
        func belongs(to claimant: Claimant) -> Bool {
            app == claimant.app && (claimant.uid == nil || claimant.uid == uid)
        }

        mutating func tell(_ news: LeaseNews) {
            listeners.removeAll { listener in
                if case .terminated = listener.yield(news) { true } else { false }
            }
        }
    }

    /// How a lease ended, for who asks a moment later.
    private struct Ended {
        let id: Lease.ID
        let latest: LeaseUpdate?
        let error: AccessoryError?
    }

    private(set) var entries: [Lease.ID: Entry] = [:]
    /// The last lease that ended, of each session that held one.
    private var ended: [Session.ID: Ended] = [:]
    private var next = 1
    /// Of which networks it was written down that they are secured with less than expected.
    private var notedChanges: Set<NotedChange> = []

    private struct NotedChange: Hashable {
        let app: String
        let uid: UInt32?
        let ssid: SSID
        let change: SecurityChange
    }

    private static let noteLimit = 256

    var interfaces: Set<String> { Set(entries.values.map(\.interface)) }

    /// The held leases in the order they began.
    var inOrder: [(id: Lease.ID, entry: Entry)] { entries.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }

    mutating func makeID() -> Lease.ID {
        defer { next += 1 }
        return next
    }

    subscript(id: Lease.ID) -> Entry? {
        get { entries[id] }
        set { entries[id] = newValue }
    }

    /// The live lease that this very claimant has for an accessory, whose network may have got another name meanwhile.
    func live(of claimant: Claimant, for record: AccessRecord) -> Lease.ID? {
        inOrder.first { _, entry in
            entry.app == claimant.app && entry.uid == claimant.uid && entry.isLive && !entry.isLeaving
                && (entry.record == record.key || entry.ssid == record.accessory.ssid)
        }?.id
    }

    /// A lease of the claimant's that is joined.
    func joined(of claimant: Claimant) -> Lease.ID? {
        inOrder.first { $0.entry.isJoined && $0.entry.belongs(to: claimant) }?.id
    }

    /// The claimant's leases whose uplink is not back yet.
    func ending(of claimant: Claimant) -> [Lease.ID] {
        inOrder.filter { (!$0.entry.isLive || $0.entry.isLeaving) && $0.entry.belongs(to: claimant) }.map(\.id)
    }

    /// A new listener: it hears the latest news first.
    mutating func listen(to id: Lease.ID) -> AsyncStream<LeaseNews> {
        let (stream, continuation) = AsyncStream<LeaseNews>.makeStream(bufferingPolicy: .bufferingNewest(64))
        guard var entry = entries[id] else {
            let end = ended.values.first { $0.id == id }
            if let latest = end?.latest { continuation.yield(.update(latest)) }
            continuation.yield(.ended(end?.error))
            continuation.finish()
            return stream
        }
        if let latest = entry.latest { continuation.yield(.update(latest)) }
        entry.listeners.append(continuation)
        entries[id] = entry
        return stream
    }

    /// Passes a report on. Returns the line for monitors, and whether the lease is over.
    mutating func receive(_ report: Join.Report, from id: Lease.ID) -> (update: LeaseUpdate?, error: AccessoryError?)? {
        guard var entry = entries[id] else { return nil }
        // A second attempt reports the first steps once more.
        let update = entry.update(for: report).flatMap { $0 == entry.latest ? nil : $0 }
        if let update {
            entry.latest = update
            entry.isLive = entry.isLive && update.state != .left
            entry.tell(.update(update))
        }
        guard case .finished(let outcome) = report else {
            entries[id] = entry
            return (update, update?.error)
        }
        let error = entry.error(of: outcome)
        entry.tell(.ended(error))
        for listener in entry.listeners { listener.finish() }
        entries[id] = nil
        if let owner = entry.owner { ended[owner] = Ended(id: id, latest: entry.latest, error: error) }
        return (nil, error)
    }

    /// Notes a change. False where it was noted before.
    mutating func isNews(_ change: SecurityChange, of entry: Entry) -> Bool {
        if notedChanges.count >= Self.noteLimit { notedChanges = [] }
        return notedChanges.insert(NotedChange(app: entry.app, uid: entry.uid, ssid: entry.ssid, change: change))
            .inserted
    }

    mutating func forgetChanges(of entry: Entry) {
        notedChanges = notedChanges.filter { $0.app != entry.app || $0.uid != entry.uid || $0.ssid != entry.ssid }
    }

    /// Nobody is left who could ask how it ended.
    mutating func closed(_ owner: Session.ID) { ended[owner] = nil }
}

extension Leases.Entry {
    fileprivate func update(for report: Join.Report) -> LeaseUpdate? {
        switch report {
        case .scanning: LeaseUpdate(.scanning, ssid: ssid, cuts: cuts)
        case .associating: LeaseUpdate(.associating, ssid: ssid, cuts: cuts)
        case .authenticating: LeaseUpdate(.authenticating, ssid: ssid, cuts: cuts)
        case .addressing: LeaseUpdate(.addressing, ssid: ssid, cuts: cuts)
        case .joined(let link, _): LeaseUpdate(.joined, ssid: ssid, link: link, cuts: cuts)
        case .left(let failure):
            LeaseUpdate(.left, ssid: ssid, error: verdict ?? failure.map { AccessoryError($0, joining: ssid) })
        case .restored(let uplink): LeaseUpdate(.restored, ssid: ssid, cuts: uplink.name)
        case .finished: nil
        }
    }

    fileprivate func error(of outcome: Join.Outcome) -> AccessoryError? {
        switch outcome {
        case .left(let failure): verdict ?? failure.map { AccessoryError($0, joining: ssid) }
        case .stranded(let failure):
            AccessoryError(
                .restoreFailed,
                "'\(cuts ?? interface)' did not come back after '\(ssid)' was left: \(failure.said); "
                    + "bring it up with nmcli, or restart accessoryd, which tries again")
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface

/// The news of a lease for its holder.
enum LeaseNews: Sendable {
    case update(LeaseUpdate)
    /// The last news. With the reason, unless the holder left by itself.
    case ended(AccessoryError?)
}

/// The leases that are held, and the listeners of each.
struct Leases {
    /// How near a lease is to its end. It never goes back to an earlier stage.
    enum Stage: Comparable {
        case held
        /// It is about to end, so nobody can take it over.
        case leaving
        /// The uplink is being restored.
        case left
        /// Only the agent still waits for its uplink, which makes room for another lease.
        case owed
    }

    struct Entry {
        private(set) var app: String
        /// The uid of the app; nil if the caller acts for the app.
        private(set) var uid: UInt32?
        let ssid: SSID
        /// The grant that it rests on; nil before there is one.
        private(set) var record: AccessRecord.Key?
        let interface: String
        let cuts: String?
        /// The connections that hold it; it ends with the last of them. None if the agent itself holds it.
        private(set) var owners: Set<Session.ID>
        /// The session that holds it until its process does so itself, with JoinHotspot.
        var interim: Session.ID?
        let send: Sender<Lease.Event>
        var latest: LeaseUpdate?
        /// Why the agent itself ended it; it replaces the radio's reason.
        var verdict: AccessoryError?
        /// It rests on a hotspot configuration of the app, and ends with it.
        var isApplied = false
        private(set) var stage = Stage.held
        /// The agent holds it, too: it does not end with its last owner.
        private(set) var isKept: Bool
        private var listeners: [(owner: Session.ID?, send: AsyncStream<LeaseNews>.Continuation)] = []

        init(
            app: String, uid: UInt32?, ssid: SSID, record: AccessRecord.Key?, interface: String, cuts: String?,
            owner: Session.ID?, send: Sender<Lease.Event>
        ) {
            self.app = app
            self.uid = uid
            self.ssid = ssid
            self.record = record
            self.interface = interface
            self.cuts = cuts
            owners = owner.map { [$0] } ?? []
            isKept = owner == nil
            self.send = send
        }

        /// The app can reach the accessory.
        var isJoined: Bool { stage == .held && latest?.state == .joined }
        /// Nil before there is a grant.
        var accessory: String? { record?.accessory }

        mutating func reach(_ stage: Stage) { self.stage = max(self.stage, stage) }

        mutating func rests(on record: AccessRecord.Key) { self.record = record }

        /// A claimant without a uid has all leases of its app.
        func belongs(to claimant: Claimant) -> Bool {
            app == claimant.app && (claimant.uid == nil || claimant.uid == uid)
        }

        mutating func listen(_ owner: Session.ID?, _ send: AsyncStream<LeaseNews>.Continuation) {
            listeners.append((owner, send))
        }

        mutating func notify(_ news: LeaseNews) {
            listeners.removeAll { listener in
                if case .terminated = listener.send.yield(news) { true } else { false }
            }
        }

        mutating func end(_ error: AccessoryError?) {
            notify(.ended(error))
            for listener in listeners { listener.send.finish() }
            listeners = []
        }

        // MARK: Holders

        mutating func hold(by owner: Session.ID, inPlaceOf former: Session.ID?) {
            owners.insert(owner)
            guard let former, former != owner else { return }
            owners.remove(former)
            interim = nil
        }

        /// Makes the agent its only holder from now on.
        mutating func keep() {
            owners = []
            isKept = true
        }

        /// Ends one connection's hold. Returns whether anybody holds it still.
        mutating func drop(_ owner: Session.ID) -> Bool {
            owners.remove(owner)
            for listener in listeners where listener.owner == owner {
                listener.send.yield(.ended(nil))
                listener.send.finish()
            }
            listeners.removeAll { $0.owner == owner }
            return isKept || !owners.isEmpty
        }

        /// Ends the holders' wait: the agent alone owes the uplink.
        mutating func owe(as itself: String, _ error: AccessoryError) {
            end(error)
            owners = []
            (app, uid, record) = (itself, nil, nil)
            isApplied = false
            reach(.owed)
        }
    }

    /// The end of a lease, for a holder that asks a moment later.
    private struct Ended {
        let id: Lease.ID
        let latest: LeaseUpdate?
        let error: AccessoryError?
    }

    private(set) var entries: [Lease.ID: Entry] = [:]
    /// The last ended lease of each session that held one.
    private var ended: [Session.ID: Ended] = [:]
    private var next = 1
    /// The changes that the history has already.
    private var notedChanges: Set<NotedChange> = []

    private struct NotedChange: Hashable {
        let app: String
        let uid: UInt32?
        let ssid: SSID
        let change: SecurityChange
    }

    private static let noteLimit = 256

    /// The profiles of promises that were kept, and that the journal still has because it could not be written.
    private var settledProfiles: Set<String> = []

    func isSettled(_ protection: Protection) -> Bool { settledProfiles.contains(protection.profile) }
    mutating func settled(_ protection: Protection) { settledProfiles.insert(protection.profile) }
    mutating func forgot(_ protection: Protection) { settledProfiles.remove(protection.profile) }

    var interfaces: Set<String> { Set(entries.values.map(\.interface)) }
    /// The interfaces of leases that somebody holds or waits for.
    var heldInterfaces: Set<String> { Set(entries.values.filter { $0.stage < .owed }.map(\.interface)) }

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

    /// The live lease that this very claimant has for an accessory, even if its network has another name by now.
    func live(of claimant: Claimant, for record: AccessRecord) -> Lease.ID? {
        inOrder.first { _, entry in
            entry.app == claimant.app && entry.uid == claimant.uid && entry.stage == .held
                && (entry.record == record.key || entry.ssid == record.accessory.ssid)
        }?.id
    }

    /// A joined lease of the claimant.
    func joined(of claimant: Claimant) -> Lease.ID? {
        inOrder.first { $0.entry.isJoined && $0.entry.belongs(to: claimant) }?.id
    }

    /// The claimant's leases whose uplink is not restored yet.
    func ending(of claimant: Claimant) -> [Lease.ID] {
        inOrder.filter { $0.entry.stage > .held && $0.entry.belongs(to: claimant) }.map(\.id)
    }

    /// The leases of an earlier run of the agent that restore the uplinks of these interfaces, which nobody can leave.
    func recovering(on interfaces: [String]) -> [Lease.ID] {
        inOrder.filter { _, entry in
            entry.app == Daemon.ownName && entry.stage > .held && entry.stage < .owed
                && interfaces.contains(entry.interface)
        }
        .map(\.id)
    }

    /// The lease that only owes the uplink of an interface.
    func owed(on interface: String) -> Lease.ID? {
        inOrder.first { $0.entry.stage == .owed && $0.entry.interface == interface }?.id
    }

    /// Adds a listener. It gets the latest news first.
    ///
    /// - Parameter owner: a connection that holds the lease; its news end with its hold.
    mutating func listen(to id: Lease.ID, of owner: Session.ID? = nil) -> AsyncStream<LeaseNews> {
        let (stream, continuation) = AsyncStream<LeaseNews>.makeStream(bufferingPolicy: .bufferingNewest(64))
        guard var entry = entries[id] else {
            let end = ended.values.first { $0.id == id }
            if let latest = end?.latest { continuation.yield(.update(latest)) }
            continuation.yield(.ended(end?.error))
            continuation.finish()
            return stream
        }
        if let latest = entry.latest { continuation.yield(.update(latest)) }
        entry.listen(owner, continuation)
        entries[id] = entry
        return stream
    }

    /// Takes a report. Returns the line for monitors, and whether the lease is over.
    mutating func receive(_ report: Lease.Report, from id: Lease.ID) -> (update: LeaseUpdate?, error: AccessoryError?)?
    {
        guard var entry = entries[id] else { return nil }
        // A second attempt reports the first steps once more.
        let update = entry.update(for: report).flatMap { $0 == entry.latest ? nil : $0 }
        if let update {
            entry.latest = update
            if update.state == .left { entry.reach(.left) }
            entry.notify(.update(update))
        }
        if case .owed(let failure) = report {
            let error = entry.strandedError(failure)
            for owner in entry.owners { ended[owner] = Ended(id: id, latest: entry.latest, error: error) }
            entry.owe(as: Daemon.ownName, error)
            entries[id] = entry
            return (nil, error)
        }
        guard case .finished(let outcome) = report else {
            entries[id] = entry
            return (update, update?.error)
        }
        let error = entry.error(of: outcome)
        entry.end(error)
        entries[id] = nil
        for owner in entry.owners { ended[owner] = Ended(id: id, latest: entry.latest, error: error) }
        return (nil, error)
    }

    /// Remembers a change. False if it was known before.
    mutating func isNews(_ change: SecurityChange, of entry: Entry) -> Bool {
        if notedChanges.count >= Self.noteLimit { notedChanges = [] }
        return notedChanges.insert(NotedChange(app: entry.app, uid: entry.uid, ssid: entry.ssid, change: change))
            .inserted
    }

    mutating func forgetChanges(of entry: Entry) {
        notedChanges = notedChanges.filter { $0.app != entry.app || $0.uid != entry.uid || $0.ssid != entry.ssid }
    }

    /// Forgets how the owner's lease ended: nobody can ask any more.
    mutating func closed(_ owner: Session.ID) { ended[owner] = nil }
}

extension Leases.Entry {
    fileprivate func update(for report: Lease.Report) -> LeaseUpdate? {
        switch report {
        case .scanning: LeaseUpdate(state: .scanning, ssid: ssid, uplink: cuts)
        case .step(let step, _): LeaseUpdate(state: step.state, ssid: ssid, link: step.link, uplink: cuts)
        case .left(let failure, let uplink):
            LeaseUpdate(
                state: .left, ssid: ssid, uplink: uplink?.name,
                error: verdict ?? failure.map { AccessoryError($0, joining: ssid) })
        case .restoring(let uplink, let failure):
            LeaseUpdate(state: .restoring, ssid: ssid, uplink: uplink.name, error: strandedError(failure))
        case .restored(let uplink): LeaseUpdate(state: .restored, ssid: ssid, uplink: uplink.name)
        case .owed, .finished: nil
        }
    }

    fileprivate func error(of outcome: Lease.Outcome) -> AccessoryError? {
        switch outcome {
        case .left(let failure): verdict ?? failure.map { AccessoryError($0, joining: ssid) }
        case .stranded(let failure): strandedError(failure)
        }
    }

    fileprivate func strandedError(_ failure: JoinFailure) -> AccessoryError {
        AccessoryError(
            .restoreFailed,
            "'\(cuts ?? interface)' is not restored yet after '\(ssid)': \(failure.detail); "
                + "accessoryd keeps trying, and 'nmcli --ask connection up' restores it at once")
    }
}

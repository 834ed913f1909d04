// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface

/// The leases that are held, and the listeners of each.
struct Leases: Sendable {
    /// The end of a lease, for a holder that asks a moment later.
    private struct Ended {
        let id: Lease.ID
        let latest: LeaseUpdate?
        let error: AccessoryError?
    }

    /// The agent's name as an app, when it acts for nobody.
    static let agent = "accessoryd"

    private(set) var entries: [Lease.ID: Entry] = [:]
    /// The last ended lease of each session that held one.
    private var ended: [Sessions.ID: Ended] = [:]
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
    /// The interfaces of second stations.
    var stations: Set<String> { Set(entries.values.compactMap { $0.station?.interface }) }
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

    /// The claimant's leases that have not been left yet; only those for one network, if `ssid` names one.
    func live(of claimant: Claimant, ssid: SSID? = nil) -> [Lease.ID] {
        inOrder.filter {
            $0.entry.stage < .left && $0.entry.belongs(to: claimant) && (ssid == nil || $0.entry.ssid == ssid)
        }
        .map(\.id)
    }

    /// Lets the leases on these interfaces try again to restore an owed uplink.
    func mayReturn(on interfaces: Set<String>) {
        for (_, entry) in inOrder where interfaces.contains(entry.interface) { entry.send.yield(.mayReturn) }
    }

    /// The hotspot over which an errand's credentials go.
    func hotspot(of errand: UplinkErrand) -> HeldHotspot? {
        guard let entry = errand.lease.flatMap({ self[$0] }) else { return nil }
        return HeldHotspot(
            ssid: entry.ssid, security: entry.latest?.link?.security, interface: entry.interface,
            isBySecondStation: entry.station != nil, isJoined: entry.isJoined)
    }

    /// The claimant's leases that still hold the radio, because their uplink is being restored.
    func ending(of claimant: Claimant) -> [Lease.ID] {
        inOrder.filter { $0.entry.stage > .held && $0.entry.stage < .owed && $0.entry.belongs(to: claimant) }.map(\.id)
    }

    /// The leases of an earlier run of the agent that restore the uplinks of these interfaces, which nobody can leave.
    func recovering(on interfaces: [String]) -> [Lease.ID] {
        inOrder.filter { _, entry in
            entry.app == Self.agent && entry.stage > .held && entry.stage < .owed
                && interfaces.contains(entry.interface)
        }
        .map(\.id)
    }

    /// The lease that only owes the uplink of an interface.
    func owed(on interface: String) -> Lease.ID? {
        inOrder.first { $0.entry.stage == .owed && $0.entry.interface == interface }?.id
    }

    /// - Parameter owner: a connection that holds the lease; its news end with its hold.
    mutating func follow(_ id: Lease.ID, as owner: Sessions.ID? = nil) -> LeaseHandle {
        let (news, send) = AsyncStream<LeaseNews>.makeStream(bufferingPolicy: .bufferingNewest(64))
        let end = entries[id] == nil ? ended.values.first { $0.id == id } : nil
        if let latest = entries[id]?.latest ?? end?.latest { send.yield(.update(latest)) }
        if entries[id] == nil {
            send.yield(.ended(end?.error))
            send.finish()
        }
        entries[id]?.listen(owner, send)
        return LeaseHandle(news: news)
    }

    /// Takes a report. Returns the line for monitors, and whether the lease is over.
    mutating func receive(_ report: Lease.Report, from id: Lease.ID) -> (update: LeaseUpdate?, error: AccessoryError?)?
    {
        guard var entry = entries[id] else { return nil }
        entry.note(report)
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
            entry.owe(as: Self.agent, error)
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

    // MARK: Ends of holds

    /// Ends the holds of a connection, which asks for nothing any more. Returns the leases that nobody holds now.
    mutating func closed(_ owner: Sessions.ID) -> [Lease.ID] {
        ended[owner] = nil
        return inOrder.filter { id, entry in entry.owners.contains(owner) && entries[id]?.drop(owner) == false }
            .map(\.id)
    }
}

// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import Logging

/// Leases: begun, taken over, left, and told of.
extension Daemon {
    /// Uplinks that are still owed: since an earlier run of the agent, or because they could not come back when they should
    /// have.
    func recover() {
        let busy = leases.interfaces
        do {
            for (protection, ssid) in try store.unfinished() where !busy.contains(protection.uplink.interface) {
                let (machine, effects) = Join.recovering(protection, ssid: ssid)
                let name = protection.uplink.name ?? protection.uplink.interface
                publish(.lease, app: nil, "restoring '\(name)', which is still owed")
                launch(machine, effects: effects, for: Claimant(app: Self.ownName), record: nil, cuts: name, owner: nil)
            }
        } catch {
            log.error("the journal cannot be read: \(error)")
        }
    }

    /// Begins to join. `record` is what it rests on; nil while nothing is granted yet. Without an owner it is the
    /// agent's own, and stays until it is left or lost.
    func beginLease(
        _ target: Join.Target, for claimant: Claimant, record: AccessRecord.Key?, owner: Session.ID?
    ) async throws(AccessoryError) -> Lease.ID {
        let adapter = try await chooseRadio(wanted: target.interface)
        let held = leases.entries.values.count { $0.app == claimant.app }
        guard held < Limits.leasesPerApp else {
            throw AccessoryError(.busy, "\(claimant.app) holds \(held) hotspots, which is the limit; leave one")
        }
        let cuts = RadioChoice.cuts(adapter)
        let id = launch(Join(target), effects: [], for: claimant, record: record, cuts: cuts, owner: owner)
        leases[id]?.send.yield(.start)
        // The owner may have gone while a radio was chosen.
        if let owner, !sessions.isOpen(owner) { leave(id) }
        return id
    }

    @discardableResult
    private func launch(
        _ machine: Join, effects: [Join.Effect], for claimant: Claimant, record: AccessRecord.Key?, cuts: String?,
        owner: Session.ID?
    ) -> Lease.ID {
        let lease = Lease(id: leases.makeID(), radio: radio, clock: clock, daemon: self)
        leases[lease.id] = Leases.Entry(
            app: claimant.app, uid: claimant.uid, ssid: machine.target.ssid, record: record,
            interface: machine.target.interface, cuts: cuts, owner: owner, send: lease.send)
        begin.yield(BegunLease(lease: lease, machine: machine, effects: effects))
        situationChanged()
        return lease.id
    }

    /// Joins what a record allows, or goes on with the lease that the claimant has for it already.
    func hold(
        _ record: AccessRecord, for claimant: Claimant, passphrase: Passphrase?, addressing: JoinRequest.Addressing,
        owner: Session.ID
    ) async throws(AccessoryError) -> Lease.ID {
        guard let ssid = record.accessory.ssid else {
            throw AccessoryError(.invalidRequest, "'\(record.accessory.displayName)' has no Wi-Fi network")
        }
        if let lease = leases.live(of: claimant, for: record) {
            leases[lease]?.owner = owner
            return lease
        }
        await untilUplinksAreBack(of: claimant)
        let hotspot = claimant.uid.flatMap { uid in
            hotspots.configuration(app: claimant.app, uid: uid, for: ssid, at: now())
        }
        var kept = passphrase
        if kept == nil { kept = try self.passphrase(of: record.accessory.id) }
        if kept == nil, let hotspot { kept = try self.passphrase(of: hotspot) }
        let adapter = try await chooseRadio()
        let target = Join.Target(
            ssid: ssid, bssid: record.accessory.bssid, interface: adapter.interface, passphrase: kept,
            isHidden: record.isHidden || hotspot?.isHidden ?? false, addressing: addressing,
            frequency: record.frequency,
            expected: ExpectedSecurity(
                remembered: record.security, hasPassphrase: kept != nil || hotspot?.isProtected ?? false),
            accessPoints: record.accessPoints)
        let lease = try await beginLease(target, for: claimant, record: record.key, owner: owner)
        if hotspot != nil { leases[lease]?.isApplied = true }
        return lease
    }

    /// What a claimant has just left still holds the radio, until the uplink is back.
    func untilUplinksAreBack(of claimant: Claimant) async {
        for lease in leases.ending(of: claimant) { for await case .ended in leases.listen(to: lease) { break } }
    }

    func passphrase(of accessory: Accessory.ID) throws(AccessoryError) -> Passphrase? {
        do {
            return try store.passphrase(of: accessory)
        } catch {
            throw AccessoryError(.connectionFailed, "the accessory's passphrase cannot be read: \(error)")
        }
    }

    /// The lease goes with the hotspot configuration by which it is held.
    func rests(_ lease: Lease.ID, onApplied isApplied: Bool) { leases[lease]?.isApplied = isApplied }

    func news(of id: Lease.ID) -> AsyncStream<LeaseNews> { leases.listen(to: id) }

    func leave(_ id: Lease.ID) {
        leases[id]?.isLeaving = true
        situationChanged()
        leases[id]?.send.yield(.leave(nil))
    }

    /// The claimant's leases that have not been left yet; those for one network, if one is named.
    func liveLeases(of claimant: Claimant, ssid: SSID? = nil) -> [Lease.ID] {
        leases.inOrder.filter {
            $0.entry.isLive && $0.entry.belongs(to: claimant) && (ssid == nil || $0.entry.ssid == ssid)
        }
        .map(\.id)
    }

    func report(_ report: Join.Report, from id: Lease.ID) {
        guard let entry = leases[id], let (update, error) = leases.receive(report, from: id) else { return }
        if case .joined(let link, let network) = report { note(link, network, joinedBy: entry) }
        if let change = (update?.error ?? error)?.change { refused(change, entry) }
        if case .finished = report { left(entry) }
        if let update {
            publish(.lease, app: entry.app, accessory: entry.accessory, Self.line(update))
        } else if let error {
            publish(.lease, app: entry.app, accessory: entry.accessory, "'\(entry.ssid)': ended with \(error)")
        }
        situationChanged()
    }

    private static func line(_ update: LeaseUpdate) -> String {
        switch update.state {
        case .joined: "'\(update.ssid)': joined" + (update.link.map { ", \($0.address) on \($0.interface)" } ?? "")
        case .left: "'\(update.ssid)': left" + (update.error.map { ", \($0)" } ?? "")
        case .restored: "'\(update.ssid)': restored" + (update.cuts.map { ", '\($0)' is back" } ?? "")
        case .scanning, .associating, .authenticating, .addressing: "'\(update.ssid)': \(update.state.rawValue)"
        }
    }

    func journal(_ protection: Protection, ssid: SSID) throws { try store.journal(protection, ssid: ssid) }

    func forget(_ protection: Protection) {
        do {
            try store.forget(protection)
        } catch {
            log.error("the journal keeps '\(protection.uplink.name ?? protection.uplink.interface)': \(error)")
        }
    }
}

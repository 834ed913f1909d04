// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import Logging

/// Leases: their beginning, their holders, their end, and the news of them.
extension Daemon {
    /// Restores the uplinks that are owed and have no lease: of an earlier run of the agent, for the reason `failure`,
    /// or of a lease that had taken over the promise and ended.
    func recover(because failure: JoinFailure? = nil) {
        let busy = leases.interfaces
        do {
            for (protection, ssid) in try store.unfinished() where !busy.contains(protection.uplink.interface) {
                guard !leases.isSettled(protection) else {
                    forget(protection)
                    continue
                }
                let (machine, effects) = Lease.recovering(protection, ssid: ssid, because: failure)
                let name = protection.uplink.name ?? protection.uplink.interface
                publish(.lease, app: nil, "restoring '\(name)' after an earlier lease")
                let id = launch(
                    machine, effects: effects, for: Claimant(app: Leases.agent), record: nil, cuts: name, owner: nil)
                leases[id]?.reach(.leaving)
            }
        } catch {
            log.error("the journal cannot be read: \(error)")
        }
    }

    /// Begins to join. The lease rests on `record`, nil before there is a grant. Without an owner it is the agent's
    /// own, and lasts until it is left or lost.
    func beginLease(
        _ target: Lease.Target, for claimant: Claimant, record: AccessRecord.Key?, owner: Sessions.ID?
    ) async throws(AccessoryError) -> Lease.ID {
        let adapter = try await chooseRadio(wanted: target.interface)
        let held = leases.entries.values.count { $0.app == claimant.app }
        guard held < Limits.leasesPerApp else {
            throw AccessoryError(.busy, "\(claimant.app) holds \(held) hotspots, which is the limit; leave one")
        }
        let owed = leases.owed(on: adapter.interface)
        var target = target
        target.owed = owed.flatMap { _ in uplinkOwed(on: adapter.interface) }
        if settings.activeUser(Seats.usual) != nil { target.mayLoseUplink = true }
        let cuts = RadioChoice.cuts(adapter) ?? target.owed?.name
        let id = launch(Lease(target), effects: [], for: claimant, record: record, cuts: cuts, owner: owner)
        if let owed {
            let handle = leases.follow(owed)
            leases[owed]?.send.yield(.yield)
            await handle.end()
        }
        leases[id]?.send.yield(.start)
        // The owner may have gone while the agent chose a radio.
        if let owner, !sessions.isOpen(owner) { leave(id) }
        return id
    }

    private func uplinkOwed(on interface: String) -> Uplink? {
        do {
            return try store.unfinished().first { $0.protection.uplink.interface == interface }?.protection.uplink
        } catch {
            log.error("the journal cannot be read: \(error)")
            return nil
        }
    }

    /// Lets the leases on these interfaces try again to restore an owed uplink.
    func mayReturn(on interfaces: Set<String>) {
        for (_, entry) in leases.inOrder where interfaces.contains(entry.interface) { entry.send.yield(.mayReturn) }
    }

    @discardableResult
    private func launch(
        _ machine: Lease, effects: [Lease.Effect], for claimant: Claimant, record: AccessRecord.Key?, cuts: String?,
        owner: Sessions.ID?
    ) -> Lease.ID {
        let lease = LeaseRun(id: leases.makeID(), radio: radio, clock: clock, daemon: self)
        leases[lease.id] = Leases.Entry(
            app: claimant.app, uid: claimant.uid, ssid: machine.target.ssid, record: record,
            interface: machine.target.interface, cuts: cuts, owner: owner, send: lease.inbox.send)
        begin.yield(BegunLease(lease: lease, machine: machine, effects: effects))
        situationChanged()
        return lease.id
    }

    /// Joins the network of a record, or continues the lease that the claimant has for it.
    ///
    /// - Parameter isHidden: the access point does not broadcast its SSID, whether the record has that or not.
    func hold(
        _ record: AccessRecord, for claimant: Claimant, passphrase: Passphrase?, addressing: JoinRequest.Addressing,
        isHidden: Bool = false, isForced: Bool = false, owner: Sessions.ID
    ) async throws(AccessoryError) -> Lease.ID {
        guard let ssid = record.accessory.ssid else {
            throw AccessoryError(.invalidRequest, "'\(record.accessory.displayName)' has no Wi-Fi network")
        }
        if let lease = leases.live(of: claimant, for: record) {
            let former = leases[lease]?.interim.flatMap {
                sessions.pid(of: $0) == sessions.pid(of: owner) ? $0 : nil
            }
            leases[lease]?.hold(by: owner, inPlaceOf: former)
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
        var target = Lease.Target(
            ssid: ssid, bssid: record.accessory.bssid, interface: adapter.interface, passphrase: kept,
            isHidden: isHidden || record.isHidden || hotspot?.isHidden ?? false, addressing: addressing,
            frequency: record.frequency,
            expected: ExpectedSecurity(
                remembered: record.security, hasPassphrase: kept != nil || hotspot?.isProtected ?? false),
            accessPoints: record.accessPoints)
        target.mayLoseUplink = isForced
        let lease = try await beginLease(target, for: claimant, record: record.key, owner: owner)
        if hotspot != nil { leases[lease]?.isApplied = true }
        return lease
    }

    /// The app's session holds the lease until its process joins by itself.
    func rests(_ lease: Lease.ID, onSession session: Sessions.ID) { leases[lease]?.interim = session }

    /// Waits until the uplinks of the claimant's ending leases are restored: until then they hold the radio.
    func untilUplinksAreBack(of claimant: Claimant) async {
        for lease in leases.ending(of: claimant) { await leases.follow(lease).end() }
    }

    func passphrase(of accessory: Accessory.ID) throws(AccessoryError) -> Passphrase? {
        do {
            return try store.passphrase(of: accessory)
        } catch {
            throw AccessoryError(.connectionFailed, "the accessory's passphrase cannot be read: \(error)")
        }
    }

    /// Whether the lease rests on a hotspot configuration, and ends with it.
    func rests(_ lease: Lease.ID, onApplied isApplied: Bool) { leases[lease]?.isApplied = isApplied }

    func follow(_ id: Lease.ID, as owner: Sessions.ID? = nil) -> LeaseHandle { leases.follow(id, as: owner) }

    func leave(_ id: Lease.ID) {
        leases[id]?.reach(.leaving)
        situationChanged()
        leases[id]?.send.yield(.leave(nil))
    }

    /// Ends the holds of the caller's process on a lease, and with its last holder the lease. A process without a hold
    /// ends the lease for all.
    ///
    /// - Returns: false if others hold it still.
    func leave(_ id: Lease.ID, by caller: Caller) -> Bool {
        let own = leases[id]?.owners.filter { caller.pid != nil && sessions.pid(of: $0) == caller.pid } ?? []
        guard let entry = leases[id], !own.isEmpty, entry.isKept || !entry.owners.subtracting(own).isEmpty else {
            leave(id)
            return true
        }
        for owner in own { _ = leases[id]?.drop(owner) }
        return false
    }

    /// The claimant's leases that have not been left yet; only those for one network, if `ssid` names one.
    func liveLeases(of claimant: Claimant, ssid: SSID? = nil) -> [Lease.ID] {
        leases.inOrder.filter {
            $0.entry.stage < .left && $0.entry.belongs(to: claimant) && (ssid == nil || $0.entry.ssid == ssid)
        }
        .map(\.id)
    }

    /// The latest update of a hotspot that the claimant has joined.
    func joinedLease(of claimant: Claimant) -> LeaseUpdate? {
        leases.joined(of: claimant).flatMap { leases[$0]?.latest }
    }

    func report(_ report: Lease.Report, from id: Lease.ID) {
        guard let entry = leases[id], let (update, error) = leases.receive(report, from: id) else { return }
        if case .step(.joined(let link), let network) = report { note(link, network, joinedBy: entry) }
        if let change = (update?.error ?? error)?.change { refused(change, entry) }
        switch report {
        case .owed: left(entry)
        case .finished:
            left(entry)
            // It may have been about to take over an uplink that another lease owes.
            if !isStopping { recover() }
        case .scanning, .step, .left, .restoring, .restored: break
        }
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
        case .restoring:
            "'\(update.uplink ?? update.ssid.description)': not restored yet" + (update.error.map { ", \($0)" } ?? "")
        case .restored: "'\(update.ssid)': restored" + (update.uplink.map { ", '\($0)' is back" } ?? "")
        case .scanning, .associating, .authenticating, .addressing: "'\(update.ssid)': \(update.state.rawValue)"
        }
    }

    func journal(_ protection: Protection, ssid: SSID) throws { try store.journal(protection, ssid: ssid) }

    func forget(_ protection: Protection) {
        do {
            try store.forget(protection)
            leases.forgot(protection)
        } catch {
            leases.settled(protection)
            log.error("the journal keeps '\(protection.uplink.name ?? protection.uplink.interface)': \(error)")
        }
    }
}

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
                    machine, effects: effects, for: Claimant(app: Leases.agent), record: nil, uplink: name, owner: nil)
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
        try await requireFence(for: target.ssid)
        let adapter = try await chooseRadio(wanted: target.interface)
        let held = leases.entries.values.count { $0.app == claimant.app }
        guard held < Limits.leasesPerApp else {
            throw AccessoryError(.busy, "\(claimant.app) holds \(held) hotspots, which is the limit; leave one")
        }
        let owed = leases.owed(on: adapter.interface)
        var target = target
        do {
            if owed != nil { target.owed = try store.owedUplink(on: adapter.interface) }
        } catch {
            log.error("the journal cannot be read: \(error)")
        }
        target.fence = configuration.fence
        if configuration.address == .stable { target.station = stationAddress(of: adapter, for: target.ssid) }
        if settings.activeUser(Seats.usual) != nil { target.mayLoseUplink = true }
        let uplink = RadioChoice.cuts(adapter, isOwed: owed != nil)
        if uplink != nil, adapter.concurrency != nil { target.secondStation = secondStation(of: adapter) }
        let frequency = target.network?.frequency ?? target.frequency
        let stays = target.secondStation.map { $0.obstacle(at: frequency) == nil } ?? false
        let id = launch(
            Lease(target), effects: [], for: claimant, record: record, uplink: uplink ?? target.owed?.name,
            isCut: uplink != nil && !stays, owner: owner)
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

    @discardableResult
    private func launch(
        _ machine: Lease, effects: [Lease.Effect], for claimant: Claimant, record: AccessRecord.Key?, uplink: String?,
        isCut: Bool = true, owner: Sessions.ID?
    ) -> Lease.ID {
        let lease = LeaseRun(id: leases.makeID(), daemon: self)
        leases[lease.id] = Leases.Entry(
            app: claimant.app, uid: claimant.uid, ssid: machine.target.ssid, record: record,
            interface: machine.target.interface, uplink: uplink, cuts: isCut ? uplink : nil,
            owners: owner.map { [$0] } ?? [], isKept: owner == nil, send: lease.inbox.send)
        begin.yield(BegunLease(lease: lease, machine: machine, effects: effects))
        situationChanged()
        return lease.id
    }

    /// Joins the network of a record, or continues the lease that the claimant has for it.
    ///
    /// - Parameters:
    ///   - owner: nil for the agent itself.
    ///   - isHidden: the access point does not broadcast its SSID, whether the record has that or not.
    ///   - waits: gets the name of an uplink that is restored before this can begin.
    func hold(
        _ record: AccessRecord, for claimant: Claimant, passphrase: Passphrase?, addressing: JoinRequest.Addressing,
        isHidden: Bool = false, isForced: Bool = false, owner: Sessions.ID?,
        waits: (@Sendable (_ uplink: String) -> Void)? = nil
    ) async throws(AccessoryError) -> Lease.ID {
        guard let ssid = record.accessory.ssid else {
            throw AccessoryError(.invalidRequest, "'\(record.accessory.displayName)' has no Wi-Fi network")
        }
        if let lease = leases.live(of: claimant, for: record) {
            if let owner {
                let former = leases[lease]?.interim.flatMap {
                    sessions.pid(of: $0) == sessions.pid(of: owner) ? $0 : nil
                }
                leases[lease]?.hold(by: owner, inPlaceOf: former)
            }
            return lease
        }
        await untilUplinksAreBack(of: claimant, waits)
        let hotspot = claimant.uid.flatMap { uid in
            hotspots.configuration(app: claimant.app, uid: uid, for: ssid, at: now())
        }
        var kept = passphrase
        if kept == nil { kept = try store.passphrase(of: record.accessory.id) }
        if kept == nil, let hotspot { kept = try store.passphrase(of: hotspot) }
        let adapter = try await chooseRadio(waits: waits)
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

    /// A radio that no lease and no set-up needs now.
    var radioAtRest: String? {
        get async {
            guard leases.interfaces.isEmpty, screens.presentations.isEmpty else { return nil }
            return try? await chooseRadio(sharing: true).interface
        }
    }

    /// The least security for the network of a choice.
    func expectedSecurity(of candidate: Candidate, hasPassphrase: Bool) throws(AccessoryError) -> ExpectedSecurity {
        try book.expectedSecurity(of: candidate, hasPassphrase: hasPassphrase) { id throws(AccessoryError) in
            try store.passphrase(of: id) != nil
        }
    }

    /// Waits until the uplinks of the claimant's ending leases are restored: until then they hold the radio.
    func untilUplinksAreBack(of claimant: Claimant, _ waits: (@Sendable (_ uplink: String) -> Void)? = nil) async {
        for lease in leases.ending(of: claimant) {
            leases[lease]?.returning.map { waits?($0) }
            await leases.follow(lease).end()
        }
    }

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
        case .fenced(let standing): noteFence(standing, of: id)
        case .cuts(let obstacle):
            let uplink = entry.uplink ?? entry.interface
            let line = "\(entry.app): '\(entry.ssid)': joining cuts '\(uplink)': \(obstacle)"
            if case .failed = obstacle { log.warning("\(line)") } else { log.notice("\(line)") }
        case .beside(let station):
            log.notice("\(entry.app): '\(entry.ssid)': \(station) joins beside \(entry.interface)")
        case .scanning, .step, .left, .restoring, .restored: break
        }
        if let update {
            publish(.lease, app: entry.app, accessory: entry.accessory, update.line)
        } else if let error {
            publish(.lease, app: entry.app, accessory: entry.accessory, "'\(entry.ssid)': ended with \(error)")
        }
        situationChanged()
    }

    private func note(_ link: Link, _ network: WiFiNetwork, joinedBy lease: Leases.Entry) {
        leases.forgetChanges(of: lease)
        guard let key = lease.record else { return }
        let noted = book.noting(link, network, of: key.accessory, lease.ssid)
        for hint in noted.hints { book.remember(hint) }
        if !noted.hints.isEmpty { recordsChanged() }
        for record in noted.changed {
            commit(
                [.put(record, nil)],
                orLog: "cannot store the security of '\(record.title)', so the next start forgets it", of: record.app,
                record.accessory.id)
        }
    }

    /// Writes a refusal of a network to the history: once, until it is joined again or changes once more.
    private func refused(_ change: SecurityChange, _ lease: Leases.Entry) {
        guard leases.isNews(change, of: lease) else { return }
        let claimant = Claimant(app: lease.app, uid: lease.uid)
        commit(
            [.note(book.refusal(of: lease.ssid, for: claimant, on: lease.record, change, at: now()))],
            orLog: "cannot write the refusal of '\(lease.ssid)' to the history", of: lease.app)
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

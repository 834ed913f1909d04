// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import Logging

/// Changes of access records, and their consequences.
extension Daemon {
    /// Decides by what is known now, and carries that out in the same step.
    @discardableResult
    func change(_ decide: @Sendable (Access) throws -> AccessChange) throws -> AccessChange {
        let change = try decide(access)
        try carryOut(change)
        return change
    }

    func carryOut(_ change: AccessChange) throws(AccessoryError) {
        let (changes, action) = (change.changes(of: book, at: now()), change.action)
        var failure: AccessoryError?
        if change.takesAccess { failure = restrict(changes) } else { try commit(changes) }
        for record in change.records {
            report(action, record, by: change.cause.who)
            var present = record
            if change.isEnd { present.accessory.state = .unauthorized }
            emit(
                Event(change.isEnd ? .accessoryRemoved : .accessoryChanged, accessory: present.accessory),
                to: Claimant(app: record.app, uid: record.uid), about: present)
            if change.isEnd || !record.isValid(at: now()) { endLeases(on: record, action) }
        }
        if change.isEnd { bondsAreOwed.yield() }
        if let failure { throw failure }
    }

    func report(_ action: HistoryEntry.Action, _ record: AccessRecord, by who: String) {
        publish(
            .access, app: record.app, accessory: record.accessory.id, of: Claimant(of: record),
            "access to '\(record.title)' was \(action.past) by \(who)")
    }

    /// Ends everything that has expired, and writes what the disk did not take before. Returns the time of the next attempt.
    func endExpired() -> Timestamp? {
        let now = now()
        let isBehind = store.debt != nil
        try? store.saveTheRest()
        // A bond that is gone by now is owed until the disk has that.
        if isBehind, store.debt == nil { bondsAreOwed.yield() }
        do {
            let expired = book.expired(at: now)
            try carryOut(
                AccessChange(
                    records: expired, action: .expired,
                    cause: Cause(who: "accessoryd", why: "the time of its grant is over")))
            for hotspot in hotspots.expired(at: now) {
                try remove(hotspot, .hotspotExpired, Cause(who: "accessoryd", why: "its lifetime is over"))
            }
        } catch {
            log.error("cannot store which access has expired; the agent refuses it anyway: \(error)")
            return Timestamp(seconds: now.seconds + Self.pauseAfterFailure)
        }
        guard store.debt != nil else { return book.nextExpiry }
        let again = Timestamp(seconds: now.seconds + Self.pauseWithDebt)
        return book.nextExpiry.map { min($0, again) } ?? again
    }

    /// Seconds until the agent tries a failed write again. It logs each failure.
    private static let pauseAfterFailure: Int64 = 600
    /// The same where a restart would give back what was taken away.
    private static let pauseWithDebt: Int64 = 60

    /// What is not on the disk, for people.
    var storeDebt: String? { store.debt }

    // MARK: Consequences

    /// Writes changes, then makes them in memory.
    func commit(_ changes: [Change]) throws(AccessoryError) {
        guard !changes.isEmpty else { return }
        do {
            try store.write(changes)
        } catch {
            throw AccessoryError(
                .connectionFailed, "the change cannot be written to \(store.path), so nothing was changed: \(error)")
        }
        apply(changes)
    }

    /// Writes changes that follow from what has happened already. The log has the loss if that fails.
    func commit(
        _ changes: [Change], orLog loss: @autoclosure () -> String, of app: String? = nil, _ accessory: String? = nil,
        plan: String? = nil
    ) {
        do {
            try commit(changes)
        } catch {
            log.error(
                "\(loss()): \(error.message)", metadata: Logger.Metadata(app: app, accessory: accessory, plan: plan))
        }
    }

    /// Makes changes that take access away, whether they can be written or not. Returns why not; the next change that can be
    /// written brings them along.
    func restrict(_ changes: [Change]) -> AccessoryError? {
        defer { apply(changes) }
        do {
            try store.write(changes)
            return nil
        } catch {
            store.keep(changes)
            return AccessoryError(
                .connectionFailed,
                "the change applies at once, but cannot be written to \(store.path): \(error); make room, and change "
                    + "anything: until then a restart of the agent forgets it")
        }
    }

    private func apply(_ changes: [Change]) {
        book.apply(changes)
        plans.book.apply(changes)
        if changes.contains(where: \.isOfRecords) { recordsChanged() }
        expiries.yield()
    }

    func recordsChanged() {
        situationChanged()
        peripheralsChanged()
        sessions.observations.accessChanged()
        startsChanged.yield()
    }

    private func endLeases(on record: AccessRecord, _ action: HistoryEntry.Action) {
        let code: AccessoryError.Code = action == .switchedOff ? .userRestricted : .notAuthorized
        let verdict = AccessoryError(code, "access to '\(record.title)' was \(action.past)")
        for (lease, entry) in leases.inOrder where entry.record == record.key {
            leases[lease]?.verdict = verdict
            leave(lease)
        }
        peripherals.end(on: record.key, verdict)
    }
}

extension HistoryEntry.Action {
    /// For a sentence with "was".
    var past: String {
        switch self {
        case .switchedOff: "switched off"
        case .switchedOn: "switched on"
        case .uninstalled: "removed with the app's manifest"
        case .removed: "removed"
        case .pictured: "given another picture"
        case .granted, .shared, .renewed, .renamed, .expired, .revoked, .bonded, .unbonded: rawValue
        case .hotspotApplied: "configured"
        case .hotspotRemoved: "removed"
        case .hotspotExpired: "removed at the end of its lifetime"
        case .securityChanged: "refused for less security than expected"
        case .hotspotJoined: "joined"
        case .uplinkGiven: "given"
        }
    }
}

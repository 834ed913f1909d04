// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import Logging

/// Changes of access records. The store writes each change with its line of history in one step. Then the apps get an
/// event, and leases that rest on the record end.
extension Daemon {
    /// Switches an app's access off, or on again.
    func setAccess(_ request: SetAccessRequest, by caller: Caller) throws(AccessoryError) -> [AccessRecord] {
        let query = AccessQuery(accessory: request.accessory, ssid: request.ssid)
        var changed = try records(toChange: query, of: request.app, in: caller.scope)
        if request.allowed, let expired = changed.first(where: { $0.hasExpired(at: now()) }) {
            throw AccessoryError(
                .invalidRequest, "\(request.app)'s access to '\(expired.title)' has expired; grant it anew",
                field: "allowed")
        }
        for index in changed.indices {
            changed[index].accessory.state = request.allowed ? .authorized : .unauthorized
        }
        let cause = Cause(
            who: "\(caller.identity)", why: request.allowed ? "switched on by a person" : "switched off by a person")
        try change(changed, request.allowed ? .switchedOn : .switchedOff, cause)
        return changed
    }

    /// Gives an accessory another name, for all apps that have it; with an SSID, its network has another one, too.
    func rename(
        _ accessory: Accessory.ID, to name: String, ssid: SSID? = nil, in scope: RecordScope, _ cause: Cause
    ) throws(AccessoryError) -> Accessory {
        var cause = cause
        let name = try DisplayName.checked(name, field: "name")
        var renamed = try records(toChange: accessory, by: "rename", withNetwork: ssid != nil, in: scope)
        cause.why += renamed.first.map { "; the name was '\($0.accessory.displayName)'" } ?? ""
        renamed = book.renamed(renamed, to: name, ssid: ssid)
        guard let first = renamed.first else {
            throw AccessoryError(.unknownAccessory, "there is no accessory '\(accessory)'")
        }
        try change(renamed, .renamed, cause)
        return first.accessory
    }

    /// The app's record of an accessory that the app may rename. A shared one keeps the name of its first app.
    func record(toRename accessory: Accessory.ID, by claimant: Claimant) throws(AccessoryError) -> AccessRecord {
        let own = try records(named: AccessQuery(accessory: accessory), of: claimant)
        if let first = records.records(of: accessory).first, first.app != claimant.app {
            throw AccessoryError(
                .notAuthorized,
                "\(first.app) had '\(first.accessory.displayName)' first; a person can rename it "
                    + "with 'accessoryctl accessory rename'")
        }
        return own[0]
    }

    /// An app renames its own accessory, or has a person rename it.
    func rename(
        _ accessory: Accessory.ID, to name: String, ssid: SSID?, by claimant: Claimant, _ cause: Cause
    ) throws(AccessoryError) -> Accessory {
        let own = try record(toRename: accessory, by: claimant)
        var renamed = try rename(accessory, to: name, ssid: ssid, in: .all, cause)
        renamed.bluetoothIdentifier = own.accessory.bluetoothIdentifier
        return renamed
    }

    /// Replaces an app's descriptor of its accessory, as a person allowed; if the new one has a whole SSID, that
    /// becomes the accessory's.
    func widen(
        _ accessory: Accessory.ID, to descriptor: Descriptor, by claimant: Claimant, _ cause: Cause
    ) throws(AccessoryError) -> Accessory {
        let own = try records(named: AccessQuery(accessory: accessory), of: claimant).map(\.key)
        let changed = book.widened(own, of: accessory, to: descriptor)
        try change(changed, .renewed, cause)
        guard let widened = changed.first(where: { own.contains($0.key) }) else {
            throw AccessoryError(.unknownAccessory, "\(claimant.app) has no accessory '\(accessory)'")
        }
        return widened.accessory
    }

    /// Writes what has expired, notifies the apps, and ends the leases that rested on it.
    func expire(_ ended: [AccessRecord]) throws(AccessoryError) {
        try change(ended, .expired, Cause(who: "accessoryd", why: "the time of its grant is over"))
    }

    func change(
        _ changed: [AccessRecord], _ action: HistoryEntry.Action, _ cause: Cause, with others: [Change] = []
    ) throws(AccessoryError) {
        let changes = others + book.changing(changed, action, cause, at: now())
        var failure: AccessoryError?
        if action == .switchedOff { failure = restrict(changes) } else { try commit(changes) }
        for record in changed {
            publish(
                .access, app: record.app, accessory: record.accessory.id, of: Claimant(of: record),
                "access to '\(record.title)' was \(action.past) by \(cause.who)")
            notifyApp(.accessoryChanged, of: record)
            if !record.isValid(at: now()) { endLeases(on: record, action) }
        }
        if let failure { throw failure }
    }

    // MARK: Ends

    /// Revokes access, notifies the apps, and ends the leases that rested on it.
    func end(_ ended: [AccessRecord], _ action: HistoryEntry.Action, _ cause: Cause) throws(AccessoryError) {
        let failure = restrict(book.ending(ended, action, cause, at: now()))
        for record in ended {
            publish(
                .access, app: record.app, accessory: record.accessory.id, of: Claimant(of: record),
                "access to '\(record.title)' was \(action.past) by \(cause.who)")
            var gone = record
            gone.accessory.state = .unauthorized
            notifyApp(.accessoryRemoved, of: gone)
            endLeases(on: record, action)
        }
        bondsAreOwed.yield()
        if let failure { throw failure }
    }

    func revoke(_ query: AppAccessQuery, by caller: Caller) throws(AccessoryError) -> [AccessRecord] {
        let named = try records(
            toChange: AccessQuery(accessory: query.accessory, ssid: query.ssid), of: query.app, in: caller.scope)
        try end(named, .revoked, Cause(who: "\(caller.identity)", why: "revoked by a person"))
        return named
    }

    /// An app removes its access to an accessory.
    func giveUp(_ accessory: Accessory.ID, by claimant: Claimant, _ who: String) throws(AccessoryError) {
        let own = try records(named: AccessQuery(accessory: accessory), of: claimant)
        try end(own, .removed, Cause(who: who, proof: claimant.proof, why: "removed by the app"))
    }

    /// Removes an accessory from all apps that the caller sees.
    func remove(_ accessory: Accessory.ID, by caller: Caller) throws(AccessoryError) -> Accessory {
        let all = records.records(of: accessory).filter { includes($0, in: caller.scope) }
        guard let first = all.first else {
            throw AccessoryError(.unknownAccessory, "there is no accessory '\(accessory)'")
        }
        let whose = caller.scope == .all ? "all apps" : "all apps of this user"
        try end(all, .revoked, Cause(who: "\(caller.identity)", why: "the accessory was removed from \(whose)"))
        return first.accessory
    }

    /// Removes all access of an app without a manifest. To uninstall an app is to remove its manifest.
    func uninstall(_ app: String) throws(AccessoryError) {
        let cause = Cause(who: "accessoryd", why: "its manifest is gone")
        try commit(book.uninstalling(app, cause, at: now()))
        try end(records.all(of: app), .uninstalled, cause)
    }

    // MARK: Consequences

    /// Writes changes, then makes them in memory.
    func commit(_ changes: [Change]) throws(AccessoryError) {
        guard !changes.isEmpty else { return }
        do {
            try write(changes)
        } catch {
            throw AccessoryError(
                .connectionFailed, "the change cannot be written to \(store.path), so nothing was changed: \(error)")
        }
        apply(changes)
    }

    /// Makes changes that take access away, whether they can be written or not. Returns why not; the next change that can be
    /// written brings them along.
    private func restrict(_ changes: [Change]) -> AccessoryError? {
        var failure: AccessoryError?
        do {
            try write(changes)
        } catch {
            unsaved += changes
            failure = AccessoryError(
                .connectionFailed,
                "the change applies at once, but cannot be written to \(store.path): \(error); make room, and change "
                    + "anything: until then a restart of the agent forgets it")
        }
        apply(changes)
        return failure
    }

    private func write(_ changes: [Change]) throws {
        try store.write(unsaved + changes)
        unsaved = []
    }

    /// The last chance for what could not be written.
    func saveTheRest() {
        guard !unsaved.isEmpty else { return }
        do {
            try write([])
        } catch {
            log.error("what was taken away is forgotten with this agent: \(error)")
        }
    }

    private func apply(_ changes: [Change]) {
        book.apply(changes)
        var changesRecords = false
        for change in changes {
            switch change {
            case .put, .remove: changesRecords = true
            case .remember(let memory): plans.memories[memory.id] = memory
            case .apply, .withdraw, .identify, .keepOwn, .dropOwn, .keep, .dropSecret, .note, .locate, .owe, .settle,
                .miss, .findAgain:
                break
            }
        }
        if changesRecords { recordsChanged() }
        expiries.yield()
    }

    private func recordsChanged() {
        situationChanged()
        peripheralsChanged()
        for observation in observations.values { observation.changed.yield() }
    }

    /// Keeps a hint in memory; the next grant writes it.
    func remember(_ hint: AccessRecord) {
        book.remember(hint)
        recordsChanged()
    }

    func notifyApp(_ event: EventType, of record: AccessRecord) {
        emit(
            Event(event, accessory: record.accessory), to: Claimant(app: record.app, uid: record.uid), about: record)
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
        case .uplinkGiven: "given"
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import FoundationEssentials
import Logging

/// The life of access records: grants, changes and ends. Each is written with its line of history in one step, then told
/// to the apps, and what rested on it ends.
extension Daemon {
    /// Who changes something, how that was proven, and why.
    struct Cause: Sendable {
        var who: String
        var proof: Proof?
        var why: String
    }

    // MARK: Grants

    /// Writes the grant of what was chosen and joined. It is on the disk when this returns.
    func grant(
        _ candidate: Setup.Candidate, to claimant: Claimant, passphrase: Passphrase?, lease: Lease.ID?, plan: Plan?,
        by caller: Caller
    ) throws(AccessoryError) -> Accessory {
        let network = candidate.network
        let (accessory, bluetooth) = self.accessory(
            ssid: candidate.ssid, bssid: network.bssid, name: candidate.item.name, image: candidate.item.image,
            for: claimant.app)
        let person = plan == nil ? pickers.chooser ?? "\(caller.identity)" : "\(caller.identity)"
        let own = records[AccessRecord.Key(app: claimant.app, uid: claimant.uid, accessory: accessory.id)]
        let record = AccessRecord(
            app: claimant.app, uid: claimant.uid, proof: claimant.proof, accessory: accessory,
            bluetoothAddress: bluetooth, security: network.security,
            frequency: network.frequency, isHidden: candidate.isExact, origin: plan == nil ? .picker : .plan,
            grantedBy: plan.map { "plan \($0.id), run by \(caller.identity)" } ?? "\(person) at the picker",
            granted: own?.granted ?? now())
        let action = try put(
            record, passphrase: network.security.key == .passphrase ? passphrase : nil,
            Cause(
                who: person, proof: claimant.proof,
                why: plan.map { "chosen by plan \($0.id)" } ?? "chosen at the picker"))
        if let lease { leases[lease]?.rests(on: record.key) }
        publish(.access, app: record.app, "access to '\(record.title)' was \(action.past) by \(record.grantedBy)")
        return accessory
    }

    /// A grant without a picker.
    func grant(_ request: GrantRequest, by caller: Caller) throws(AccessoryError) -> AccessRecord {
        let order = try GrantOrder(request, allowedBy: try manifest(request.app), at: now())
        let made = self.accessory(
            ssid: order.ssid, bssid: order.bssid, name: request.name ?? order.ssid.description, image: request.image,
            bluetooth: order.bluetooth, for: request.app)
        var accessory = made.accessory
        if let bssid = order.bssid { accessory.bssid = bssid }
        let own = records[AccessRecord.Key(app: request.app, uid: order.uid, accessory: accessory.id)]
        let origin = request.origin ?? .administrator
        let record = AccessRecord(
            app: request.app, uid: order.uid, accessory: accessory, bluetoothAddress: made.bluetooth,
            security: own?.security, frequency: own?.frequency, isHidden: request.hidden ?? false, origin: origin,
            grantedBy: "\(caller.identity)", granted: own?.granted ?? now(), expires: request.expires)
        let action = try put(
            record, passphrase: order.passphrase,
            Cause(who: "\(caller.identity)", why: "granted by \(origin.rawValue), without a picker"))
        publish(.access, app: record.app, "access to '\(record.title)' was \(action.past) by \(record.grantedBy)")
        tell(own == nil ? .accessoryAdded : .accessoryChanged, of: record)
        return record
    }

    /// An accessory as an app is to have it, with its Bluetooth address: one that is known already keeps its name, its
    /// picture and its access point, and the app its identifier of the Bluetooth side.
    private func accessory(
        ssid: SSID, bssid: MACAddress?, name: String, image: String?, bluetooth: MACAddress? = nil, for app: String
    ) -> (accessory: Accessory, bluetooth: MACAddress?) {
        let known = records.accessory(ssid: ssid, bssid: bssid)
        let earlier = known.map { records.records(of: $0.id) } ?? []
        let bluetooth = bluetooth ?? earlier.lazy.compactMap(\.bluetoothAddress).first
        let identifier = earlier.lazy.filter { $0.app == app }.compactMap(\.accessory.bluetoothIdentifier).first
        var accessory =
            known
            ?? Accessory(
                id: Self.makeID(), displayName: name, image: image, ssid: ssid, bssid: bssid, state: .authorized)
        accessory.bluetoothIdentifier = bluetooth.map { _ in identifier ?? Self.makeID() }
        accessory.state = .authorized
        return (accessory, bluetooth)
    }

    private func put(
        _ record: AccessRecord, passphrase: Passphrase?, _ cause: Cause
    ) throws(AccessoryError) -> HistoryEntry.Action {
        let others = records.records(of: record.accessory.id)
        let action: HistoryEntry.Action
        if let own = records[record.key] {
            action = own.accessory.state == .unauthorized && !own.hasExpired(at: now()) ? .switchedOn : .renewed
        } else {
            action = others.contains { $0.app != record.app } ? .shared : .granted
        }
        try commit([.put(record, passphrase), .note(entry(action, record, cause))])
        return action
    }

    private static func makeID() -> String { UUID().uuidString.lowercased() }

    // MARK: Changes

    /// Switches an app's access off, or on again.
    func setAccess(_ request: SetAccessRequest, by caller: Caller) throws(AccessoryError) -> [AccessRecord] {
        let query = AccessQuery(accessory: request.accessory, ssid: request.ssid)
        var changed = try records(toChange: query, of: request.app)
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

    /// Gives an accessory another name, for all apps that have it.
    func rename(_ accessory: Accessory.ID, to name: String, _ cause: Cause) throws(AccessoryError) -> Accessory {
        var cause = cause
        guard !name.isEmpty, name.utf8.count <= Self.longestName, !name.contains(where: \.isNewline) else {
            throw AccessoryError(
                .invalidRequest, "name: one line of 1 to \(Self.longestName) bytes is a name", field: "name")
        }
        var renamed = records.records(of: accessory)
        cause.why += renamed.first.map { ", it was '\($0.accessory.displayName)'" } ?? ""
        for index in renamed.indices { renamed[index].accessory.displayName = name }
        guard let first = renamed.first else {
            throw AccessoryError(.unknownAccessory, "there is no accessory '\(accessory)'")
        }
        try change(renamed, .renamed, cause)
        return first.accessory
    }

    private static let longestName = 255

    /// An app renames its own accessory. One that it shares keeps the name that it had first.
    func rename(_ request: RenameRequest, by claimant: Claimant, _ who: String) throws(AccessoryError) -> Accessory {
        let own = try records(named: AccessQuery(accessory: request.accessory), of: claimant)
        if let first = records.records(of: request.accessory).first, first.app != claimant.app {
            throw AccessoryError(
                .notAuthorized,
                "'\(first.accessory.displayName)' was \(first.app)'s before; a person may rename it "
                    + "with 'accessoryctl accessory rename'")
        }
        let cause = Cause(
            who: who, proof: claimant.proof, why: "renamed by the app")
        var accessory = try rename(request.accessory, to: request.name ?? "", cause)
        accessory.bluetoothIdentifier = own[0].accessory.bluetoothIdentifier
        return accessory
    }

    /// Notes what has expired, tells it, and ends what rested on it.
    func expire(_ ended: [AccessRecord]) throws(AccessoryError) {
        try change(ended, .expired, Cause(who: "accessoryd", why: "the time for which it was granted is over"))
    }

    private func change(
        _ changed: [AccessRecord], _ action: HistoryEntry.Action, _ cause: Cause
    ) throws(AccessoryError) {
        try commit(changed.flatMap { [.put($0, nil), .note(entry(action, $0, cause))] })
        for record in changed {
            publish(.access, app: record.app, "access to '\(record.title)' was \(action.past) by \(cause.who)")
            tell(.accessoryChanged, of: record)
            if !record.isValid(at: now()) { endLeases(on: record, action) }
        }
    }

    // MARK: Ends

    /// Takes access away, tells the apps, and ends what rested on it.
    func end(_ ended: [AccessRecord], _ action: HistoryEntry.Action, _ cause: Cause) throws(AccessoryError) {
        try commit(ended.flatMap { [.remove($0.key), .note(entry(action, $0, cause))] })
        for record in ended {
            publish(.access, app: record.app, "access to '\(record.title)' was \(action.past) by \(cause.who)")
            var gone = record
            gone.accessory.state = .unauthorized
            tell(.accessoryRemoved, of: gone)
            endLeases(on: record, action)
        }
    }

    func revoke(_ query: AppAccessQuery, by caller: Caller) throws(AccessoryError) -> [AccessRecord] {
        let named = try records(toChange: AccessQuery(accessory: query.accessory, ssid: query.ssid), of: query.app)
        try end(named, .revoked, Cause(who: "\(caller.identity)", why: "revoked by a person"))
        return named
    }

    /// An app gives up what it has of an accessory.
    func giveUp(_ accessory: Accessory.ID, by claimant: Claimant, _ who: String) throws(AccessoryError) {
        let own = try records(named: AccessQuery(accessory: accessory), of: claimant)
        try end(own, .removed, Cause(who: who, proof: claimant.proof, why: "given up by the app"))
    }

    /// Removes an accessory from all apps.
    func remove(_ accessory: Accessory.ID, by caller: Caller) throws(AccessoryError) -> Accessory {
        let all = records.records(of: accessory)
        guard let first = all.first else {
            throw AccessoryError(.unknownAccessory, "there is no accessory '\(accessory)'")
        }
        try end(all, .revoked, Cause(who: "\(caller.identity)", why: "the accessory was removed from all apps"))
        return first.accessory
    }

    /// Removes all that apps without a manifest have. Uninstalling an app is removing its manifest.
    func uninstall(_ app: String) throws(AccessoryError) {
        let cause = Cause(who: "accessoryd", why: "its manifest is gone")
        let hotspots = hotspots.all(of: app)
        try commit(hotspots.flatMap { [.withdraw($0), .note(entry(.uninstalled, $0, cause))] })
        try end(records.all(of: app), .uninstalled, cause)
    }

    // MARK: What follows

    /// Writes changes, then makes them in memory.
    func commit(_ changes: [Change]) throws(AccessoryError) {
        guard !changes.isEmpty else { return }
        do {
            try store.write(changes)
        } catch {
            throw AccessoryError(.connectionFailed, "the change cannot be written, so nothing was changed: \(error)")
        }
        for change in changes {
            switch change {
            case .put(let record, _): records.insert(record)
            case .remove(let key): records.remove(key)
            case .apply(let hotspot, _): hotspots.insert(hotspot)
            case .withdraw(let hotspot): hotspots.remove(hotspot)
            case .note: break
            }
        }
        expiries.yield()
    }

    func entry(_ action: HistoryEntry.Action, _ record: AccessRecord, _ cause: Cause) -> HistoryEntry {
        HistoryEntry(
            time: now(), action: action, app: record.app, uid: record.uid, accessory: record.accessory.id,
            name: record.accessory.displayName, who: cause.who, proof: cause.proof ?? record.proof, why: cause.why)
    }

    private func tell(_ event: EventType, of record: AccessRecord) {
        emit(
            Event(event, accessory: record.accessory), to: Claimant(app: record.app, uid: record.uid), about: record)
    }

    private func endLeases(on record: AccessRecord, _ action: HistoryEntry.Action) {
        let code: AccessoryError.Code = action == .switchedOff ? .userRestricted : .notAuthorized
        for (lease, entry) in leases.inOrder where entry.record == record.key {
            leases[lease]?.verdict = AccessoryError(code, "access to '\(record.title)' was \(action.past)")
            leave(lease)
        }
    }
}

extension HistoryEntry.Action {
    /// For a sentence with "was".
    var past: String {
        switch self {
        case .switchedOff: "switched off"
        case .switchedOn: "switched on"
        case .uninstalled: "taken away with its manifest"
        case .removed: "given up"
        case .granted, .shared, .renewed, .renamed, .expired, .revoked: rawValue
        case .hotspotApplied: "configured"
        case .hotspotRemoved: "removed"
        case .hotspotExpired: "removed, its lifetime being over"
        }
    }
}

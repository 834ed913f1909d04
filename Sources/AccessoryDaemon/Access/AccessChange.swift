// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface

/// A decision about records that exist. The agent writes it with its lines of history in one step; then the apps get an
/// event, and leases that rest on a record end.
struct AccessChange: Sendable {
    /// As they are from now on, or were until their end.
    var records: [AccessRecord]
    let action: HistoryEntry.Action
    let cause: Cause
    /// What is written beside them.
    var others: [Change] = []
    /// The accessory, for whoever asked for the change.
    var accessory: Accessory?

    /// The records are removed.
    var isEnd: Bool {
        switch action {
        case .revoked, .removed, .uninstalled: true
        case _: false
        }
    }

    /// It applies at once, whether it can be written or not.
    var takesAccess: Bool { isEnd || action == .switchedOff }

    func changes(of book: AccessBook, at now: Timestamp) -> [Change] {
        others
            + (isEnd ? book.ending(records, action, cause, at: now) : book.changing(records, action, cause, at: now))
    }
}

/// What persons and apps may change.
extension Access {
    /// Switches an app's access off, or on again.
    func switching(_ request: SetAccessRequest, by caller: Caller) throws(AccessoryError) -> AccessChange {
        let query = AccessQuery(accessory: request.accessory, ssid: request.ssid)
        var changed = try records(toChange: query, of: request.app, in: caller.scope)
        if request.allowed, let expired = changed.first(where: { $0.hasExpired(at: now) }) {
            throw AccessoryError.invalid(
                "allowed", "\(request.app)'s access to '\(expired.title)' has expired; grant it anew")
        }
        for index in changed.indices {
            changed[index].accessory.state = request.allowed ? .authorized : .unauthorized
        }
        let cause = Cause(
            who: "\(caller.identity)", why: request.allowed ? "switched on by a person" : "switched off by a person")
        return AccessChange(records: changed, action: request.allowed ? .switchedOn : .switchedOff, cause: cause)
    }

    /// Gives an accessory another name, for all apps that have it; with an SSID, its network has another one, too.
    func renaming(
        _ accessory: Accessory.ID, to name: String, ssid: SSID? = nil, in scope: RecordScope, _ cause: Cause
    ) throws(AccessoryError) -> AccessChange {
        var cause = cause
        let name = try DisplayName.checked(name, field: "name")
        let all = try records(toChange: accessory, by: "rename", withNetwork: ssid != nil, in: scope)
        cause.why += "; the name was '\(all[0].accessory.displayName)'"
        let renamed = book.renamed(all, to: name, ssid: ssid)
        return AccessChange(records: renamed, action: .renamed, cause: cause, accessory: renamed[0].accessory)
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
    func renaming(
        _ accessory: Accessory.ID, to name: String, ssid: SSID?, by claimant: Claimant, _ cause: Cause
    ) throws(AccessoryError) -> AccessChange {
        let own = try record(toRename: accessory, by: claimant)
        var change = try renaming(accessory, to: name, ssid: ssid, in: .all, cause)
        change.accessory?.bluetoothIdentifier = own.accessory.bluetoothIdentifier
        return change
    }

    /// Replaces an app's descriptor of its accessory, as a person allowed; if the new one has a whole SSID, that
    /// becomes the accessory's.
    func widening(
        _ accessory: Accessory.ID, to descriptor: Descriptor, by claimant: Claimant, _ cause: Cause
    ) throws(AccessoryError) -> AccessChange {
        let own = try records(named: AccessQuery(accessory: accessory), of: claimant).map(\.key)
        let changed = book.widened(own, of: accessory, to: descriptor)
        return AccessChange(
            records: changed, action: .renewed, cause: cause,
            accessory: changed.first { own.contains($0.key) }?.accessory)
    }

    /// Gives an accessory a person's picture, for all apps that have it; without one, it has the first app's again.
    ///
    /// - Parameter reference: of the new picture.
    func picturing(
        _ accessory: Accessory.ID, _ picture: Picture?, as reference: String, by caller: Caller
    ) throws(AccessoryError) -> AccessChange {
        let all = try records(toChange: accessory, by: "picture", in: caller.scope)
        let earlier = book.ownPictures[accessory]
        let cause = Cause(
            who: "\(caller.identity)",
            why: picture == nil ? "picture removed by a person" : "picture given by a person")
        guard picture != nil || earlier != nil else {
            return AccessChange(records: [], action: .pictured, cause: cause, accessory: all[0].accessory)
        }
        let (pictured, own) = all.pictured(as: picture.map { _ in reference }, after: earlier)
        let kept: Change =
            if let own, let picture {
                .keepOwn(own, data: picture.bytes, of: accessory)
            } else {
                .dropOwn(of: accessory)
            }
        return AccessChange(
            records: pictured, action: .pictured, cause: cause, others: [kept], accessory: pictured[0].accessory)
    }

    // MARK: Ends

    func revoking(_ query: AppAccessQuery, by caller: Caller) throws(AccessoryError) -> AccessChange {
        let named = try records(
            toChange: AccessQuery(accessory: query.accessory, ssid: query.ssid), of: query.app, in: caller.scope)
        return AccessChange(
            records: named, action: .revoked, cause: Cause(who: "\(caller.identity)", why: "revoked by a person"))
    }

    /// An app removes its access to an accessory.
    func givingUp(
        _ accessory: Accessory.ID, by claimant: Claimant, _ who: String
    ) throws(AccessoryError) -> AccessChange {
        let own = try records(named: AccessQuery(accessory: accessory), of: claimant)
        return AccessChange(
            records: own, action: .removed, cause: Cause(who: who, proof: claimant.proof, why: "removed by the app"))
    }

    /// Removes an accessory from all apps that the caller sees.
    func removing(_ accessory: Accessory.ID, by caller: Caller) throws(AccessoryError) -> AccessChange {
        let all = try seen(accessory, in: caller.scope)
        let whose = caller.scope == .all ? "all apps" : "all apps of this user"
        let cause = Cause(who: "\(caller.identity)", why: "the accessory was removed from \(whose)")
        return AccessChange(records: all, action: .revoked, cause: cause, accessory: all[0].accessory)
    }

    // MARK: The records to change

    /// One accessory's, of every user in the scope.
    private func records(
        toChange query: AccessQuery, of app: String, in scope: RecordScope
    ) throws(AccessoryError) -> [AccessRecord] {
        try checkKnown(app)
        let named = try records(named: query, of: Claimant(app: app)) { includes($0, in: scope) }
        let id = try one(of: named, query).accessory.id
        return named.filter { $0.accessory.id == id }
    }

    /// All of an accessory, if its name or its picture may change for all of them.
    ///
    /// - Parameter command: the one with which an administrator changes it.
    private func records(
        toChange accessory: Accessory.ID, by command: String, withNetwork: Bool = false, in scope: RecordScope
    ) throws(AccessoryError) -> [AccessRecord] {
        let own = try seen(accessory, in: scope)
        guard scope != .all else { return own }
        guard own.count == records.records(of: accessory).count else {
            throw AccessoryError(
                .notAuthorized,
                "another user or a system app has '\(own[0].accessory.displayName)', too; an administrator can do that "
                    + "with 'accessoryctl accessory \(command)'")
        }
        guard !withNetwork else {
            throw AccessoryError(
                .notAuthorized, "options: only an administrator states another SSID of an accessory", field: "options")
        }
        return own
    }

    /// At least one.
    private func seen(_ accessory: Accessory.ID, in scope: RecordScope) throws(AccessoryError) -> [AccessRecord] {
        let seen = records.records(of: accessory).filter { includes($0, in: scope) }
        guard !seen.isEmpty else {
            throw AccessoryError(.unknownAccessory, "there is no accessory '\(accessory)'")
        }
        return seen
    }
}

// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface

/// Questions about the access of apps. A claimant gets no sign of a record that it may not see.
extension Daemon {
    func manifest(_ id: String) throws(AccessoryError) -> Manifest {
        if let manifest = configuration.manifest(id) { return manifest }
        if let fault = configuration.faults.filter({ $0.path.hasSuffix("/apps.d/\(id).conf") }).inOrder.first {
            throw AccessoryError(.unknownApp, "the manifest of \(id) has a fault: \(fault)")
        }
        if absences.isMissing(id) {
            throw AccessoryError(
                .unknownApp, "the manifest apps.d/\(id).conf is missing, so the app's access is suspended")
        }
        let question = EditDistance.question(about: id, among: configuration.manifests.byID.keys)
        throw AccessoryError(
            .unknownApp,
            "no manifest apps.d/\(id).conf is installed\(question); see 'accessoryctl app list'")
    }

    func records(of claimant: Claimant) -> [AccessRecord] { records.all(of: claimant.app).filter(claimant.owns) }

    /// What the app may use now, which its own picker leaves out.
    func ownAccessories(of claimant: Claimant) -> OwnAccessories {
        let now = now()
        return OwnAccessories(records(of: claimant).filter { $0.isValid(at: now) && !$0.isSuspended })
    }

    /// The app's accessories as it may use them now, and an accessory that waits for the app to confirm it.
    func accessories(of claimant: Claimant) -> [Accessory] {
        records(of: claimant).map(\.accessory)
            + pickers.presentations.values.filter { $0.claimant == claimant }.compactMap(\.awaiting)
    }

    /// The one record that a query names and that allows now. Throws `notAuthorized` or `unknownAccessory` if there is
    /// none, and `invalidRequest` if the query has a fault.
    func access(_ query: AccessQuery, of claimant: Claimant) throws(AccessoryError) -> AccessRecord {
        let now = now()
        let named = try records(named: query, of: claimant)
        let valid = named.filter { $0.isValid(at: now) }
        guard !valid.isEmpty else {
            throw refusal(of: named, claimant.app, query.ssid ?? query.accessory ?? query.bluetooth ?? "")
        }
        return try one(of: valid, query)
    }

    /// An app's own access, and the address of its Bluetooth side, whose present place Bluetooth has to find.
    func access(
        _ query: AccessQuery, for claimant: Claimant
    ) throws(AccessoryError) -> (record: AccessRecord, device: MACAddress?) {
        if let waiting = waiting(query, of: claimant) { return waiting }
        var record = try access(query, of: claimant)
        let device = record.bluetoothAddress
        record.bluetoothAddress = nil
        record.bluetoothName = nil
        return (record, device)
    }

    /// An accessory that waits for the app has no record yet. By its Bluetooth side the app may find out its SSID.
    private func waiting(_ query: AccessQuery, of claimant: Claimant) -> (AccessRecord, MACAddress?)? {
        let shown = pickers.presentations.values.first { $0.claimant == claimant && $0.awaiting != nil }
        guard let shown, let accessory = shown.awaiting, let device = shown.device, query.ssid == nil else {
            return nil
        }
        switch (query.accessory, query.bluetooth) {
        case (accessory.id, nil): break
        case (nil, let identifier?) where identifier == accessory.bluetoothIdentifier: break
        case _: return nil
        }
        let record = AccessRecord(
            app: claimant.app, uid: claimant.uid, proof: claimant.proof, accessory: accessory, security: nil,
            frequency: nil, isHidden: false, origin: .picker, grantedBy: shown.chooser ?? "", granted: now())
        return (record, device)
    }

    /// The address of the Bluetooth side that an app knows by this identifier. Throws `invalidRequest` for an
    /// identifier that the agent never gave the app, such as a phone's.
    func bluetoothAddress(
        of identifier: String, for claimant: Claimant, field: String
    ) throws(AccessoryError) -> MACAddress {
        let named = records.records(app: claimant.app, bluetooth: identifier.lowercased())
        guard let address = named.lazy.filter(claimant.owns).compactMap(\.bluetoothAddress).first else {
            throw AccessoryError(
                .invalidRequest,
                "\(claimant.app) has no accessory with this Bluetooth identifier; name the Bluetooth address instead",
                field: field)
        }
        return address
    }

    /// The access of an app, of whatever user.
    func access(_ query: AppAccessQuery) throws(AccessoryError) -> AccessRecord {
        let claimant = Claimant(app: try manifest(query.app).id)
        return try access(AccessQuery(accessory: query.accessory, ssid: query.ssid), of: claimant)
    }

    private func refusal(of named: [AccessRecord], _ app: String, _ name: String) -> AccessoryError {
        if named.contains(where: { $0.hasExpired(at: now()) }) {
            return AccessoryError(.notAuthorized, "\(app)'s access to '\(name)' has expired")
        }
        if named.isEmpty { return AccessoryError(.notAuthorized, "\(app) has no access to '\(name)'") }
        return AccessoryError(.userRestricted, "\(app)'s access to '\(name)' is switched off")
    }

    /// All records that a query names, whether they allow now or not.
    ///
    /// - Parameter isSeen: for a person, whose scope leaves records out.
    func records(
        named query: AccessQuery, of claimant: Claimant, where isSeen: (AccessRecord) -> Bool = { _ in true }
    ) throws(AccessoryError) -> [AccessRecord] {
        func owns(_ record: AccessRecord) -> Bool { claimant.owns(record) && isSeen(record) }
        switch (query.accessory, query.ssid, query.bluetooth) {
        case (let id?, nil, nil):
            let own = records.records(app: claimant.app, accessory: id).filter(owns)
            guard !own.isEmpty else {
                throw AccessoryError(.unknownAccessory, "\(claimant.app) has no accessory '\(id)'")
            }
            return own
        case (nil, let text?, nil):
            let ssid = try DescriptorFields.ssid(text, field: "ssid")
            return records.records(app: claimant.app, ssid: ssid).filter(owns)
        case (nil, nil, let identifier?):
            let own = records.records(app: claimant.app, bluetooth: identifier).filter(owns)
            guard !own.isEmpty else {
                throw AccessoryError(
                    .unknownAccessory, "\(claimant.app) has no accessory with the Bluetooth identifier '\(identifier)'")
            }
            return own
        case (_, _, _):
            throw AccessoryError(
                .invalidRequest, "name the accessory by exactly one of accessory, ssid and bluetooth",
                field: "accessory")
        }
    }

    /// One accessory's record; if the app has one for any user and one for its own user, the latter.
    private func one(of records: [AccessRecord], _ query: AccessQuery) throws(AccessoryError) -> AccessRecord {
        guard let record = records.first(where: { $0.uid != nil }) ?? records.first else {
            throw AccessoryError(.unknownAccessory, "there is no access record for '\(query.ssid ?? "")'")
        }
        guard records.allSatisfy({ $0.accessory.id == record.accessory.id }) else {
            throw AccessoryError(
                .invalidRequest,
                "\(record.app) has several accessories with this SSID; name one by its identifier", field: "ssid")
        }
        return record
    }

    /// The records that a person names in order to change them: one accessory's, of every user in the scope.
    func records(
        toChange query: AccessQuery, of app: String, in scope: RecordScope
    ) throws(AccessoryError) -> [AccessRecord] {
        try checkKnown(app)
        let named = try records(named: query, of: Claimant(app: app)) { includes($0, in: scope) }
        let id = try one(of: named, query).accessory.id
        return named.filter { $0.accessory.id == id }
    }

    /// All records of an accessory, if its name or its picture may change for all of them.
    ///
    /// - Parameter command: the one with which an administrator changes it.
    func records(
        toChange accessory: Accessory.ID, by command: String, withNetwork: Bool = false, in scope: RecordScope
    ) throws(AccessoryError) -> [AccessRecord] {
        let all = records.records(of: accessory)
        let own = all.filter { includes($0, in: scope) }
        guard !own.isEmpty, scope != .all else { return own }
        guard own.count == all.count else {
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

    /// Whether a caller with this scope sees the record. A record beyond it does not exist for that caller.
    func includes(_ record: AccessRecord, in scope: RecordScope) -> Bool {
        scope.includes(Claimant(of: record), configuration.manifests.byID[record.app])
    }

    /// Every accessory that any app has, with its records.
    func accessories(in scope: RecordScope) -> [AccessoryStatus] {
        records.accessories().compactMap { records in
            let records = records.filter { includes($0, in: scope) }
            guard let first = records.first else { return nil }
            return AccessoryStatus(
                accessory: first.accessory, records: records.map(shown),
                location: book.places[first.accessory.id]?.location(at: now()),
                hasOwnImage: book.ownPictures[first.accessory.id].map { _ in true })
        }
    }

    /// Every known app; for one user, the apps that have accessories of that user.
    func apps(in scope: RecordScope) -> AppList {
        guard scope != .all else { return AppList(configuration) }
        let own = Set(records.all().filter { includes($0, in: scope) }.map(\.app))
        return AppList(configuration.manifests.byID.values.filter { own.contains($0.id) }, faults: [])
    }

    func history(_ query: HistoryQuery) throws(AccessoryError) -> [HistoryEntry] {
        do {
            return try store.history(
                app: query.app, accessory: query.accessory, before: query.before.map { Int64($0) },
                limit: query.limit ?? Limits.usualHistoryPage)
        } catch {
            throw AccessoryError(.connectionFailed, "the history cannot be read: \(error)")
        }
    }
}

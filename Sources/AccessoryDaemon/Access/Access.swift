// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AccessoryRules
import AgentInterface

/// What the agent knows at one moment about the access of apps. It answers questions and changes nothing. A claimant gets
/// no sign of a record that it may not see.
struct Access: Sendable {
    let book: AccessBook
    let configuration: Configuration
    let absences: Absences
    let screens: Screens
    let now: Timestamp

    var records: Records { book.records }

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

    /// Checks that a person may ask about an app: it has a manifest, or had one a moment ago.
    func checkKnown(_ app: String) throws(AccessoryError) {
        if !absences.isMissing(app) { _ = try manifest(app) }
    }

    // MARK: An app's own

    func records(of claimant: Claimant) -> [AccessRecord] { records.all(of: claimant.app).filter(claimant.owns) }

    /// What the app may use now, which its own picker leaves out.
    func ownAccessories(of claimant: Claimant) -> OwnAccessories {
        OwnAccessories(records(of: claimant).filter { $0.isValid(at: now) && !$0.isSuspended })
    }

    /// The app's accessories as it may use them now, and an accessory that waits for the app to confirm it.
    func accessories(of claimant: Claimant) -> [Accessory] {
        records(of: claimant).map(\.accessory)
            + screens.presentations.values.filter { $0.claimant == claimant }.compactMap(\.awaiting)
    }

    /// The one record that a query names and that allows now. Throws `notAuthorized` or `unknownAccessory` if there is
    /// none, and `invalidRequest` if the query has a fault.
    func record(_ query: AccessQuery, of claimant: Claimant) throws(AccessoryError) -> AccessRecord {
        let named = try records(named: query, of: claimant)
        let valid = named.filter { $0.isValid(at: now) }
        guard !valid.isEmpty else {
            throw refusal(of: named, claimant.app, query.ssid ?? query.accessory ?? query.bluetooth ?? "")
        }
        return try one(of: valid, query)
    }

    func record(_ accessory: Accessory.ID, of claimant: Claimant) throws(AccessoryError) -> AccessRecord {
        try record(AccessQuery(accessory: accessory), of: claimant)
    }

    /// The access of an app, of whatever user.
    func record(_ query: AppAccessQuery) throws(AccessoryError) -> AccessRecord {
        let claimant = Claimant(app: try manifest(query.app).id)
        return try record(AccessQuery(accessory: query.accessory, ssid: query.ssid), of: claimant)
    }

    private func refusal(of named: [AccessRecord], _ app: String, _ name: String) -> AccessoryError {
        if named.contains(where: { $0.hasExpired(at: now) }) {
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
            throw AccessoryError.invalid(
                "accessory", "name the accessory by exactly one of accessory, ssid and bluetooth")
        }
    }

    /// One accessory's record; if the app has one for any user and one for its own user, the latter.
    func one(of records: [AccessRecord], _ query: AccessQuery) throws(AccessoryError) -> AccessRecord {
        guard let record = records.first(where: { $0.uid != nil }) ?? records.first else {
            throw AccessoryError(.unknownAccessory, "there is no access record for '\(query.ssid ?? "")'")
        }
        guard records.allSatisfy({ $0.accessory.id == record.accessory.id }) else {
            throw AccessoryError.invalid(
                "ssid", "\(record.app) has several accessories with this SSID; name one by its identifier")
        }
        return record
    }

    // MARK: What a person sees

    /// Whether a caller with this scope sees the record. A record beyond it does not exist for that caller.
    func includes(_ record: AccessRecord, in scope: RecordScope) -> Bool {
        scope.includes(Claimant(of: record), configuration.manifests.byID[record.app])
    }

    /// The records of an app, or of all.
    func shownRecords(of app: String?) throws(AccessoryError) -> [AccessRecord] {
        if let app { try checkKnown(app) }
        return records.all(of: app).map(shown)
    }

    private func shown(_ record: AccessRecord) -> AccessRecord {
        var record = record
        record.isSuspended = absences.isMissing(record.app)
        return record
    }

    /// Every accessory that any app has, with its records.
    func accessories(in scope: RecordScope) -> [AccessoryStatus] {
        records.accessories().compactMap { records in
            let records = records.filter { includes($0, in: scope) }
            guard let first = records.first else { return nil }
            return AccessoryStatus(
                accessory: first.accessory, records: records.map(shown),
                location: book.places[first.accessory.id]?.location(at: now),
                hasOwnImage: book.ownPictures[first.accessory.id].map { _ in true },
                identifies: scope == .all && hasLamp(first.accessory.id) ? true : nil)
        }
    }

    private func hasLamp(_ accessory: Accessory.ID) -> Bool {
        book.identities[accessory]?.family.flatMap(LampCalls.init) != nil
    }

    /// Every known app; for one user, the apps that have accessories of that user.
    func apps(in scope: RecordScope) -> AppList {
        guard scope != .all else { return AppList(configuration) }
        let own = Set(records.all().filter { includes($0, in: scope) }.map(\.app))
        return AppList(configuration.manifests.byID.values.filter { own.contains($0.id) }, faults: [])
    }

    // MARK: Hotspot configurations

    /// Refuses one configuration too many, before a person gets a question.
    func checkRoom(for order: HotspotOrder, of claimant: Claimant, uid: UInt32) throws(AccessoryError) {
        let own = book.hotspots.all(of: claimant.app, uid: uid)
        let isKnown = own.contains { $0.ssid == order.ssid && $0.ssidPrefix == order.ssidPrefix }
        guard isKnown || own.count < Limits.hotspotsPerApp else {
            throw AccessoryError(
                .busy, "\(claimant.app) has \(own.count) hotspot configurations, which is the limit; remove one")
        }
    }

    /// The app's configurations that a query names, of one user or all.
    func hotspots(named query: HotspotQuery, of app: String, uid: UInt32?) throws(AccessoryError)
        -> [HotspotConfiguration]
    {
        let wanted = try query.descriptor
        let named = book.hotspots.all(of: app, uid: uid).filter {
            $0.ssid == wanted.ssid && $0.ssidPrefix == wanted.ssidPrefix
        }
        guard !named.isEmpty else {
            throw AccessoryError(
                .unknownAccessory, "\(app) has no hotspot configuration '\(query.ssid ?? query.ssidPrefix ?? "")'")
        }
        return named
    }

    // MARK: Searches

    func discovery(of item: Setup.Item, for app: Manifest) -> Discovery {
        Discovery([item], filters: false, bridge: bridge(for: app), expected: records.expectedSecurities)
    }

    // MARK: Cards of a picker

    /// An accessory that some app has keeps its name and picture.
    func items(
        _ candidates: [Candidate], for claimant: Claimant, joining adapter: Adapter?, beside second: SecondStation?
    ) -> [PickerItem] {
        candidates.map { candidate in
            let (network, device) = (candidate.network, candidate.device)
            let isBeside = second.map { $0.obstacle(at: network?.frequency) == nil } ?? false
            let cuts =
                candidate.item.descriptor.wifi == nil || isBeside ? nil : adapter.flatMap { RadioChoice.cuts($0) }
            let known = book.accessory(of: candidate)
            return PickerItem(
                id: candidate.id, name: known?.displayName ?? candidate.item.name,
                image: known == nil ? candidate.item.image : known?.image, ssid: candidate.ssid, bssid: network?.bssid,
                signal: candidate.signal, frequency: network?.frequency, security: network?.security,
                interface: network?.interface ?? (cuts == nil ? nil : adapter?.interface),
                bluetoothName: device?.name.map { DisplayName.harmless($0) },
                bluetoothAddress: device?.address.address,
                cuts: cuts, needsPassphrase: candidate.needsPassphrase,
                isShared: known.map { isShared($0.id, beside: claimant.app) } ?? false, isGone: candidate.isGone,
                change: candidate.change, isOwn: known.flatMap { isOwn($0.id, of: claimant) ? true : nil })
        }
    }

    /// The accessory that a candidate becomes for an app, and whether somebody else has it, so that its name stays.
    func accessory(for candidate: Candidate, of claimant: Claimant) -> (accessory: Accessory, isShared: Bool) {
        book.accessory(for: candidate, of: claimant, trial: trial(of: claimant))
    }

    /// Whether this app may use it.
    private func isOwn(_ accessory: Accessory.ID, of claimant: Claimant) -> Bool {
        records.records(app: claimant.app, accessory: accessory)
            .contains { claimant.owns($0) && $0.accessory.state == .authorized }
    }

    /// Whether another app has it.
    private func isShared(_ accessory: Accessory.ID, beside app: String) -> Bool {
        records.records(of: accessory).contains { $0.app != app }
    }
}

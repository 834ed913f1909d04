// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import FoundationEssentials
import Logging

/// Grants, questions about them, and their end.
extension Daemon {
    func manifest(_ id: String) throws(AccessoryError) -> Manifest {
        if let manifest = configuration.manifests.byID[id] { return manifest }
        throw AccessoryError(.unknownApp, "no manifest apps.d/\(id).conf is installed; see 'accessoryctl app list'")
    }

    /// The app's records that a caller of this uid may see; all of them for nil.
    func records(of app: String?, uid: UInt32? = nil) -> [AccessRecord] {
        records.all(of: app).filter { uid == nil || $0.uid == nil || $0.uid == uid }
    }

    /// The one record that a query names and that allows at this moment. Throws `notAuthorized` or `unknownAccessory`
    /// where there is none, and `invalidRequest` where the query is not one.
    func record(
        app: String, accessory: String?, ssid: String?, uid: UInt32? = nil
    ) throws(AccessoryError) -> AccessRecord {
        let allowed = try records(naming: accessory, ssid: ssid, app: app).filter {
            Records.allows($0, at: .now) && (uid == nil || $0.uid == nil || $0.uid == uid)
        }
        guard !allowed.isEmpty else {
            throw AccessoryError(.notAuthorized, "\(app) has no access to '\(ssid ?? accessory ?? "")'")
        }
        return try one(of: allowed, ssid)
    }

    /// All that a query names, whether it still allows or not.
    private func records(
        naming accessory: String?, ssid: String?, app: String
    ) throws(AccessoryError) -> [AccessRecord] {
        switch (accessory, ssid) {
        case (let id?, nil):
            guard let record = records.record(app: app, accessory: id) else {
                throw AccessoryError(.unknownAccessory, "\(app) has no accessory '\(id)'")
            }
            return [record]
        case (nil, let text?):
            return records.records(app: app, ssid: try DescriptorFields.ssid(text, field: "ssid"))
        case (nil, nil), (_?, _?):
            throw AccessoryError(.invalidRequest, "name the accessory or its ssid, one of them", field: "accessory")
        }
    }

    private func one(of records: [AccessRecord], _ ssid: String?) throws(AccessoryError) -> AccessRecord {
        guard let record = records.first else {
            throw AccessoryError(.unknownAccessory, "there is no access record for '\(ssid ?? "")'")
        }
        guard records.count == 1 else {
            throw AccessoryError(
                .invalidRequest,
                "\(record.app) has \(records.count) accessories with this SSID; name one by its identifier",
                field: "ssid")
        }
        return record
    }

    /// Writes the grant of what was chosen and joined. It is on the disk when this returns.
    func grant(
        _ candidate: Setup.Candidate, to app: String, uid: UInt32?, passphrase: Passphrase?, by who: String
    ) throws(AccessoryError) -> Accessory {
        let network = candidate.network
        let accessory = Accessory(
            id: records.accessory(ssid: candidate.ssid, bssid: network.bssid) ?? UUID().uuidString.lowercased(),
            displayName: candidate.item.name, ssid: candidate.ssid, bssid: network.bssid, state: .authorized)
        let record = AccessRecord(
            app: app, uid: uid, accessory: accessory, security: network.security, frequency: network.frequency,
            isHidden: candidate.isExact, origin: .picker, grantedBy: who, granted: .now)
        try put(record, passphrase: network.security.key == .passphrase ? passphrase : nil)
        return accessory
    }

    /// An administrator's grant, without a picker.
    func grant(_ request: GrantRequest, by who: String) throws(AccessoryError) -> AccessRecord {
        let manifest = try manifest(request.app)
        let ssid = try DescriptorFields.ssid(request.ssid, field: "ssid")
        guard manifest.mayLook(for: ssid) else {
            throw AccessoryError(
                .invalidRequest, "\(manifest.path) does not allow \(manifest.id) to look for '\(ssid)'", field: "ssid")
        }
        let bssid = try request.bssid.map { text throws(AccessoryError) in
            guard let address = MACAddress(text) else {
                throw AccessoryError(
                    .invalidRequest, "bssid: '\(text)' is not an address such as 02:00:00:00:01:00", field: "bssid")
            }
            return address
        }
        let passphrase = try request.passphrase.map { text throws(AccessoryError) in
            try DescriptorFields.passphrase(text, field: "passphrase")
        }
        let known = records.records(app: request.app, ssid: ssid).first { $0.accessory.bssid == bssid }
        let accessory = Accessory(
            id: known?.accessory.id ?? records.accessory(ssid: ssid, bssid: bssid) ?? UUID().uuidString.lowercased(),
            displayName: request.name ?? ssid.description, ssid: ssid, bssid: bssid, state: .authorized)
        let record = AccessRecord(
            app: request.app, uid: nil, accessory: accessory, security: nil, frequency: nil,
            isHidden: request.hidden ?? false, origin: .administrator, grantedBy: who, granted: .now)
        try put(record, passphrase: passphrase)
        emit(
            Event(known == nil ? .accessoryAdded : .accessoryChanged, accessory: accessory), app: request.app, uid: nil)
        return record
    }

    private func put(_ record: AccessRecord, passphrase: Passphrase?) throws(AccessoryError) {
        do {
            try store.put(record, passphrase: passphrase)
        } catch {
            throw AccessoryError(.connectionFailed, "the access record cannot be written: \(error)")
        }
        records.insert(record)
        publish(
            .access, app: record.app,
            "access to '\(record.accessory.ssid?.description ?? record.accessory.id)' granted by \(record.grantedBy)")
    }

    /// Takes access away, tells the app, and ends what rested on it.
    func revoke(_ query: AppAccessQuery, by who: String) throws(AccessoryError) -> AccessRecord {
        let record = try one(of: try records(naming: query.accessory, ssid: query.ssid, app: query.app), query.ssid)
        do {
            try store.remove(app: record.app, accessory: record.accessory.id)
        } catch {
            throw AccessoryError(.connectionFailed, "the access record cannot be removed: \(error)")
        }
        records.remove(app: record.app, accessory: record.accessory.id)
        let name = record.accessory.ssid?.description ?? record.accessory.id
        publish(.access, app: record.app, "access to '\(name)' revoked by \(who)")
        emit(Event(.accessoryRemoved, accessory: record.accessory), app: record.app, uid: record.uid)
        for (lease, entry) in leases.inOrder where entry.app == record.app && entry.ssid == record.accessory.ssid {
            leases[lease]?.verdict = AccessoryError(.notAuthorized, "access to '\(name)' was revoked")
            leave(lease)
        }
        return record
    }

    /// Where an accessory was heard, so that it is looked for there first.
    func heard(_ network: WiFiNetwork, ssid: SSID, app: String) {
        for var record in records.records(app: app, ssid: ssid) where record.frequency != network.frequency {
            record.frequency = network.frequency
            record.security = network.security
            // A hint, kept in memory; the next grant writes it.
            records.insert(record)
        }
    }

    func passphrase(of accessory: Accessory.ID) throws(AccessoryError) -> Passphrase? {
        do {
            return try store.passphrase(of: accessory)
        } catch {
            throw AccessoryError(.connectionFailed, "the accessory's passphrase cannot be read: \(error)")
        }
    }

    /// Joins what a record allows, or goes on with the lease that the app has for it already.
    func hold(
        _ record: AccessRecord, passphrase: Passphrase?, addressing: JoinRequest.Addressing, owner: Session.ID
    ) async throws(AccessoryError) -> Lease.ID {
        guard let ssid = record.accessory.ssid else {
            throw AccessoryError(.invalidRequest, "'\(record.accessory.displayName)' has no Wi-Fi network")
        }
        if let lease = leases.live(app: record.app, ssid: ssid) {
            leases[lease]?.owner = owner
            return lease
        }
        let kept = try self.passphrase(of: record.accessory.id)
        let adapter = try await chooseRadio()
        let target = Join.Target(
            ssid: ssid, bssid: record.accessory.bssid, interface: adapter.interface, passphrase: passphrase ?? kept,
            isHidden: record.isHidden, addressing: addressing, frequency: record.frequency)
        return try await beginLease(target, app: record.app, accessory: record.accessory.id, owner: owner)
    }

    /// The app's leases that have not been left yet.
    func liveLeases(of app: String) -> [Lease.ID] {
        leases.inOrder.filter { $0.entry.app == app && $0.entry.isLive }.map(\.id)
    }

    // Configuration

    func reloadConfiguration() -> Configuration {
        configuration = Configuration(directories: settings.configurationDirectories, parser: settings.parser)
        for fault in configuration.faults { log.warning("\(fault)") }
        publish(.configuration, app: nil, "read again: \(configuration.manifests.byID.count) apps")
        return configuration
    }

    func status() async -> Status {
        let radios = await radios()
        return Status(
            version: Self.version, backend: radios.backend, unavailable: radios.unavailable?.rawValue,
            adapters: radios.adapters.map(AdapterStatus.init),
            leases: leases.inOrder.compactMap { entry in
                entry.entry.latest.map { LeaseStatus(app: entry.entry.app, lease: $0) }
            },
            apps: configuration.manifests.byID.count, accessRecords: records.count, pickers: pickers.count,
            faults: configuration.faults.map(\.description))
    }
}

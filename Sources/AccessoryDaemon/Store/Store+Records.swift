// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules

/// Access records and accessories' passphrases.
extension Store {
    func records() throws -> [AccessRecord] {
        try database.run(
            """
            SELECT app, uid, accessory, substr(name, 1, \(DisplayName.longest + 1)), image, ssid, bssid, bluetooth_address, bluetooth_identifier, state, security,
            frequency, hidden, origin, granted_by, proof_kind, proof_id, granted, expires, descriptor, bridging,
            access_points, substr(bluetooth_name, 1, \(DisplayName.longest + 1)) FROM records
            """
        ).map { row in
            guard let record = AccessRecord(row) else {
                throw unreadable("a record", row.prefix(3))
            }
            return record
        }
    }

    /// The accessories whose names an earlier version stored without a limit; ``records()`` makes them harmless.
    func unfitNames() throws -> [Accessory.ID] {
        try database.run(
            "SELECT DISTINCT accessory, substr(name, 1, \(DisplayName.longest + 1)) FROM records ORDER BY accessory"
        ).compactMap { row in
            guard let name = row[1].string, (try? DisplayName(name)) == nil else { return nil }
            return row[0].string
        }
    }

    func put(_ record: AccessRecord, _ passphrase: Passphrase?) throws(Database.Failure) {
        let accessory = record.accessory
        try database.run(
            """
            INSERT OR REPLACE INTO records (app, uid, accessory, name, image, ssid, bssid, bluetooth_address,
            bluetooth_identifier, state, security, frequency, hidden, origin, granted_by, proof_kind, proof_id, granted,
            expires, descriptor, bridging, access_points, bluetooth_name)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            .text(record.app), .uid(record.uid), .text(accessory.id), .text(accessory.displayName),
            .init(accessory.image), accessory.ssid.map { .blob($0.bytes) } ?? .null,
            .init(accessory.bssid?.description), .init(record.bluetoothAddress?.description),
            .init(accessory.bluetoothIdentifier), .text(accessory.state.rawValue), .init(record.security?.rawValue),
            .init(record.frequency.map { Int64($0) }), .flag(record.isHidden), .text(record.origin.rawValue),
            .text(record.grantedBy), .init(record.proof?.kind.rawValue), .init(record.proof?.id),
            .integer(record.granted.seconds), .init(record.expires?.seconds),
            .json(accessory.descriptor), .init(accessory.bluetoothTransportBridgingIdentifier?.description),
            .text(record.accessPoints.map(\.description).joined(separator: " ")), .init(record.bluetoothName))
        guard let passphrase else { return }
        try database.run(
            "INSERT OR REPLACE INTO secrets (accessory, passphrase) VALUES (?, ?)", .text(accessory.id),
            .text(passphrase.secret))
    }

    func remove(_ key: AccessRecord.Key) throws(Database.Failure) {
        try database.run(
            "DELETE FROM records WHERE app = ? AND uid = ? AND accessory = ?", .text(key.app), .uid(key.uid),
            .text(key.accessory))
        for table in ["secrets", "pictures", "own_pictures", "locations", "identities", "residences"] {
            try database.run(
                "DELETE FROM \(table) WHERE accessory = ?1 AND NOT EXISTS (SELECT 1 FROM records WHERE accessory = ?1)",
                .text(key.accessory))
        }
    }

    func dropSecret(of accessory: Accessory.ID) throws(Database.Failure) {
        try database.run("DELETE FROM secrets WHERE accessory = ?", .text(accessory))
    }

    func keep(
        _ reference: String, _ type: String, _ data: [UInt8], of accessory: Accessory.ID
    ) throws(Database.Failure) {
        try database.run(
            "INSERT OR REPLACE INTO pictures (accessory, reference, type, data) VALUES (?, ?, ?, ?)", .text(accessory),
            .text(reference), .text(type), .blob(data))
    }

    func keep(_ picture: OwnPicture, _ data: [UInt8], of accessory: Accessory.ID) throws(Database.Failure) {
        try database.run(
            "INSERT OR REPLACE INTO own_pictures (accessory, reference, replaced, data) VALUES (?, ?, ?, ?)",
            .text(accessory), .text(picture.reference), .init(picture.replaced), .blob(data))
    }

    func dropOwnPicture(of accessory: Accessory.ID) throws(Database.Failure) {
        try database.run("DELETE FROM own_pictures WHERE accessory = ?", .text(accessory))
    }

    /// The pictures that persons gave, without their data.
    func ownPictures() throws -> [Accessory.ID: OwnPicture] {
        let rows = try database.run("SELECT accessory, reference, replaced FROM own_pictures")
        return rows.reduce(into: [:]) { pictures, row in
            guard let accessory = row[0].string, let reference = row[1].string else { return }
            pictures[accessory] = OwnPicture(reference: reference, replaced: row[2].string)
        }
    }

    /// An app's picture, or a person's.
    func picture(_ reference: String) throws -> Picture? {
        let rows = try database.run(
            """
            SELECT data FROM pictures WHERE reference = ?1
            UNION ALL SELECT data FROM own_pictures WHERE reference = ?1
            """, .text(reference))
        return rows.first?.first?.bytes.flatMap { Picture($0) }
    }

    func passphrase(of accessory: Accessory.ID) throws(AccessoryError) -> Passphrase? {
        do {
            let rows = try database.run("SELECT passphrase FROM secrets WHERE accessory = ?", .text(accessory))
            return try rows.first?.first?.string.map { try Passphrase($0) }
        } catch {
            throw AccessoryError(.connectionFailed, "the accessory's passphrase cannot be read: \(error)")
        }
    }
}

extension AccessRecord {
    /// A row in the order of `Store.records`.
    fileprivate init?(_ row: [Database.Value]) {
        guard row.count == 23, let app = row[0].string, let uid = row[1].number, let id = row[2].string,
            let name = row[3].string, let state = row[9].string.flatMap(Accessory.State.init),
            let origin = row[13].string.flatMap(Origin.init), let grantedBy = row[14].string,
            let granted = row[17].number
        else { return nil }
        let accessory = Accessory(
            id: id, displayName: DisplayName.harmless(name), image: row[4].string,
            ssid: row[5].bytes.flatMap { try? SSID($0) },
            bssid: row[6].string.flatMap { MACAddress($0) }, bluetoothIdentifier: row[8].string,
            descriptor: row[19].json(), bluetoothTransportBridgingIdentifier: row[20].string.flatMap { MACAddress($0) },
            state: state)
        self.init(
            app: app, uid: UInt32(exactly: uid), proof: Proof(kind: row[15], id: row[16]), accessory: accessory,
            bluetoothAddress: row[7].string.flatMap { MACAddress($0) },
            bluetoothName: row[22].string.map { DisplayName.harmless($0) },
            security: row[10].string.flatMap(Security.init),
            accessPoints: (row[21].string ?? "").split(separator: " ").compactMap { MACAddress($0) },
            frequency: row[11].number.map { Int($0) }, isHidden: row[12].number == 1, origin: origin,
            grantedBy: grantedBy, granted: Timestamp(seconds: granted),
            expires: row[18].number.map(Timestamp.init(seconds:)))
    }
}

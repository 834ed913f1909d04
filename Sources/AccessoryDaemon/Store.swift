// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import FoundationEssentials
import Glibc

/// What must survive a crash and a power cut: access records, their secrets, and the journal of uplinks that are owed.
/// Every change is one transaction, on the disk when the call returns. Nothing here is read to answer a question:
/// `Records` holds them in memory.
final class Store {
    /// Why there is no store. Says which file and what to do; the file is left as it is.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let database: Database
    private let path: String

    init(directory: String) throws(Failure) {
        path = directory + "/accessoryd.db"
        guard mkdir(directory, 0o700) == 0 || errno == EEXIST else {
            throw Failure(
                description: "\(directory): \(String(cString: strerror(errno))); create it or use --state-dir")
        }
        let mask = umask(0o077)
        defer { umask(mask) }
        do {
            database = try Database(path: path)
            try Self.prepare(database)
        } catch let failure as Database.Failure {
            throw Failure(description: Self.explain(failure, path))
        } catch {
            throw Failure(description: "\(path): \(error)")
        }
    }

    private static func explain(_ failure: Database.Failure, _ path: String) -> String {
        if failure.isCorrupt {
            return "\(path): the database is damaged (\(failure)); restore it from a backup, or move it away to begin "
                + "without any access record"
        }
        if failure.isReadOnly {
            return "\(path): the database cannot be written (\(failure)); make the file and its folder writable for "
                + "uid \(geteuid()), or use --state-dir"
        }
        return "\(path): \(failure)"
    }

    /// Each step brings a database of that version to the next one. Never edited, only added to.
    private static let migrations = [
        [
            """
            CREATE TABLE records (
                app TEXT NOT NULL, accessory TEXT NOT NULL, uid INTEGER, name TEXT NOT NULL, ssid BLOB, bssid TEXT,
                state TEXT NOT NULL, security TEXT, frequency INTEGER, hidden INTEGER NOT NULL, origin TEXT NOT NULL,
                granted_by TEXT NOT NULL, granted INTEGER NOT NULL, expires INTEGER,
                PRIMARY KEY (app, accessory)) WITHOUT ROWID
            """,
            "CREATE TABLE secrets (accessory TEXT NOT NULL PRIMARY KEY, passphrase TEXT NOT NULL) WITHOUT ROWID",
            "CREATE TABLE journal (interface TEXT NOT NULL PRIMARY KEY, ssid BLOB NOT NULL, protection TEXT NOT NULL)",
        ]
    ]

    private static func prepare(_ database: Database) throws {
        try database.run("PRAGMA journal_mode = WAL")
        try database.run("PRAGMA synchronous = FULL")
        guard try database.run("PRAGMA quick_check(1)") == [[.text("ok")]] else {
            throw Failure(description: "quick_check found damage; restore the file from a backup, or move it away")
        }
        guard case .integer(let version)? = try database.run("PRAGMA user_version").first?.first else { return }
        guard version <= migrations.count else {
            throw Failure(description: "was written by a newer accessoryd (schema \(version)); install that one again")
        }
        // Also where there is nothing to migrate: a file that cannot be written is found out now, not at the first grant.
        try database.transaction { () throws(Database.Failure) in
            for step in migrations[Int(version)...] {
                for statement in step { try database.run(statement) }
            }
            try database.run("PRAGMA user_version = \(migrations.count)")
        }
    }

    func records() throws -> [AccessRecord] {
        try database.run(
            """
            SELECT app, accessory, uid, name, ssid, bssid, state, security, frequency, hidden, origin, granted_by, granted,
            expires FROM records
            """
        ).map { row in
            guard let record = AccessRecord(row) else {
                throw Failure(description: "\(path): a record cannot be read: \(row.prefix(2))")
            }
            return record
        }
    }

    /// Writes a grant and the secret that came with it.
    func put(_ record: AccessRecord, passphrase: Passphrase?) throws {
        try database.transaction { () throws(Database.Failure) in
            try database.run(
                """
                INSERT OR REPLACE INTO records (app, accessory, uid, name, ssid, bssid, state, security, frequency, hidden,
                origin, granted_by, granted, expires) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                .text(record.app), .text(record.accessory.id), .init(record.uid.map { Int64($0) }),
                .text(record.accessory.displayName), record.accessory.ssid.map { .blob($0.bytes) } ?? .null,
                .init(record.accessory.bssid?.description), .text(record.accessory.state.rawValue),
                .init(record.security?.rawValue), .init(record.frequency.map { Int64($0) }),
                .integer(record.isHidden ? 1 : 0), .text(record.origin.rawValue), .text(record.grantedBy),
                .integer(record.granted.seconds), .init(record.expires?.seconds))
            if let passphrase {
                try database.run(
                    "INSERT OR REPLACE INTO secrets (accessory, passphrase) VALUES (?, ?)",
                    .text(record.accessory.id), .text(passphrase.secret))
            }
        }
    }

    /// Removes a grant; with an accessory's last one its secret goes too.
    func remove(app: String, accessory: Accessory.ID) throws {
        try database.transaction { () throws(Database.Failure) in
            try database.run("DELETE FROM records WHERE app = ? AND accessory = ?", .text(app), .text(accessory))
            try database.run(
                "DELETE FROM secrets WHERE accessory = ? AND accessory NOT IN (SELECT accessory FROM records)",
                .text(accessory))
        }
    }

    func passphrase(of accessory: Accessory.ID) throws -> Passphrase? {
        let rows = try database.run("SELECT passphrase FROM secrets WHERE accessory = ?", .text(accessory))
        guard case .text(let secret)? = rows.first?.first else { return nil }
        return try Passphrase(secret)
    }

    /// Notes that an uplink is owed, before it is cut.
    func journal(_ protection: Protection, ssid: SSID) throws {
        let json = String(decoding: try JSONEncoder().encode(protection), as: UTF8.self)
        try database.run(
            "INSERT OR REPLACE INTO journal (interface, ssid, protection) VALUES (?, ?, ?)",
            .text(protection.uplink.interface), .blob(ssid.bytes), .text(json))
    }

    func forget(_ protection: Protection) throws {
        try database.run("DELETE FROM journal WHERE interface = ?", .text(protection.uplink.interface))
    }

    /// The uplinks that are still owed, each with the accessory's SSID.
    func unfinished() throws -> [(protection: Protection, ssid: SSID)] {
        try database.run("SELECT ssid, protection FROM journal").compactMap { row in
            guard case .blob(let bytes) = row[0], case .text(let json) = row[1] else { return nil }
            return (try JSONDecoder().decode(Protection.self, from: Data(json.utf8)), try SSID(bytes))
        }
    }
}

extension Database.Value {
    fileprivate init(_ number: Int64?) { self = number.map(Self.integer) ?? .null }
    fileprivate init(_ text: String?) { self = text.map(Self.text) ?? .null }

    fileprivate var number: Int64? { if case .integer(let number) = self { number } else { nil } }
    fileprivate var string: String? { if case .text(let text) = self { text } else { nil } }
    fileprivate var bytes: [UInt8]? { if case .blob(let bytes) = self { bytes } else { nil } }
}

extension AccessRecord {
    /// A row in the order of `Store.records`.
    fileprivate init?(_ row: [Database.Value]) {
        guard row.count == 14, let app = row[0].string, let id = row[1].string, let name = row[3].string,
            let state = row[6].string.flatMap(Accessory.State.init), let origin = row[10].string.flatMap(Origin.init),
            let grantedBy = row[11].string, let granted = row[12].number
        else { return nil }
        let accessory = Accessory(
            id: id, displayName: name, ssid: row[4].bytes.flatMap { try? SSID($0) },
            bssid: row[5].string.flatMap { MACAddress($0) }, state: state)
        self.init(
            app: app, uid: row[2].number.flatMap { UInt32(exactly: $0) }, accessory: accessory,
            security: row[7].string.flatMap(Security.init), frequency: row[8].number.map { Int($0) },
            isHidden: row[9].number == 1, origin: origin, grantedBy: grantedBy, granted: Timestamp(seconds: granted),
            expires: row[13].number.map(Timestamp.init(seconds:)))
    }
}

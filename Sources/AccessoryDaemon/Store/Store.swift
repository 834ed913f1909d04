// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import FoundationEssentials
import Glibc
import TrustedFiles

/// The state that must survive a crash and a power cut: access records, their secrets, and the journals of uplinks to
/// restore, of bonds to remove, and of hand-overs by Wi-Fi Easy Connect to clear away.
/// Every change is one transaction, on the disk when the call returns. No answer waits for a read here: `Records` holds
/// the records in memory.
final class Store {
    /// Why there is no store. Names the file and the cure; the file stays as it is.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let database: Database
    let path: String
    /// What somebody should know about the file.
    let notices: [String]
    /// Changes that took access away, and that the disk did not take.
    private var unsaved: [Change] = []

    init(directory: String) throws(Failure) {
        path = directory + "/accessoryd.db"
        for place in [directory, path] {
            guard let objection = Trust().objection(toPlace: place) else { continue }
            throw Failure(description: "--state-dir \(directory): \(objection)")
        }
        guard mkdir(directory, 0o700) == 0 || errno == EEXIST else {
            throw Failure(
                description: "\(directory): \(String(cString: strerror(errno))); create it or use --state-dir")
        }
        let looks = try Self.look(at: path)
        let isThere = looks.isEmpty && access(path, F_OK) == 0
        let mask = umask(0o077)
        defer { umask(mask) }
        do {
            database = try Database(path: path)
            let prepared = try Self.prepare(database, path, isThere: isThere)
            notices = looks + prepared + Self.closeToOthers(path)
        } catch let failure as Database.Failure {
            throw Failure(description: Self.explain(failure, path))
        } catch {
            throw Failure(description: "\(path): \(error)")
        }
    }

    /// Looks at a file that is there, also behind a link.
    private static func look(at path: String) throws(Failure) -> [String] {
        var status = stat()
        guard stat(path, &status) == 0 else { return [] }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw Failure(description: "\(path) is not a file; move it away, or use --state-dir")
        }
        guard status.st_size == 0 else { return [] }
        return ["\(path) was empty; if there were access records, restore it from a backup"]
    }

    /// Only this user may read the file, because it has passphrases. Before it is known to be the agent's, it may be another
    /// program's behind a link.
    private static func closeToOthers(_ path: String) -> [String] {
        // What SQLite keeps beside it has the mode that the file had then.
        let closed = ["", "-wal", "-shm"].map { path + $0 }.filter { file in
            var status = stat()
            return stat(file, &status) == 0 && status.st_mode & 0o077 != 0 && chmod(file, 0o600) == 0
        }
        return closed.isEmpty ? [] : ["\(closed.joined(separator: ", ")) could be read by other users until now"]
    }

    private static let cure = "restore it from a backup, or move it away to begin without any access record"

    /// Why a row with these first values, which are no secrets, has no meaning here.
    func unreadable(_ what: String, _ row: ArraySlice<Database.Value>) -> Failure {
        let values = row.map(\.shown).joined(separator: ", ")
        return Failure(description: "\(path): \(what) cannot be read (\(values)); \(Self.cure)")
    }

    private static func explain(_ failure: Database.Failure, _ path: String) -> String {
        if failure.isCorrupt {
            return "\(path): the database is damaged (\(failure)); \(cure)"
        }
        if failure.isReadOnly {
            return "\(path): the database cannot be written (\(failure)); make the file and its folder writable for "
                + "uid \(geteuid()), or use --state-dir"
        }
        return "\(path): \(failure)"
    }

    /// Each step brings a database of that version to the next one. Steps are only added, never edited.
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
        ],
        [
            // One record for each user, proofs, pictures, Bluetooth. The uid -1 stands for any: a key cannot hold NULL.
            "ALTER TABLE records RENAME TO records_1",
            """
            CREATE TABLE records (
                app TEXT NOT NULL, uid INTEGER NOT NULL, accessory TEXT NOT NULL, name TEXT NOT NULL, image TEXT,
                ssid BLOB, bssid TEXT, bluetooth_address TEXT, bluetooth_identifier TEXT, state TEXT NOT NULL,
                security TEXT, frequency INTEGER, hidden INTEGER NOT NULL, origin TEXT NOT NULL,
                granted_by TEXT NOT NULL, proof_kind TEXT, proof_id TEXT, granted INTEGER NOT NULL, expires INTEGER,
                PRIMARY KEY (app, uid, accessory)) WITHOUT ROWID
            """,
            """
            INSERT INTO records (app, uid, accessory, name, ssid, bssid, state, security, frequency, hidden, origin,
                granted_by, granted, expires)
            SELECT app, ifnull(uid, -1), accessory, name, ssid, bssid, state, security, frequency, hidden, origin,
                granted_by, granted, expires FROM records_1
            """,
            "DROP TABLE records_1",
            "CREATE INDEX records_of_accessory ON records (accessory)",
            """
            CREATE TABLE hotspots (
                app TEXT NOT NULL, uid INTEGER NOT NULL, ssid BLOB NOT NULL, is_prefix INTEGER NOT NULL,
                hidden INTEGER NOT NULL, join_once INTEGER NOT NULL, applied INTEGER NOT NULL, expires INTEGER,
                PRIMARY KEY (app, uid, is_prefix, ssid)) WITHOUT ROWID
            """,
            """
            CREATE TABLE hotspot_secrets (
                app TEXT NOT NULL, uid INTEGER NOT NULL, ssid BLOB NOT NULL, is_prefix INTEGER NOT NULL,
                passphrase TEXT NOT NULL, PRIMARY KEY (app, uid, is_prefix, ssid)) WITHOUT ROWID
            """,
            """
            CREATE TABLE history (
                id INTEGER PRIMARY KEY AUTOINCREMENT, time INTEGER NOT NULL, action TEXT NOT NULL, app TEXT NOT NULL,
                uid INTEGER, accessory TEXT, name TEXT NOT NULL, who TEXT NOT NULL, proof_kind TEXT, proof_id TEXT,
                why TEXT NOT NULL)
            """,
        ],
        [
            "ALTER TABLE records ADD COLUMN descriptor TEXT",
            "ALTER TABLE records ADD COLUMN bridging TEXT",
            """
            CREATE TABLE pictures (
                accessory TEXT NOT NULL PRIMARY KEY, reference TEXT NOT NULL, type TEXT NOT NULL,
                data BLOB NOT NULL)
            """,
            "CREATE INDEX pictures_by_reference ON pictures (reference)",
        ],
        ["CREATE TABLE bonds (address TEXT NOT NULL PRIMARY KEY) WITHOUT ROWID"],
        [
            """
            CREATE TABLE plans (
                id TEXT NOT NULL PRIMARY KEY, digest TEXT NOT NULL, state TEXT NOT NULL, accessories TEXT NOT NULL,
                attempts INTEGER NOT NULL, error TEXT, boot TEXT NOT NULL, changed INTEGER NOT NULL) WITHOUT ROWID
            """
        ],
        // An app's changes of one kind have a limit of their own.
        ["CREATE INDEX history_by_action ON history (app, action)"],
        [
            // From here on the record's security is a minimum. Before, the latest join overwrote it.
            "ALTER TABLE records ADD COLUMN access_points TEXT",
            """
            UPDATE records SET security = 'wpa2' WHERE accessory IN (SELECT accessory FROM secrets)
            AND (security IS NULL OR security NOT IN ('wpa2', 'wpa2-wpa3', 'wpa3'))
            """,
        ],
        [
            """
            CREATE TABLE absences (
                app TEXT NOT NULL PRIMARY KEY, boot TEXT NOT NULL, since INTEGER NOT NULL) WITHOUT ROWID
            """
        ],
        ["ALTER TABLE records ADD COLUMN bluetooth_name TEXT"],
        ["CREATE TABLE easy_connects (mark TEXT NOT NULL PRIMARY KEY, interface TEXT NOT NULL) WITHOUT ROWID"],
        [
            // Whether an accessory is there now is nothing that a file can know.
            """
            CREATE TABLE locations (
                accessory TEXT NOT NULL PRIMARY KEY, address TEXT NOT NULL, host TEXT, page TEXT, evidence TEXT NOT NULL,
                confirmed INTEGER NOT NULL, last_seen INTEGER NOT NULL) WITHOUT ROWID
            """
        ],
        ["CREATE TABLE identities (accessory TEXT NOT NULL PRIMARY KEY, identity TEXT NOT NULL) WITHOUT ROWID"],
        [
            // The picture that a person gave, beside the app's, which is shown again without it.
            """
            CREATE TABLE own_pictures (
                accessory TEXT NOT NULL PRIMARY KEY, reference TEXT NOT NULL, replaced TEXT,
                data BLOB NOT NULL)
            """,
            "CREATE INDEX own_pictures_by_reference ON own_pictures (reference)",
        ],
        ["CREATE TABLE plain_bonds (address TEXT NOT NULL PRIMARY KEY) WITHOUT ROWID"],
        ["CREATE TABLE residences (accessory TEXT NOT NULL PRIMARY KEY, residence TEXT NOT NULL) WITHOUT ROWID"],
    ]

    /// Returns what somebody should know.
    ///
    /// - Parameter isThere: the file was there, with something in it.
    private static func prepare(_ database: Database, _ path: String, isThere: Bool) throws -> [String] {
        try database.run("PRAGMA journal_mode = WAL")
        try database.run("PRAGMA synchronous = FULL")
        guard try database.run("PRAGMA quick_check(1)") == [[.text("ok")]] else {
            throw Failure(description: "quick_check found damage; restore the file from a backup, or move it away")
        }
        guard case .integer(let version)? = try database.run("PRAGMA user_version").first?.first else { return [] }
        guard version >= 0 else {
            throw Failure(description: "the schema \(version) is damage; \(cure)")
        }
        guard version <= migrations.count else {
            throw Failure(description: "was written by a newer accessoryd (schema \(version)); install that one again")
        }
        // Even without a migration: find out now, not at the first grant, that the file cannot be written.
        do throws(Database.Failure) {
            try database.transaction { () throws(Database.Failure) in
                for step in migrations[Int(version)...] {
                    for statement in step { try database.run(statement) }
                }
                try database.run("PRAGMA user_version = \(migrations.count)")
            }
        } catch {
            // An uplink that an earlier run owes must come back all the same.
            guard error.isFull, version == migrations.count else { throw error }
            return ["\(path): \(error); until there is room, nothing is granted and no uplink is cut"]
        }
        let names = try database.run("SELECT name FROM sqlite_master WHERE type = 'table'").map { $0[0] }
        if let missing = tables.first(where: { !names.contains(.text($0)) }) {
            throw Failure(description: "has no table '\(missing)', which is damage; \(cure)")
        }
        // Not on a full disk: the uplink comes first, and its promise is in the other file.
        fold(database)
        guard isThere, version == 0 else { return [] }
        return [
            "\(path) had no access records; if there were any, they stood in \(path)-wal, which belongs to it: restore both from a "
                + "backup"
        ]
    }

    /// What the migrations leave.
    static let tables = [
        "absences", "bonds", "easy_connects", "history", "hotspot_secrets", "hotspots", "identities", "journal",
        "locations", "own_pictures", "pictures", "plain_bonds", "plans", "records", "residences", "secrets",
    ]

    /// Makes all changes, or none. They are on the disk when this returns, with those that it did not take before.
    func write(_ changes: [Change]) throws {
        try perform(unsaved + changes)
        unsaved = []
    }

    /// Takes changes that could not be written, and that apply all the same. The next one that can be brings them along.
    func keep(_ changes: [Change]) { unsaved += changes }

    /// What holds, and is not on the disk. Nil if all of it is.
    var debt: String? {
        unsaved.isEmpty
            ? nil
            : "\(path): access that was taken away is not there yet; make room, or a restart of the agent gives it back"
    }

    /// Another chance for what could not be written.
    func saveTheRest() throws {
        if !unsaved.isEmpty { try write([]) }
    }

    /// Brings everything into the one file that people know and back up. If the disk is full, it stays in the other one.
    func fold() { Self.fold(database) }

    private static func fold(_ database: Database) { _ = try? database.run("PRAGMA wal_checkpoint(TRUNCATE)") }

    private func perform(_ changes: [Change]) throws {
        try database.transaction { () throws(Database.Failure) in
            for change in changes {
                switch change {
                case .put(let record, let passphrase): try put(record, passphrase)
                case .keep(let reference, let type, let data, let accessory):
                    try keep(reference, type, data, of: accessory)
                case .keepOwn(let picture, let data, let accessory): try keep(picture, data, of: accessory)
                case .dropOwn(let accessory): try dropOwnPicture(of: accessory)
                case .dropSecret(let accessory): try dropSecret(of: accessory)
                case .remove(let key): try remove(key)
                case .apply(let hotspot, let passphrase): try apply(hotspot, passphrase)
                case .withdraw(let hotspot): try withdraw(hotspot)
                case .owe(let bond):
                    try database.run("INSERT OR IGNORE INTO bonds (address) VALUES (?)", .text(bond.description))
                case .settle(let bond):
                    try database.run("DELETE FROM bonds WHERE address = ?", .text(bond.description))
                case .mark(let bond, let isPlain):
                    let statement =
                        isPlain
                        ? "INSERT OR IGNORE INTO plain_bonds (address) VALUES (?)"
                        : "DELETE FROM plain_bonds WHERE address = ?"
                    try database.run(statement, .text(bond.description))
                case .note(let entry): try note(entry)
                case .locate(let accessory, let location): try locate(accessory, location)
                case .identify(let accessory, let identity): try identify(accessory, identity)
                case .reside(let accessory, let residence): try reside(accessory, residence)
                case .remember(let memory): try remember(memory)
                case .miss(let absence): try miss(absence)
                case .findAgain(let app): try database.run("DELETE FROM absences WHERE app = ?", .text(app))
                }
            }
        }
    }

    /// Journals the uplink before a join cuts it.
    func journal(_ protection: Protection, ssid: SSID) throws {
        let json = String(decoding: try JSONEncoder().encode(protection), as: UTF8.self)
        try database.run(
            "INSERT OR REPLACE INTO journal (interface, ssid, protection) VALUES (?, ?, ?)",
            .text(protection.uplink.interface), .blob(ssid.bytes), .text(json))
    }

    func forget(_ protection: Protection) throws {
        try database.run("DELETE FROM journal WHERE interface = ?", .text(protection.uplink.interface))
    }

    /// The bonds that the agent still has to remove.
    ///
    /// What the disk did not take is owed all the same: the bond goes with the access that was taken away.
    func owedBonds() throws -> [MACAddress] {
        let unsaved = unsaved.compactMap { change -> MACAddress? in
            if case .owe(let bond) = change { bond } else { nil }
        }
        let saved = try addresses("SELECT address FROM bonds")
        return saved + unsaved.filter { !saved.contains($0) }
    }

    /// Those with devices that are to become no input devices.
    func plainBonds() throws -> [MACAddress] { try addresses("SELECT address FROM plain_bonds") }

    private func addresses(_ statement: String) throws -> [MACAddress] {
        try database.run(statement).compactMap { row in
            guard case .text(let text) = row[0] else { return nil }
            return MACAddress(text)
        }
    }

    /// The uplink that the agent still owes on this interface.
    func owedUplink(on interface: String) throws -> Uplink? {
        try unfinished().first { $0.protection.uplink.interface == interface }?.protection.uplink
    }

    /// The uplinks that the agent still owes, each with the accessory's SSID.
    func unfinished() throws -> [(protection: Protection, ssid: SSID)] {
        try database.run("SELECT ssid, protection FROM journal").compactMap { row in
            guard case .blob(let bytes) = row[0], case .text(let json) = row[1] else { return nil }
            return (try JSONDecoder().decode(Protection.self, from: Data(json.utf8)), try SSID(bytes))
        }
    }
}

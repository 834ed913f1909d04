// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules

/// Hotspot configurations, with their secrets in a table of their own.
extension Store {
    func hotspots() throws -> [HotspotConfiguration] {
        try database.run(
            """
            SELECT app, uid, ssid, is_prefix, hidden, join_once, applied, expires, EXISTS (SELECT 1 FROM hotspot_secrets
            AS s WHERE s.app = h.app AND s.uid = h.uid AND s.is_prefix = h.is_prefix AND s.ssid = h.ssid)
            FROM hotspots AS h
            """
        ).map { row in
            guard let hotspot = HotspotConfiguration(row) else {
                throw unreadable("a hotspot configuration", row.prefix(3))
            }
            return hotspot
        }
    }

    func apply(_ hotspot: HotspotConfiguration, _ passphrase: Passphrase?) throws(Database.Failure) {
        try withdraw(hotspot)
        let (app, uid, isPrefix, ssid) = hotspot.columns
        try database.run(
            """
            INSERT INTO hotspots (app, uid, ssid, is_prefix, hidden, join_once, applied, expires)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            app, uid, ssid, isPrefix, .flag(hotspot.isHidden), .flag(hotspot.joinOnce),
            .integer(hotspot.applied.seconds), .init(hotspot.expires?.seconds))
        guard let passphrase else { return }
        try database.run(
            "INSERT INTO hotspot_secrets (app, uid, ssid, is_prefix, passphrase) VALUES (?, ?, ?, ?, ?)", app, uid,
            ssid, isPrefix, .text(passphrase.secret))
    }

    func withdraw(_ hotspot: HotspotConfiguration) throws(Database.Failure) {
        let (app, uid, isPrefix, ssid) = hotspot.columns
        for table in ["hotspots", "hotspot_secrets"] {
            try database.run(
                "DELETE FROM \(table) WHERE app = ? AND uid = ? AND is_prefix = ? AND ssid = ?", app, uid, isPrefix,
                ssid)
        }
    }

    func passphrase(of hotspot: HotspotConfiguration) throws(AccessoryError) -> Passphrase? {
        let (app, uid, isPrefix, ssid) = hotspot.columns
        do {
            let rows = try database.run(
                "SELECT passphrase FROM hotspot_secrets WHERE app = ? AND uid = ? AND is_prefix = ? AND ssid = ?", app,
                uid, isPrefix, ssid)
            return try rows.first?.first?.string.map { try Passphrase($0) }
        } catch {
            throw AccessoryError(.connectionFailed, "the passphrase of '\(hotspot.title)' cannot be read: \(error)")
        }
    }
}

extension HotspotConfiguration {
    /// The key: app, uid, whether it is a prefix, and the bytes.
    fileprivate var columns: (Database.Value, Database.Value, Database.Value, Database.Value) {
        (.text(app), .integer(Int64(uid)), .flag(ssidPrefix != nil), .blob((ssid ?? ssidPrefix)?.bytes ?? []))
    }

    /// A row in the order of `Store.hotspots`.
    fileprivate init?(_ row: [Database.Value]) {
        guard row.count == 9, let app = row[0].string, let uid = row[1].number.flatMap({ UInt32(exactly: $0) }),
            let ssid = row[2].bytes.flatMap({ try? SSID($0) }), let applied = row[6].number
        else { return nil }
        let isPrefix = row[3].number == 1
        self.init(
            app: app, uid: uid, ssid: isPrefix ? nil : ssid, ssidPrefix: isPrefix ? ssid : nil,
            isProtected: row[8].number == 1, isHidden: row[4].number == 1, joinOnce: row[5].number == 1,
            applied: Timestamp(seconds: applied), expires: row[7].number.map(Timestamp.init(seconds:)))
    }
}

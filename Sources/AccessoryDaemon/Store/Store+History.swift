// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules

/// The history of changes, with author and reason. An entry outlives the record that it is about.
extension Store {
    func note(_ entry: HistoryEntry) throws(Database.Failure) {
        try database.run(
            """
            INSERT INTO history (time, action, app, uid, accessory, name, who, proof_kind, proof_id, why)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            .integer(entry.time.seconds), .text(entry.action.rawValue), .text(entry.app),
            .init(entry.uid.map { Int64($0) }), .init(entry.accessory), .text(entry.name), .text(entry.who),
            .init(entry.proof?.kind.rawValue), .init(entry.proof?.id), .text(entry.why))
        try forgetOldest(entry)
    }

    /// An app's changes of one kind push out each other, the oldest first, and nothing else. If all apps together have
    /// too many, the entries go first that an app can make as often as it likes, and then the oldest.
    private func forgetOldest(_ entry: HistoryEntry) throws(Database.Failure) {
        try database.run(
            """
            DELETE FROM history WHERE app = ?1 AND action = ?2 AND id <= (SELECT id FROM history
            WHERE app = ?1 AND action = ?2 ORDER BY id DESC LIMIT 1 OFFSET ?3)
            """, .text(entry.app), .text(entry.action.rawValue), .integer(Int64(Limits.historyEntriesPerAction)))
        let chatter = HistoryEntry.Action.allCases.filter(\.isChatter).map { "'\($0.rawValue)'" }
        try database.run(
            """
            DELETE FROM history WHERE id IN (SELECT id FROM history
            ORDER BY action IN (\(chatter.joined(separator: ", "))) DESC, id
            LIMIT max(0, (SELECT count(*) FROM history) - ?))
            """, .integer(Int64(Limits.historyEntries)))
    }

    /// The latest entries, the oldest of them first.
    ///
    /// - Parameter before: only entries with a smaller identifier, to read further back.
    func history(app: String?, accessory: Accessory.ID?, before: Int64?, limit: Int) throws -> [HistoryEntry] {
        try database.run(
            """
            SELECT id, time, action, app, uid, accessory, substr(name, 1, \(DisplayName.longest + 1)), who, proof_kind,
            proof_id, substr(why, 1, \(Limits.historyWhy + 1)) FROM history
            WHERE (?1 IS NULL OR app = ?1) AND (?2 IS NULL OR accessory = ?2) AND (?3 IS NULL OR id < ?3)
            ORDER BY id DESC LIMIT ?4
            """,
            .init(app), .init(accessory), .init(before), .integer(Int64(limit))
        ).reversed().map { row in
            guard let entry = HistoryEntry(row) else {
                throw unreadable("an entry of the history", row.prefix(3))
            }
            return entry
        }
    }
}

extension HistoryEntry {
    /// A row in the order of `Store.history`.
    fileprivate init?(_ row: [Database.Value]) {
        guard row.count == 11, let id = row[0].number, let time = row[1].number,
            let action = row[2].string.flatMap(Action.init), let app = row[3].string, let name = row[6].string,
            let who = row[7].string, let why = row[10].string
        else { return nil }
        self.init(
            id: id, time: Timestamp(seconds: time), action: action, app: app,
            uid: row[4].number.flatMap { UInt32(exactly: $0) }, accessory: row[5].string,
            name: DisplayName.harmless(name),
            who: DisplayName.harmless(who, longest: Limits.historyWhy),
            proof: Proof(kind: row[8], id: row[9]), why: DisplayName.harmless(why, longest: Limits.historyWhy))
    }
}

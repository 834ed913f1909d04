// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules

/// What was changed, by whom and why. It outlives what it tells of.
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
        try database.run(
            "DELETE FROM history WHERE id <= (SELECT max(id) FROM history) - ?",
            .integer(Int64(Limits.historyEntries)))
    }

    /// The latest entries, the oldest of them first.
    ///
    /// - Parameter before: only entries with a smaller identifier, to read further back.
    func history(
        app: String?, accessory: Accessory.ID?, before: Int64?, limit: Int
    ) throws -> [HistoryEntry] {
        try database.run(
            """
            SELECT id, time, action, app, uid, accessory, name, who, proof_kind, proof_id, why FROM history
            WHERE (?1 IS NULL OR app = ?1) AND (?2 IS NULL OR accessory = ?2) AND (?3 IS NULL OR id < ?3)
            ORDER BY id DESC LIMIT ?4
            """,
            .init(app), .init(accessory), .init(before), .integer(Int64(limit))
        ).reversed().map { row in
            guard let entry = HistoryEntry(row) else {
                throw Failure(description: "\(path): an entry of the history cannot be read: \(row.prefix(3))")
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
            uid: row[4].number.flatMap { UInt32(exactly: $0) }, accessory: row[5].string, name: name, who: who,
            proof: Proof(kind: row[8], id: row[9]), why: why)
    }
}

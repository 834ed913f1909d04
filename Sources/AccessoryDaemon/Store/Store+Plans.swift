// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules

/// The results of plans.
extension Store {
    func plans() throws -> [Plan.ID: PlanMemory] {
        var memories: [Plan.ID: PlanMemory] = [:]
        for row in try database.run("SELECT id, digest, state, accessories, attempts, error, boot, changed FROM plans")
        {
            guard let memory = PlanMemory(row) else {
                throw unreadable("the result of a plan", row.prefix(3))
            }
            memories[memory.id] = memory
        }
        return memories
    }

    func remember(_ memory: PlanMemory) throws(Database.Failure) {
        try database.run(
            """
            INSERT OR REPLACE INTO plans (id, digest, state, accessories, attempts, error, boot, changed)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            .text(memory.id), .text(memory.digest), .text(memory.state.rawValue),
            .text(memory.accessories.joined(separator: " ")), .integer(Int64(memory.attempts)),
            .json(memory.error), .text(memory.boot), .integer(memory.changed.seconds))
    }
}

extension PlanMemory {
    /// A row in the order of `Store.plans`.
    fileprivate init?(_ row: [Database.Value]) {
        guard row.count == 8, let id = row[0].string, let digest = row[1].string,
            let state = row[2].string.flatMap(State.init), let accessories = row[3].string,
            let attempts = row[4].number, let boot = row[6].string, let changed = row[7].number
        else { return nil }
        self.init(
            id: id, digest: digest, state: state, accessories: accessories.split(separator: " ").map { String($0) },
            attempts: Int(attempts), error: row[5].json(), boot: boot, changed: Timestamp(seconds: changed))
    }
}

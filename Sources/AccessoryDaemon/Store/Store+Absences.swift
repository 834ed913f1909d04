// SPDX-License-Identifier: Apache-2.0

import AccessoryRules

/// The apps whose manifests are missing: a grace continues after a restart of the agent.
extension Store {
    func absences() throws -> [Absences.Absence] {
        try database.run("SELECT app, boot, since FROM absences").compactMap { row in
            guard case .text(let app) = row[0], case .text(let boot) = row[1], case .integer(let since) = row[2] else {
                return nil
            }
            return Absences.Absence(app: app, boot: boot, since: .seconds(since))
        }
    }

    func miss(_ absence: Absences.Absence) throws(Database.Failure) {
        try database.run(
            "INSERT OR REPLACE INTO absences (app, boot, since) VALUES (?, ?, ?)", .text(absence.app),
            .text(absence.boot), .integer(absence.since.components.seconds))
    }
}

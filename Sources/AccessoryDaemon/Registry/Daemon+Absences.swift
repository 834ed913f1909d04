// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import Logging

/// Apps without a manifest: their access is suspended at once, and removed when the grace is over.
extension Daemon {
    /// Compares the apps that have access with the manifests that exist.
    func judgeAbsences() {
        let apps = Set(records.all().map(\.app) + hotspots.all().map(\.app))
        let gone = apps.filter { configuration.isGone($0) }
        let before = absences
        let verdict = absences.judge(
            gone: gone, masked: gone.filter { configuration.isMasked($0) }, boot: settings.bootID,
            uptime: settings.uptime())
        commit(
            verdict.missed.map { .miss($0) } + verdict.returned.map { .findAgain(app: $0) },
            orLog: "cannot store which manifests are missing, so a restart forgets it")
        for app in verdict.missed.map(\.app) where !before.isMissing(app) {
            publish(
                .configuration, app: app,
                "its manifest is missing; its access is suspended, and ends in \(Absences.grace) unless it returns")
            for (lease, entry) in leases.inOrder where entry.app == app {
                leases[lease]?.verdict = AccessoryError(.notAuthorized, "the manifest of \(app) is missing")
                leave(lease)
            }
        }
        for app in verdict.returned where apps.contains(app) {
            publish(.configuration, app: app, "its manifest has returned, and its access is no longer suspended")
        }
        for app in verdict.removed { uninstall(app) }
        absencesChanged.yield()
    }

    /// Removes all access of an app without a manifest. To uninstall an app is to remove its manifest.
    private func uninstall(_ app: String) {
        let cause = Cause(who: "accessoryd", why: "its manifest is gone")
        do {
            try commit(book.uninstalling(app, cause, at: now()))
            try carryOut(AccessChange(records: records.all(of: app), action: .uninstalled, cause: cause))
        } catch {
            log.error(
                "cannot remove the access of \(app), whose manifest is gone: \(error)",
                metadata: ["app": .string(app)])
        }
    }
}

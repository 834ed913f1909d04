// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import Logging

/// The consequences of the files that administrators and packages write.
extension Daemon {
    /// Reads the configuration again. Changes apply at once, to open connections as well.
    @discardableResult
    func reloadConfiguration() -> Configuration {
        configuration = Configuration(directories: settings.configurationDirectories)
        for fault in configuration.faults + configuration.doubts { log.warning("\(fault)") }
        publish(.configuration, app: nil, "configuration reloaded: \(configuration.manifests.byID.count) apps")
        judgeAbsences()
        leaveWhatNoPlanKeeps()
        situationChanged()
        sessions.judgeAnew {
            Caller($0.identity, pid: $0.pid, at: $0.entrance, by: configuration, seat: settings.seat)
        }
        return configuration
    }

    // MARK: Apps without a manifest

    /// Compares the apps that have access with the manifests that exist. Without one, access is suspended at once, and
    /// removed when the grace is over.
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

    /// The latest entries of the history.
    func history(_ query: HistoryQuery) throws(AccessoryError) -> [HistoryEntry] {
        do {
            return try store.history(
                app: query.app, accessory: query.accessory, before: query.before.map { Int64($0) },
                limit: query.limit ?? Limits.usualHistoryPage)
        } catch {
            throw AccessoryError(.connectionFailed, "the history cannot be read: \(error)")
        }
    }

    // MARK: For the service manager

    /// Sends every notice that follows from an event. No other function sends one.
    func notifySystemd(_ event: Bulletin.Event) { settings.supervisor.send(bulletin.receive(event)) }

    /// The status may have changed.
    func situationChanged() {
        guard settings.supervisor != .nobody else { return }
        notifySystemd(.stands(situation.text))
    }

    private var situation: Situation {
        let held = leases.inOrder.map(\.entry)
        return Situation(
            accessories: Set(records.all().map(\.accessory.id)).count,
            joined: held.count { $0.isJoined },
            restoring: held.compactMap { $0.stage == .held ? nil : $0.cuts }, radios: lastRadioState,
            bluetooth: lastBluetoothState,
            failedPlans: knownPlans.statuses.filter { $0.state == .failed }.map {
                Situation.FailedPlan(id: $0.id, why: $0.error?.message ?? "the reason is unknown")
            }, faults: configuration.faults.count, isStopping: isStopping)
    }
}

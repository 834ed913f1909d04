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
        for fault in configuration.faults.shortened + configuration.doubts { log.warning("\(fault)") }
        publish(.configuration, app: nil, "configuration reloaded: \(configuration.manifests.byID.count) apps")
        judgeAbsences()
        leaveWhatNoPlanKeeps()
        situationChanged()
        startsChanged.yield()
        sessions.judgeAnew {
            Caller($0.identity, pid: $0.pid, at: $0.entrance, by: configuration, seat: settings.seat)
        }
        return configuration
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
            restoring: held.compactMap { $0.stage == .held ? nil : $0.returning }, radios: lastRadioState,
            bluetooth: lastBluetoothState,
            failedPlans: knownPlans.statuses.filter { $0.state == .failed }.map {
                Situation.FailedPlan(id: $0.id, why: $0.error?.message ?? "the reason is unknown")
            }, faults: configuration.faults.count, isStopping: isStopping)
    }
}

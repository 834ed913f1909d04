// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface

/// Notices to the service manager.
extension Daemon {
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
            failedPlans: planStatuses().filter { $0.state == .failed }.map {
                Situation.FailedPlan(id: $0.id, why: $0.error?.message ?? "the reason is unknown")
            }, faults: configuration.faults.count, isStopping: isStopping)
    }
}

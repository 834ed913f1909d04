// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import Glibc

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

    /// Gives a sign of life as long as everything turns that must turn. Each sign takes a turn of the clock's event
    /// loop, of the radios' loop, and of the registry itself.
    nonisolated func beat() async {
        guard let pulse = settings.supervisor.pulse else { return }
        while (try? await clock.sleep(for: pulse)) != nil {
            await settings.turn()
            await notifySystemd(.turned)
        }
    }

    nonisolated func reloadOnSignal() async {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        await notifySystemd(.reload(UInt64(now.tv_sec) * 1_000_000 + UInt64(now.tv_nsec) / 1000))
        _ = await reloadConfiguration()
        await notifySystemd(.reloaded)
    }

    /// Asks for more time until it is cancelled.
    nonisolated func askForTime() async {
        guard settings.supervisor != .nobody else { return }
        while (try? await clock.sleep(for: Bulletin.extensionPause)) != nil { await notifySystemd(.stillStopping) }
    }
}

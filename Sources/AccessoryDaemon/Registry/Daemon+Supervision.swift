// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import Glibc

/// What whoever started the agent is told.
extension Daemon {
    /// Tells what follows from something that happened. All that is told is told here.
    func tell(_ event: Bulletin.Event) { settings.supervisor.tell(bulletin.receive(event)) }

    /// Something may stand otherwise than before.
    func situationChanged() {
        guard settings.supervisor != .nobody else { return }
        tell(.stands(situation.text))
    }

    private var situation: Situation {
        let held = leases.inOrder.map(\.entry)
        return Situation(
            accessories: Set(records.all().map(\.accessory.id)).count,
            joined: held.count { $0.isJoined },
            restoring: held.compactMap { $0.isLive && !$0.isLeaving ? nil : $0.cuts }, radios: lastRadioState,
            bluetooth: lastBluetoothState,
            failedPlans: planStatuses().filter { $0.state == .failed }.map {
                Situation.FailedPlan(id: $0.id, why: $0.error?.message ?? "the reason is unknown")
            }, faults: configuration.faults.count, isStopping: isStopping)
    }

    /// Gives a sign of life for as long as all that has to turn does, each time by a turn of it: the clock's event loop,
    /// what drives the radios, and the registry itself.
    nonisolated func beat() async {
        guard let pulse = settings.supervisor.pulse else { return }
        while (try? await clock.sleep(for: pulse)) != nil {
            await settings.turn()
            await tell(.turned)
        }
    }

    nonisolated func reloadAsTold() async {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        await tell(.reload(UInt64(now.tv_sec) * 1_000_000 + UInt64(now.tv_nsec) / 1000))
        _ = await reloadConfiguration()
        await tell(.reloaded)
    }

    /// Asks for time until it is cancelled.
    nonisolated func askForTime() async {
        guard settings.supervisor != .nobody else { return }
        while (try? await clock.sleep(for: Bulletin.extensionPause)) != nil { await tell(.stillStopping) }
    }
}

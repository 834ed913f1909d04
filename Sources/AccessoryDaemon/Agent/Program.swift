// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import Glibc
import Logging
import Varlink

/// The agent as a program: the doors through which calls come, and all that it does without a call.
package struct Program: Sendable {
    private let daemon: Daemon
    private let doors: [Door]

    package init(_ daemon: Daemon, _ doors: [Door]) { (self.daemon, self.doors) = (daemon, doors) }

    private var settings: Daemon.Settings { daemon.settings }

    /// Runs all of it on the daemon's event loop, so that nothing wakes it while nothing happens.
    package static func main(_ body: @escaping @Sendable () async -> Never) -> Never { EventLoop.shared.main(body) }

    /// Serves until a signal asks for the end and every lease has restored its uplink.
    package func run(obeying signals: AsyncStream<Int32>) async {
        await daemon.recover(because: JoinFailure(.linkLost, detail: "accessoryd was stopped while it held the lease"))
        await daemon.bluetooth.keep(daemon)
        for accessory in await daemon.book.unfinished {
            await daemon.takeBack(accessory, "accessoryd ended before the hand-over")
        }
        await daemon.judgeAbsences()
        for plan in await daemon.knownPlans.interrupted { daemon.keepOrders.yield((plan, nil)) }
        await daemon.situationChanged()
        await daemon.notifySystemd(.started)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await obey(signals) }
            group.addTask { await watchConfiguration() }
            group.addTask {
                for await state in await daemon.radio.states() { await daemon.radiosChanged(state) }
            }
            group.addTask {
                for await state in await daemon.bluetooth.bluetoothStates() { await daemon.bluetoothChanged(state) }
            }
            group.addTask { for await _ in daemon.bondsAreOwed.stream { await daemon.settleBonds() } }
            group.addTask { for await _ in daemon.easyConnectsAreOwed.stream { await daemon.settleEasyConnects() } }
            group.addTask { await goOnWithMoves() }
            group.addTask { await StartRun(daemon: daemon).run() }
            group.addTask { await endExpired() }
            group.addTask { await uninstallTheGone() }
            group.addTask { await PlanRounds(daemon: daemon).hold(daemon.orders) }
            group.addTask { await beat() }
            await withDiscardingTaskGroup { work in
                for door in doors { work.addTask { await door.serve(daemon) } }
                for await lease in daemon.begun {
                    work.addTask { await lease.lease.run(lease.machine, effects: lease.effects) }
                }
            }
            group.cancelAll()
        }
        await daemon.foldStore()
    }

    private func obey(_ signals: AsyncStream<Int32>) async {
        for await signal in signals {
            guard signal == SIGHUP else {
                for door in doors { door.close() }
                await daemon.shutDown()
                return await askForTime()
            }
            await reload()
        }
    }

    private func reload() async {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        await daemon.notifySystemd(.reload(UInt64(now.tv_sec) * 1_000_000 + UInt64(now.tv_nsec) / 1000))
        await daemon.reloadConfiguration()
        await daemon.notifySystemd(.reloaded)
    }

    private func watchConfiguration() async {
        guard let watch = daemon.watch else { return }
        if let failure = watch.failure { daemon.log.warning("manifests are reread only on a reload: \(failure)") }
        await watch.run(clock: daemon.clock) { await daemon.reloadConfiguration() }
    }

    // MARK: In time

    /// Records and configurations end when their time is over.
    private func endExpired() async {
        await daemon.expiries.attend {
            guard let next = await daemon.endExpired() else { return nil }
            return {
                try await settings.waitUntil(next)
                daemon.expiries.yield()
            }
        }
    }

    /// Accessories that are on their way to another home network get another try when this machine's networks change, and
    /// after a pause: one may have slept. Nothing wakes the agent while no move was ordered.
    private func goOnWithMoves() async {
        await daemon.movesGoOn.attend {
            guard await !daemon.movesToGoOn.isEmpty else { return nil }
            // A radio that goes from one network to another is on none for a moment.
            try? await daemon.clock.sleep(for: Self.networksSettle)
            let records = await daemon.records
            let accessories = await daemon.movesToGoOn.compactMap { records.records(of: $0).first?.accessory }
            _ = await MoveRound(daemon: daemon, accessories: accessories).run()
            guard await !daemon.movesToGoOn.isEmpty else { return nil }
            return {
                try await daemon.clock.sleep(for: Self.movePause)
                daemon.movesGoOn.yield()
            }
        }
    }

    private static let networksSettle = Duration.seconds(5)
    private static let movePause = Duration.seconds(600)

    /// Removes the access of apps whose grace is over.
    private func uninstallTheGone() async {
        await daemon.absencesChanged.attend {
            guard let pause = await daemon.absences.next(at: settings.uptime()) else { return nil }
            return {
                try await daemon.clock.sleep(for: pause)
                await daemon.judgeAbsences()
            }
        }
    }

    // MARK: For the service manager

    /// Gives a sign of life as long as everything turns that must turn. Each sign takes a turn of the clock's event
    /// loop, of the radios' loop, and of the registry itself.
    private func beat() async {
        guard let pulse = settings.supervisor.pulse else { return }
        while (try? await daemon.clock.sleep(for: pulse)) != nil {
            await settings.turn()
            await daemon.notifySystemd(.turned)
        }
    }

    /// Asks for more time until it is cancelled.
    private func askForTime() async {
        guard settings.supervisor != .nobody else { return }
        while (try? await daemon.clock.sleep(for: Bulletin.extensionPause)) != nil {
            await daemon.notifySystemd(.stillStopping)
        }
    }
}

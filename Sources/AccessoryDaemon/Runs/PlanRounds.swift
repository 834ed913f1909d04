// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import Glibc

/// The rounds of plans, one after the other: a caller's, and the agent's own that take up a lost network again.
struct PlanRounds: Sendable {
    let daemon: Daemon

    /// Runs one plan, or all that are due, after the runs that have begun before.
    ///
    /// - Parameter obstacles: why the caller cannot run plans' programs. Those with a program fail at once.
    func run(
        _ id: Plan.ID?, except obstacles: [PlanObstacle] = [], by caller: Caller, owner: Sessions.ID?,
        notify: @escaping PlanRoundRun.Notify
    ) async {
        let turn = await daemon.withPlans { $0.takeTurn() }
        for await _ in turn.begins { break }
        if !Task.isCancelled {
            // What an earlier run of the agent owes holds the radio until it is restored.
            await daemon.untilUplinksAreBack(of: Claimant(app: Leases.agent))
            if let id { await daemon.letGo(id) }
            let (round, means) = await daemon.knownPlans.round(of: id, except: obstacles)
            let run = PlanRoundRun(
                daemon: daemon, caller: caller, owner: owner, means: means, radioChanges: turn.radioChanges,
                notify: notify)
            await run.run(round)
        }
        await daemon.withPlans { $0.endTurn(turn.id) }
    }

    /// Holds networks, without any connection.
    func hold(_ orders: AsyncStream<(plan: Plan.ID, lease: Lease.ID?)>) async {
        await withDiscardingTaskGroup { work in
            for await (plan, lease) in orders { work.addTask { await hold(plan, lease) } }
        }
    }

    private func hold(_ plan: Plan.ID, _ lease: Lease.ID?) async {
        if let lease {
            let error = await daemon.follow(lease).end()?.error
            guard await daemon.keptEnded(lease, of: plan, error) else { return }
        }
        let itself = Caller(identity: Identity(uid: geteuid(), user: Leases.agent), entrance: .control, app: nil)
        await run(plan, by: itself, owner: nil) { _, _ in }
    }
}

// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import Glibc

/// A network for the agent itself to hold: the lease of a plan, or the network of a plan that was kept before.
struct KeepOrder: Sendable {
    let plan: Plan.ID
    var lease: Lease.ID?
}

/// Networks that the agent holds for plans, without any connection.
extension Daemon {
    /// Makes the agent the holder of the lease from now on.
    func keep(_ lease: Lease.ID, for plan: Plan.ID) {
        leases[lease]?.keep()
        plans.kept[plan] = lease
        keepOrders.yield(KeepOrder(plan: plan, lease: lease))
    }

    /// Takes up the networks again that the agent held, or was about to hold, in this boot.
    func resumeKeptPlans() {
        for memory in plans.memories.values.sorted(by: { $0.id < $1.id }) where memory.boot == settings.bootID {
            guard let plan = configuration.plans[memory.id], plan.afterwards == .keep, memory.digest == plan.digest
            else { continue }
            switch memory.state {
            case .kept, .running: keepOrders.yield(KeepOrder(plan: plan.id))
            case .pending, .done, .failed: break
            }
        }
    }

    nonisolated func keepPlans(_ orders: AsyncStream<KeepOrder>) async {
        await withDiscardingTaskGroup { work in
            for await order in orders { work.addTask { await self.keep(order) } }
        }
    }

    private nonisolated func keep(_ order: KeepOrder) async {
        if let lease = order.lease {
            guard await isToBeHeldAgain(order.plan, after: await follow(lease).end()?.error, lease) else { return }
        }
        let itself = Caller(identity: Identity(uid: geteuid(), user: Leases.agent), entrance: .control, app: nil)
        await runPlans(order.plan, by: itself, owner: nil) { _, _ in }
    }

    /// True if the link was lost; false if somebody left it, or the access ended.
    private func isToBeHeldAgain(_ id: Plan.ID, after error: AccessoryError?, _ lease: Lease.ID) -> Bool {
        guard plans.kept[id] == lease else { return false }
        plans.kept[id] = nil
        guard var memory = plans.memories[id], configuration.plans[id] != nil else { return false }
        if let error, error.isWorthAnotherAttempt {
            publish(.plan, app: nil, plan: id, "plan \(id): its network was lost, \(error)")
            return true
        }
        memory.state = error == nil ? .done : .failed
        memory.error = error
        remember(memory)
        publish(.plan, app: nil, plan: id, "plan \(id): the agent no longer holds its network")
        return false
    }

    /// Leaves the networks of plans whose file was removed; their apps keep their access.
    func leaveWhatNoPlanKeeps() {
        for (id, lease) in plans.kept where configuration.isGone(plan: id) {
            publish(.plan, app: nil, plan: id, "plan \(id): its file is gone; leaving its network")
            leave(lease)
        }
    }

    /// Leaves the network that the agent holds for a plan, and waits until the uplink is restored.
    func letGo(_ id: Plan.ID) async {
        guard let lease = plans.kept.removeValue(forKey: id) else { return }
        let handle = leases.follow(lease)
        leave(lease)
        await handle.end()
    }
}

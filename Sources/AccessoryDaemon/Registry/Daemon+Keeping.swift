// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import Glibc

/// What the agent itself is to hold: a lease that a plan began, or the network of a plan that was kept before.
struct KeepOrder: Sendable {
    let plan: Plan.ID
    var lease: Lease.ID?
}

/// Networks that the agent holds for plans, without any connection.
extension Daemon {
    /// As whom the agent acts, where nobody asked.
    static let ownName = "accessoryd"

    /// From now on the lease is the agent's.
    func keep(_ lease: Lease.ID, for plan: Plan.ID) {
        leases[lease]?.keep()
        plans.kept[plan] = lease
        keepOrders.yield(KeepOrder(plan: plan, lease: lease))
    }

    /// What was kept in this boot, or was about to be, is taken up again.
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
            guard await isToBeHeldAgain(order.plan, after: await end(of: lease), lease) else { return }
        }
        let itself = Caller(identity: Identity(uid: geteuid(), user: Self.ownName), entrance: .control, app: nil)
        await runPlans(order.plan, by: itself, owner: nil) { _, _ in }
    }

    private func end(of lease: Lease.ID) async -> AccessoryError? {
        for await case .ended(let error) in leases.listen(to: lease) { return error }
        return nil
    }

    /// A link that was lost is; what somebody left, or may not be had any more, is not.
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

    /// A plan whose file was removed keeps nothing any more; its app still has its access.
    func leaveWhatNoPlanKeeps() {
        for (id, lease) in plans.kept where configuration.isGone(plan: id) {
            publish(.plan, app: nil, plan: id, "plan \(id): its file is gone; leaving its network")
            leave(lease)
        }
    }

    /// Leaves what is kept for a plan, and waits until the earlier network is back.
    func letGo(_ id: Plan.ID) async {
        guard let lease = plans.kept.removeValue(forKey: id) else { return }
        let news = leases.listen(to: lease)
        leave(lease)
        for await case .ended in news { break }
    }
}

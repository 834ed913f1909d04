// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface

/// Plans: what comes of them, and the networks that the agent holds for them without any connection.
extension Daemon {
    var knownPlans: KnownPlans {
        KnownPlans(book: plans.book, access: access, leases: leases, credentials: settings.credentialsDirectory)
    }

    /// Stores the result before anything else happens.
    func remember(_ memory: PlanMemory) {
        commit(
            [plans.book.remembering(memory, at: now())],
            orLog: "cannot store the result of plan \(memory.id), so the next start forgets it", plan: memory.id)
        situationChanged()
    }

    /// Makes the agent the holder of the lease from now on.
    func keep(_ lease: Lease.ID, for plan: Plan.ID) {
        leases[lease]?.keep()
        plans.book.keep(lease, for: plan)
        keepOrders.yield((plan, lease))
    }

    /// Leaves the network that the agent holds for a plan, and waits until the uplink is restored.
    func letGo(_ id: Plan.ID) async {
        guard let lease = plans.book.letGo(id) else { return }
        let handle = leases.follow(lease)
        leave(lease)
        await handle.end()
    }

    /// Takes the end of a lease that the agent held. Returns whether its plan must run again.
    func keptEnded(_ lease: Lease.ID, of id: Plan.ID, _ error: AccessoryError?) -> Bool {
        let isInstalled = configuration.plans[id] != nil
        switch plans.book.ended(lease, of: id, error, isInstalled: isInstalled) {
        case nil: return false
        case .lost(let error)?:
            publish(.plan, app: nil, plan: id, "plan \(id): its network was lost, \(error)")
            return true
        case .over(let memory)?:
            remember(memory)
            publish(.plan, app: nil, plan: id, "plan \(id): the agent no longer holds its network")
            return false
        }
    }

    /// Leaves the networks of plans whose file was removed; their apps keep their access.
    func leaveWhatNoPlanKeeps() {
        for (id, lease) in plans.book.kept where configuration.isGone(plan: id) {
            publish(.plan, app: nil, plan: id, "plan \(id): its file is gone; leaving its network")
            leave(lease)
        }
    }
}

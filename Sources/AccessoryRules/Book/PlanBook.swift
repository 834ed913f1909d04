// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// What came of the administrator's plans, and the networks that the agent holds for them. A result is remembered once it
/// is on the disk, by `apply`.
package struct PlanBook: Sendable, Equatable {
    /// Why the agent no longer holds a network for a plan.
    package enum End: Sendable, Equatable {
        /// The link was lost, so the plan runs again.
        case lost(AccessoryError)
        /// Somebody left it, or the access ended.
        case over(PlanMemory)
    }

    /// Of every plan that has run, whatever its file says now.
    private var memories: [Plan.ID: PlanMemory]
    /// The agent's own leases.
    package private(set) var kept: [Plan.ID: Lease.ID] = [:]
    /// The plans that an earlier agent carried out when it ended.
    private var cutShort: Set<Plan.ID>
    /// This start of the machine.
    private let boot: String

    package init(_ memories: [Plan.ID: PlanMemory] = [:], boot: String) {
        self.memories = memories
        cutShort = Set(memories.values.filter { $0.state == .running }.map(\.id))
        self.boot = boot
    }

    // MARK: Results

    /// A result counts for as long as the plan's text is the same. A plan is pending that was done and is due again, and one that
    /// nobody carries out any more.
    package func result(of plan: Plan, in records: Records) -> PlanMemory? {
        guard var memory = memories[plan.id], memory.digest == plan.digest else { return nil }
        if memory.wasDone && isDue(plan, in: records) || cutShort.contains(plan.id) { memory.state = .pending }
        return memory
    }

    package func remembering(_ memory: PlanMemory, at now: Timestamp) -> Change {
        var memory = memory
        memory.boot = boot
        memory.changed = now
        return .remember(memory)
    }

    /// Makes changes that are on the disk.
    package mutating func apply(_ changes: [Change]) {
        for case .remember(let memory) in changes {
            memories[memory.id] = memory
            cutShort.remove(memory.id)
        }
    }

    /// Whether a round must carry out the plan.
    private func isDue(_ plan: Plan, in records: Records) -> Bool {
        guard let memory = memories[plan.id], memory.wasDone else { return true }
        if memory.digest != plan.digest || plan.isForEveryBoot && memory.boot != boot { return true }
        let isLost = memory.state == .kept && kept[plan.id] == nil && memory.boot == boot
        return isLost || !memory.accessories.allSatisfy { records.has(plan, $0) }
    }

    /// The start of a new run: it does not repeat the set-ups of an interrupted one.
    private func begun(_ memory: PlanMemory, of plan: Plan, in records: Records) -> PlanMemory {
        var begun = PlanMemory(id: plan.id, digest: plan.digest, state: .running, boot: boot, changed: memory.changed)
        if !memory.wasDone, memory.digest == plan.digest, !plan.isForEveryBoot || memory.boot == boot {
            begun.accessories = memory.accessories.filter { records.has(plan, $0) }
        }
        return begun
    }

    /// A plan at the beginning of a round. One that is named runs, whether it is due or not.
    ///
    /// - Parameter complete: adds what its app's manifest says. Throws why the plan cannot run.
    package func entry(
        of plan: Plan, isNamed: Bool, in records: Records, at now: Timestamp,
        _ complete: (Plan) throws(AccessoryError) -> Plan
    ) -> PlanRound.Entry {
        let known =
            memories[plan.id]
            ?? PlanMemory(id: plan.id, digest: plan.digest, state: .pending, boot: boot, changed: now)
        guard isNamed || isDue(plan, in: records) else {
            return PlanRound.Entry(plan: plan, memory: known, standing: .done)
        }
        let begun = begun(known, of: plan, in: records)
        do throws(AccessoryError) {
            return PlanRound.Entry(plan: try complete(plan), memory: begun, standing: .due)
        } catch {
            return PlanRound.Entry(plan: plan, memory: begun, standing: .refused(error))
        }
    }

    // MARK: Networks that the agent holds

    /// The plans whose networks the agent held in this boot, or was about to hold, when it ended.
    package func interrupted(among plans: [Plan.ID: Plan]) -> [Plan.ID] {
        memories.values.filter { memory in
            guard memory.boot == boot, let plan = plans[memory.id], plan.afterwards == .keep else { return false }
            return memory.digest == plan.digest && [.kept, .running].contains(memory.state)
        }.map(\.id).sorted()
    }

    package mutating func keep(_ lease: Lease.ID, for plan: Plan.ID) { kept[plan] = lease }

    /// Returns the lease that the agent held for the plan. The plan has no part in its end any more.
    package mutating func letGo(_ plan: Plan.ID) -> Lease.ID? { kept.removeValue(forKey: plan) }

    package mutating func letAllGo() { kept = [:] }

    /// Nil if that changes nothing: the agent had let the lease go, or nobody wants the plan any more.
    ///
    /// - Parameter isInstalled: the plan's file is there and has no fault.
    package mutating func ended(
        _ lease: Lease.ID, of plan: Plan.ID, _ error: AccessoryError?, isInstalled: Bool
    ) -> End? {
        guard kept[plan] == lease else { return nil }
        kept[plan] = nil
        guard var memory = memories[plan], isInstalled else { return nil }
        if let error, error.isWorthAnotherAttempt { return .lost(error) }
        memory.state = error == nil ? .done : .failed
        memory.error = error
        return .over(memory)
    }
}

extension Records {
    fileprivate func has(_ plan: Plan, _ accessory: Accessory.ID) -> Bool {
        self[AccessRecord.Key(app: plan.app, uid: nil, accessory: accessory)] != nil
    }
}

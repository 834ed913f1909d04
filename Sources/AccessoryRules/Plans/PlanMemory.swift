// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// What became of a plan, as it survives a crash and a power cut.
package struct PlanMemory: Hashable, Sendable {
    package enum State: String, Hashable, Sendable, CaseIterable {
        /// It was begun and ended by who had asked for it.
        case pending
        /// It is being carried out; found at a start, it was interrupted.
        case running
        case done
        /// Done, and the agent holds its network.
        case kept
        case failed
    }

    package var id: String
    /// Of the plan as it was then.
    package var digest: String
    package var state: State
    /// What it has set up, by identifier.
    package var accessories: [Accessory.ID]
    /// Joins since it became due.
    package var attempts: Int
    package var error: AccessoryError?
    /// In which boot its state changed last.
    package var boot: String
    package var changed: Timestamp

    package init(
        id: String, digest: String, state: State, accessories: [Accessory.ID] = [], attempts: Int = 0,
        error: AccessoryError? = nil, boot: String, changed: Timestamp
    ) {
        self.id = id
        self.digest = digest
        self.state = state
        self.accessories = accessories
        self.attempts = attempts
        self.error = error
        self.boot = boot
        self.changed = changed
    }

    /// Whether the plan is to be carried out.
    ///
    /// - Parameters:
    ///   - isHeld: the agent holds its network at this moment.
    ///   - hasAccess: whether the plan's app still has an accessory.
    package func isDue(
        _ plan: Plan, boot: String, isHeld: Bool, hasAccess: (Accessory.ID) -> Bool
    ) -> Bool {
        switch state {
        case .pending, .running, .failed: return true
        case .done, .kept:
            if digest != plan.digest || plan.isForEveryBoot && self.boot != boot { return true }
            return state == .kept && !isHeld && self.boot == boot || !accessories.allSatisfy(hasAccess)
        }
    }

    /// What a new run of the plan begins with: what an interrupted one has set up need not be set up again.
    package func begun(_ plan: Plan, boot: String, hasAccess: (Accessory.ID) -> Bool) -> PlanMemory {
        var begun = PlanMemory(id: id, digest: plan.digest, state: .running, boot: boot, changed: changed)
        switch state {
        case .pending, .running, .failed:
            if digest == plan.digest, !plan.isForEveryBoot || self.boot == boot {
                begun.accessories = accessories.filter(hasAccess)
            }
        case .done, .kept: break
        }
        return begun
    }
}

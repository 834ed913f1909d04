// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// The result of a plan, as it survives a crash and a power cut.
package struct PlanMemory: Hashable, Sendable {
    package enum State: String, Hashable, Sendable, CaseIterable {
        /// No run has begun, or the caller ended the run.
        case pending
        /// A run is in progress; if a start of the agent finds this, the run was interrupted.
        case running
        case done
        /// Done, and the agent holds its network.
        case kept
        case failed
    }

    package var id: String
    /// The digest of the plan at that time.
    package var digest: String
    package var state: State
    /// The accessories that it has set up.
    package var accessories: [Accessory.ID]
    /// Joins since it became due.
    package var attempts: Int
    package var error: AccessoryError?
    /// The boot in which its state changed last.
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

    package var wasDone: Bool { state == .done || state == .kept }
}

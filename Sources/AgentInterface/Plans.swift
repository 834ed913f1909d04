// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// A plan of `provision.d`, as people see it, and what became of it.
package struct PlanStatus: Codable, Hashable, Sendable {
    package enum State: String, Codable, Hashable, Sendable, CaseIterable {
        /// Not run yet, or something changed since it was done: the plan, the access record, or for a plan that is for
        /// every boot the boot.
        case pending
        /// It is being carried out; after the agent's start: it was interrupted, and is due again.
        case running
        case done
        /// Done, and its accessory's network is held.
        case kept
        case failed
    }

    package var id: String
    package var app: String
    package var name: String?
    package var descriptor: DescriptorFields
    /// `only`, `strongest`, `all`, or the BSSID of the one access point that is meant.
    package var choose: String
    /// `restore`, `keep` or `run`.
    package var afterwards: String
    /// Whether its failure is the failure of all.
    package var isRequired: Bool
    /// The plan's path.
    package var file: String
    package var state: State
    /// What it has set up, by identifier.
    package var accessories: [String]
    /// How often it has tried to join since it became due.
    package var attempts: Int
    /// Why the last attempt failed.
    package var error: AccessoryError?
    /// When its state changed last; nil when it never ran.
    package var changed: Timestamp?

    package init(
        id: String, app: String, name: String?, descriptor: DescriptorFields, choose: String, afterwards: String,
        isRequired: Bool, file: String, state: State, accessories: [String] = [], attempts: Int = 0,
        error: AccessoryError? = nil, changed: Timestamp? = nil
    ) {
        self.id = id
        self.app = app
        self.name = name
        self.descriptor = descriptor
        self.choose = choose
        self.afterwards = afterwards
        self.isRequired = isRequired
        self.file = file
        self.state = state
        self.accessories = accessories
        self.attempts = attempts
        self.error = error
        self.changed = changed
    }
}

package struct PlanList: Codable, Hashable, Sendable {
    package var plans: [PlanStatus]

    package init(plans: [PlanStatus]) { self.plans = plans }
}

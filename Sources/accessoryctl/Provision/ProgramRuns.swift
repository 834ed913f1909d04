// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface

/// Counts the starts of each plan's program, and decides whether one more is allowed.
struct ProgramRuns {
    /// The most accessories of one plan with `Choose=all`.
    static let mostAccessories = Discovery.shownLimit

    private var counts: [Plan.ID: [Accessory.ID: Int]] = [:]

    /// Counts one more. False if the plan's attempts do not allow it.
    mutating func begin(_ plan: Plan, for accessory: Accessory.ID?) -> Bool {
        let accessory = accessory ?? ""
        guard accessory.utf8.count <= Plan.longestID else { return false }
        var counted = counts[plan.id] ?? [:]
        let attempts = plan.patience.attempts
        switch plan.choice {
        case .all:
            guard counted[accessory] ?? 0 < attempts, counted[accessory] != nil || counted.count < Self.mostAccessories
            else { return false }
        case .only, .strongest, .accessPoint:
            guard counted.values.reduce(0, +) < attempts else { return false }
        }
        counted[accessory, default: 0] += 1
        counts[plan.id] = counted
        return true
    }
}

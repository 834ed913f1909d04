// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface

/// One step of a plan: what its caller gets, and the line in the log.
struct PlanReport: Sendable {
    let report: PlanRound.Report
    let plan: Plan
    let attempts: Int
    let accessory: Accessory?

    var update: PlanUpdate {
        var update = PlanUpdate(
            plan: plan.id, state: .waiting, isRequired: plan.isRequired, attempt: attempts > 0 ? attempts : nil,
            label: plan.label?.title)
        switch report {
        case .waiting(let pause, let error):
            update.retryAfter = pause.map { Int($0.components.seconds) }
            update.error = error
        case .trying(let attempt): (update.state, update.attempt) = (.trying, attempt)
        case .done: (update.state, update.accessory) = (.done, accessory)
        case .kept: (update.state, update.accessory) = (.kept, accessory)
        case .failed(let error): (update.state, update.error) = (.failed, error)
        case .skipped: update.state = .skipped
        }
        return update
    }

    var line: String? {
        switch report {
        case .waiting(_, nil): plan.label == nil ? "looking for its accessory" : "waiting for its turn"
        case .waiting(let pause, let error?):
            "\(error.message)" + (pause.map { "; trying again in \($0.components.seconds) s" } ?? "")
        case .trying(let attempt): "\(plan.label == nil ? "found" : "calls") its accessory, attempt \(attempt)"
        case .done: "done"
        case .kept: "done, and the agent holds its network"
        case .failed(let error): "failed, \(error)"
        case .skipped: nil
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface

extension View<PlanStatus> {
    static let plans = View(
        title: "Plans",
        columns: [
            Column("PLAN", width: .name) { $0.id },
            Column("APP", width: .name) { $0.app },
            Column("ACCESSORY", width: .name) { $0.label.map { "label \($0)" } ?? $0.descriptor.text },
            Column("CHOOSE") { $0.choose },
            Column("AFTERWARDS") { $0.afterwards },
            Column("REQUIRED") { $0.isRequired ? "yes" : "no" },
            Column("STATE", colour: { $0.state.colour }) { $0.state.rawValue },
            Column("NAME", width: .name, isCommon: false) { $0.name },
            Column("FILE", width: .text, isCommon: false) { $0.file },
        ])
}

/// A plan's result, with its accessories by name.
struct PlanOutcome: Hashable, Sendable {
    var plan: PlanStatus
    var accessories: [String]

    init(_ plan: PlanStatus, _ known: [AccessoryStatus]) {
        self.plan = plan
        // An accessory that was removed since has no name.
        accessories = plan.accessories.map { id in
            known.first { $0.accessory.id == id }?.accessory.displayName ?? id
        }
    }
}

extension View<PlanOutcome> {
    static let planOutcomes = View(
        title: "Results of the plans",
        columns: [
            Column("PLAN", width: .name) { $0.plan.id },
            Column("STATE", colour: { $0.plan.state.colour }) { $0.plan.state.rawValue },
            Column("ACCESSORY", width: .name) { $0.accessories.joined(separator: ", ") },
            Column("ACCESSORY-ID", isCommon: false) { $0.plan.accessories.joined(separator: ", ") },
            Column("ATTEMPTS") { String($0.plan.attempts) },
            Column("CHANGED") { $0.plan.changed?.text },
            Column("REQUIRED", isCommon: false) { $0.plan.isRequired ? "yes" : "no" },
            Column("REASON", width: .text) { row in row.plan.error?.text(ofPlan: row.plan.id) },
        ])
}

extension View<PlanUpdate> {
    static let planUpdates = View(
        title: "Plans",
        columns: [
            Column("PLAN", width: .name) { $0.plan },
            Column("STATE", colour: { $0.state.colour }) { $0.state.rawValue },
            Column("ATTEMPT") { $0.attempt.map { String($0) } },
            Column("SSID", width: .name) { ($0.lease?.ssid ?? $0.program?.ssid ?? $0.accessory?.ssid)?.description },
            Column("LEASE") { $0.lease?.state.rawValue },
            Column("ACCESSORY", width: .name, isCommon: false) { $0.accessory?.displayName },
            Column("ACCESSORY-ID", isCommon: false) { $0.accessory?.id },
            Column("REQUIRED", isCommon: false) { $0.isRequired ? "yes" : "no" },
            Column("REASON", width: .text) { row in row.error?.text(ofPlan: row.plan) },
        ])

    /// Widths that fit most updates.
    static let planUpdateWidths = [14, 9, 7, 12, 14]
}

extension PlanStatus.State {
    var colour: Colour? {
        switch self {
        case .pending: nil
        case .running: .yellow
        case .done, .kept: .green
        case .failed: .red
        }
    }
}

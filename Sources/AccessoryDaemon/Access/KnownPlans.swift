// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface

/// The administrator's plans at one moment: their files, what came of them, and what a round of them needs.
struct KnownPlans: Sendable {
    let book: PlanBook
    let access: Access
    let leases: Leases
    /// Where systemd puts secrets.
    let credentials: String?

    private var configuration: Configuration { access.configuration }
    /// In the order of their runs.
    private var inOrder: [Plan] { configuration.plans.values.sorted { $0.fileName < $1.fileName } }

    func plan(_ id: String) throws(AccessoryError) -> Plan {
        if let plan = configuration.plans[id] { return plan }
        if let fault = configuration.fault(ofPlan: id) {
            throw AccessoryError(.unknownAccessory, "plan '\(id)' does not count: \(fault)")
        }
        let question = EditDistance.question(about: id, among: configuration.plans.keys)
        throw AccessoryError(
            .unknownAccessory,
            "no plan provision.d/\(id).conf is installed\(question); see 'accessoryctl provision list'")
    }

    var statuses: [PlanStatus] { inOrder.map(status) }

    func status(of plan: Plan) -> PlanStatus { PlanStatus(plan, book.result(of: plan, in: access.records)) }

    /// To take up again after a start.
    var interrupted: [Plan.ID] { book.interrupted(among: configuration.plans) }

    /// One plan, or all; with the means of those that are due and can run.
    ///
    /// - Parameter obstacles: why the caller cannot run plans' programs. Those with a program fail at once.
    func round(
        of id: Plan.ID?, except obstacles: [PlanObstacle]
    ) -> (round: PlanRound, means: [Plan.ID: PlanMeans]) {
        let reasons = Dictionary(obstacles.map { ($0.plan, $0.reason) }) { first, _ in first }
        var means: [Plan.ID: PlanMeans] = [:]
        let entries = inOrder.filter { id == nil || $0.id == id }.map { plan in
            book.entry(of: plan, isNamed: id != nil, in: access.records, at: access.now) {
                plan throws(AccessoryError) in
                if let reason = reasons[plan.id], let error = plan.failure(ofObstacle: reason) { throw error }
                let own = try PlanMeans(of: plan, access, credentials: credentials)
                means[plan.id] = own
                return plan.completed(by: own.app)
            }
        }
        return (PlanRound(entries), means)
    }

    /// Why no radio will be free: plans keep all of them. To wait for that would hold the boot up.
    ///
    /// - Parameter path: the file of the plan that wants one.
    func whyAllAreKept(_ wanted: String?, path: String?) -> AccessoryError? {
        let keeping = book.kept.sorted { $0.key < $1.key }.compactMap { id, lease in leases[lease].map { (id, $0) } }
            .filter { $0.1.stage < .owed && (wanted == nil || wanted == $0.1.interface) }
        let held = leases.heldInterfaces.filter { wanted == nil || wanted == $0 }
        guard !keeping.isEmpty, held.isSubset(of: keeping.map(\.1.interface)) else { return nil }
        let holders = keeping.map { "plan '\($0)' keeps \($1.interface) on '\($1.ssid)'" }.joined(separator: ", ")
        let reason = "\(holders), so it has no radio; without Afterwards=keep the radio is free again"
        guard let path else { return AccessoryError(.busy, reason) }
        return AccessoryError(.invalidRequest, "\(path): \(reason)", field: "plan")
    }
}

extension PlanStatus {
    init(_ plan: Plan, _ result: PlanMemory?) {
        self.init(
            id: plan.id, app: plan.app, name: plan.name,
            descriptor: plan.descriptor.map { DescriptorFields($0) } ?? DescriptorFields(), label: plan.label?.title,
            choose: "\(plan.choice)", afterwards: plan.afterwards.rawValue, isRequired: plan.isRequired,
            file: plan.path, state: result.flatMap { State(rawValue: $0.state.rawValue) } ?? .pending,
            accessories: result?.accessories ?? [], attempts: result?.attempts ?? 0, error: result?.error,
            changed: result?.changed)
    }
}

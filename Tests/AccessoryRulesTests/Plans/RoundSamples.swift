// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessoryRules

/// Plans for rounds, and what rounds do, as lines.
enum RoundSamples {
    static func entry(_ id: Plan.ID, _ changes: [String: [String: String]] = [:]) throws -> PlanRound.Entry {
        var groups = ["Plan": ["App": "org.example.camera"], "Accessory": ["SSIDPrefix": "MyCam-"]]
        let others: Set = ["SSID", "Label", "BluetoothService"]
        if !others.isDisjoint(with: changes["Accessory", default: [:]].keys) { groups["Accessory"] = [:] }
        for (group, keys) in changes { groups[group, default: [:]].merge(keys) { _, new in new } }
        let plan = try #require(
            Plan.read(
                KeyFile(
                    path: "/etc/accessoryd/provision.d/\(id).conf",
                    groups: groups.map { .init(name: $0.key, keys: $0.value) }
                )
            ).plan)
        let memory = PlanMemory(
            id: id, digest: plan.digest, state: .pending, boot: "b", changed: Timestamp(seconds: 0))
        return PlanRound.Entry(plan: plan, memory: memory, standing: .due)
    }

    /// The higher the number, the stronger.
    static func sighting(_ number: Int) -> PlanRound.Sighting {
        guard let address = MACAddress([2, 0, 0, 0, 0, UInt8(number)]) else { preconditionFailure("six bytes") }
        return PlanRound.Sighting(address: address, accessory: "accessory \(number)", signal: number)
    }
}

extension PlanRound.Event {
    static func granted(_ id: Plan.ID, _ accessory: Accessory.ID, isHeld: Bool) -> Self {
        .of(id, .granted(accessory, isHeld: isHeld))
    }
    static func failed(_ id: Plan.ID, _ error: AccessoryError) -> Self { .of(id, .failed(error)) }
    static func programEnded(_ id: Plan.ID, status: Int, failure: String?) -> Self {
        .of(id, .programEnded(status: status, failure: failure))
    }
    static func left(_ id: Plan.ID, _ error: AccessoryError?) -> Self { .of(id, .left(error)) }
    static func walked(_ id: Plan.ID, _ error: AccessoryError?) -> Self { .of(id, .walked(error)) }
}

extension PlanRound.Effect {
    var line: String {
        switch self {
        case .look(let plans): "look for \(plans.joined(separator: " "))"
        case .stopLooking: "stop looking"
        case .startTimer(let duration): "timer \(duration.components.seconds)"
        case .stopTimer: "stop timer"
        case .setUp(let plan, let target, let attempt):
            "set up \(plan)\(target.map { " at \($0)" } ?? ""), \(attempt)"
        case .walk(let plan, let attempt): "walk \(plan), \(attempt)"
        case .runProgram(let plan, let attempt): "run \(plan), \(attempt)"
        case .keep(let plan): "keep \(plan)"
        case .leave(let plan): "leave \(plan)"
        case .remember(let memory): "remember \(memory.id) \(memory.state.rawValue)"
        case .report(let plan, let report): "report \(plan) \(report.line)"
        case .finish: "finish"
        }
    }
}

extension PlanRound.Report {
    fileprivate var line: String {
        switch self {
        case .waiting(let pause, let error):
            (["waiting"] + [pause.map { "\($0.components.seconds)" }, error?.code.rawValue].compactMap { $0 })
                .joined(separator: " ")
        case .trying(let attempt): "trying \(attempt)"
        case .done: "done"
        case .kept: "kept"
        case .failed(let error): "failed \(error.code.rawValue)"
        case .skipped: "skipped"
        }
    }
}

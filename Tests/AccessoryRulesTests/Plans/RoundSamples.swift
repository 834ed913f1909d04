// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessoryRules

/// Plans for rounds, and what rounds do, as lines.
enum RoundSamples {
    static func entry(_ id: Plan.ID, _ changes: [String: [String: String]] = [:]) throws -> Provisioning.Entry {
        var groups = ["Plan": ["App": "org.example.camera"], "Accessory": ["SSIDPrefix": "MyCam-"]]
        if changes["Accessory"]?["SSID"] != nil || changes["Accessory"]?["Label"] != nil { groups["Accessory"] = [:] }
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
        return Provisioning.Entry(plan, memory, .due)
    }

    /// The higher the number, the stronger.
    static func sighting(_ number: Int) -> Provisioning.Sighting {
        guard let address = MACAddress([2, 0, 0, 0, 0, UInt8(number)]) else { preconditionFailure("six bytes") }
        return Provisioning.Sighting(address: address, accessory: "accessory \(number)", signal: number)
    }
}

extension Provisioning.Effect {
    var line: String {
        switch self {
        case .look(let plans): "look for \(plans.joined(separator: " "))"
        case .stopLooking: "stop looking"
        case .startTimer(let duration): "timer \(duration.components.seconds)"
        case .stopTimer: "stop timer"
        case .setUp(let plan, let target, let attempt):
            "set up \(plan)\(target.map { " at \($0)" } ?? ""), \(attempt)"
        case .call(let plan): "call \(plan)"
        case .identify(let plan): "identify \(plan)"
        case .handOver(let plan, let attempt): "hand over \(plan), \(attempt)"
        case .keep(let plan): "keep \(plan)"
        case .leave(let plan): "leave \(plan)"
        case .lookForIt(let plan): "look for it \(plan)"
        case .remember(let memory): "remember \(memory.id) \(memory.state.rawValue)"
        case .report(let plan, let report): "report \(plan) \(report.line)"
        case .finish: "finish"
        }
    }
}

extension Provisioning.Report {
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

// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface

/// The agent's status, in a line that `systemctl status` shows.
struct Situation: Hashable, Sendable {
    struct FailedPlan: Hashable, Sendable {
        var id: String
        var why: String
    }

    /// Accessories with a grant.
    var accessories = 0
    /// Networks of accessories that leases hold.
    var joined = 0
    /// Uplinks that leases restore now, by their names.
    var restoring: [String] = []
    /// Nil before the backend's first report.
    var radios: RadioState?
    var bluetooth: BluetoothState?
    var failedPlans: [FailedPlan] = []
    /// In the configuration.
    var faults = 0
    var isStopping = false

    var text: String {
        var parts = isStopping ? ["stopping"] : [accessories == 1 ? "1 accessory" : "\(accessories) accessories"]
        if joined > 0 { parts[0] += ", \(joined) joined" }
        if !restoring.isEmpty {
            parts.append("restoring " + restoring.map { "'\($0)'" }.joined(separator: ", "))
        }
        if !isStopping {
            parts += radioParts
            parts += bluetoothParts
            parts += planParts
            if faults > 0 {
                let count = faults == 1 ? "1 fault" : "\(faults) faults"
                parts.append("\(count) in the configuration (accessoryctl general status)")
            }
        }
        return parts.joined(separator: "; ")
    }

    /// The radios, or what the agent waits for.
    private var radioParts: [String] {
        guard let radios else { return ["waiting for the radios"] }
        if let why = radios.unavailable { return ["waiting: \(why.rawValue)"] }
        return radios.adapters.map { adapter in
            switch adapter.activity {
            case .idle: "\(adapter.interface) idle"
            case .connecting(let name, _): "\(adapter.interface) connecting to '\(name)'"
            case .connected(let name, _): "\(adapter.interface) on '\(name)'"
            case .accessory(let ssid): "\(adapter.interface) on accessory '\(ssid)'"
            case .unusable(let why): "\(adapter.interface) waiting: \(why.rawValue)"
            }
        }
    }

    /// Only states that a person may want to change: most machines without Bluetooth need none.
    private var bluetoothParts: [String] {
        switch bluetooth?.unavailable {
        case nil, .backendAway, .noRadio, .noLowEnergy: []
        case .switchedOff, .blocked, .leftOut, .refused: [bluetooth?.unavailable?.rawValue ?? ""]
        }
    }

    private var planParts: [String] {
        guard !failedPlans.isEmpty else { return [] }
        let plans = failedPlans.map { "\($0.id): \($0.why)" }.joined(separator: ", ")
        return ["\(failedPlans.count) \(failedPlans.count == 1 ? "plan" : "plans") failed: \(plans)"]
    }
}

extension RadioState {
    /// What a person should know of the change.
    func news(after old: RadioState?) -> [String] {
        guard let old else { return [] }
        if let why = unavailable { return old.unavailable == why ? [] : [why.rawValue] }
        return adapters.filter { !old.adapters.contains($0) }.map { adapter in
            let status = AdapterStatus(adapter)
            return "\(status.interface): \(status.state.rawValue)" + (status.detail.map { ", \($0)" } ?? "")
        }
    }
}

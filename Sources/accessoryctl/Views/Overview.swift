// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface

/// What matters at this moment, in a few lines: `accessoryctl` without an object.
struct Overview: Sendable {
    /// The most names in one line.
    static let mostNames = 5
    static let hint = "`accessoryctl --help` lists the commands."

    let status: Status
    let accessories: [AccessoryStatus]
    let plans: [PlanStatus]

    var lines: [String] {
        [state, homeNetwork, Self.line("Accessories", accessories)] + leases + waiting
            + ["", status.nextStep ?? Self.hint]
    }

    /// For a user who sees the own accessories alone. `refusal`: who sees the rest.
    static func lines(ofOwn accessories: [AccessoryStatus], refusal: String) -> [String] {
        [line("Your accessories", accessories), "The rest: \(refusal.shown)", "", hint]
    }

    private var state: String {
        let version = "accessoryd \(status.version.shown)"
        return status.obstacle.map { "\(version) can set nothing up: \($0.shown)" } ?? "\(version) is ready."
    }

    private var homeNetwork: String {
        let networks = status.adapters.filter { $0.state == .connected }.map { adapter in
            "'\((adapter.detail ?? "").shown)' by \(adapter.interface.shown)"
        }
        guard networks.isEmpty else { return "Home network: \(networks.joined(separator: ", "))" }
        return "Home network: no radio is on one now; Network= under [Uplink] in /etc/accessoryd/accessoryd.conf names "
            + "one for new accessories"
    }

    private static func line(_ title: String, _ accessories: [AccessoryStatus]) -> String {
        guard !accessories.isEmpty else {
            return "\(title): none yet; `accessoryctl onboard` puts a new one on your network"
        }
        let online = accessories.count { $0.location?.isOnline == true }
        let place = online == 0 ? "" : ", \(online) of them on the home network"
        return "\(title): \(accessories.count)\(place): \(list(accessories.map(\.accessory.displayName)))"
    }

    private var leases: [String] {
        status.leases.map { entry in
            "Hotspot: '\(entry.lease.ssid.description.shown)' for \(entry.app.shown), \(entry.lease.state.rawValue)"
        }
    }

    /// What somebody has to do.
    private var waiting: [String] {
        func named(_ state: PlanStatus.State) -> String? {
            let names = plans.filter { $0.state == state }.map(\.id)
            return names.isEmpty ? nil : Self.list(names)
        }
        let lines: [String?] = [
            named(.pending).map { "Plans that are due: \($0); `accessoryctl provision run` carries them out" },
            named(.failed).map { "Plans that failed: \($0); `accessoryctl provision status` has the reasons" },
            status.apps > 0 && status.pickers == 0
                ? "No picker runs, so nobody can choose for an app; `accessoryctl picker` is one, and so is accessory-picker"
                : nil,
            status.faults.isEmpty
                ? nil : "Faults of the configuration: \(status.faults.count); `accessoryctl general status` names them",
        ]
        return lines.compactMap { $0 }
    }

    private static func list(_ names: [String]) -> String {
        let shown = names.prefix(mostNames).map(\.shown).joined(separator: ", ")
        return names.count > mostNames ? "\(shown), and \(names.count - mostNames) more" : shown
    }
}

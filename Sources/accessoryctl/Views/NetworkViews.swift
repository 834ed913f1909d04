// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface

/// One accessory, and the home network that it has.
struct ResidentRow: Hashable, Sendable {
    var network: SSID?
    var interfaces: [String]
    var resident: Resident

    static func all(_ networks: [ResidentNetwork]) -> [ResidentRow] {
        networks.flatMap { network in
            network.residents.map { ResidentRow(network: network.ssid, interfaces: network.interfaces, resident: $0) }
        }
    }
}

extension View<ResidentRow> {
    static let residents = View(
        title: "Home networks",
        columns: [
            Column("NETWORK", width: .name, colour: { $0.interfaces.isEmpty ? nil : .green }) {
                $0.network?.description
            },
            Column("THIS-MACHINE", isCommon: false) { $0.interfaces.joined(separator: " ") },
            Column("ACCESSORY", width: .name) { $0.resident.name },
            Column("ID", isCommon: false) { $0.resident.accessory },
            Column("FAMILY") { $0.resident.family },
            Column("ADDRESS") { $0.resident.location?.address.description },
            Column("MOVE", width: .text, colour: { $0.resident.movesTo == nil ? nil : .yellow }) { $0.move },
            Column("REASON", width: .text, isCommon: false) { $0.resident.obstacle },
        ])
}

extension ResidentRow {
    /// What can be done, or is under way.
    fileprivate var move: String {
        guard let other = resident.movesTo else {
            if resident.obstacle == nil { return "over the network" }
            return resident.fallsBack == true ? "over its own radio" : "by a person"
        }
        return resident.step == .given ? "has '\(other)'" : "to '\(other)'"
    }
}

extension View<MoveProgress> {
    static let moves = View(
        title: "Moves",
        columns: [
            Column("ACCESSORY", width: .name) { $0.name },
            Column("ID", isCommon: false) { $0.accessory },
            Column("STEP") { $0.step.rawValue },
            Column("OUTCOME", colour: { $0.outcome?.colour }) { $0.outcome?.rawValue },
            Column("ADDRESS") { $0.address },
            Column("EXPLANATION", width: .text) { $0.explanation },
        ])
}

extension MoveOutcome {
    var colour: Colour {
        switch self {
        case .arrived: .green
        case .given, .unconfirmed, .waits: .yellow
        case .stays, .notSeen, .cannot: .red
        }
    }

    /// Of the command that ordered the move.
    var status: Int32 {
        switch self {
        case .arrived, .given: 0
        case .notSeen: ExitStatus.notFound.rawValue
        case .stays, .cannot: 29
        case .unconfirmed, .waits: 30
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AccessoryRules
import AgentInterface

/// The accessories that the agent has put on a home network, by the network that they have.
extension Access {
    /// - Parameter own: the networks of this machine, by interface.
    func networks(_ own: [String: SSID]) -> [ResidentNetwork] {
        let homes = Dictionary(grouping: residents, by: { book.residences[$0.id]?.network })
        // First those that have a name, by their names.
        return homes.keys.sorted {
            ($0 == nil ? 1 : 0, $0?.description ?? "") < ($1 == nil ? 1 : 0, $1?.description ?? "")
        }
        .map { network in
            ResidentNetwork(
                ssid: network, interfaces: own.filter { $0.value == network }.keys.sorted(),
                residents: homes[network, default: []].map(resident))
        }
    }

    private func resident(_ accessory: Accessory) -> Resident {
        let family = book.identities[accessory.id]?.family
        let move = book.residences[accessory.id]?.move
        let fallsBack = fallback(of: accessory.id).isPossible
        return Resident(
            accessory: accessory.id, name: accessory.displayName, family: family?.rawValue,
            location: book.places[accessory.id]?.location(at: now),
            obstacle: family?.worksOverNetwork == true ? nil : MoveWalk.obstacle(of: family, fallsBack: fallsBack),
            fallsBack: fallsBack ? true : nil, movesTo: move?.to, step: move?.state)
    }

    /// Those that have got another network and are still on this one. Throws `invalidRequest` if none is such, or if one that
    /// the order names is not.
    func havingBoth(_ network: SSID, _ meant: [Accessory], areNamed: Bool) throws(AccessoryError) -> [Accessory] {
        let both = meant.filter { book.residences[$0.id]?.move?.state == .given }
        guard let alone = meant.first(where: { !both.contains($0) }), areNamed || both.isEmpty else { return both }
        throw AccessoryError(
            .invalidRequest, "to: '\(alone.displayName)' has '\(network)' already, and no other network", field: "to")
    }

    /// The accessories that an order means: those of these identifiers, or all that have the network or of which it is not
    /// known. Throws `unknownAccessory` for one that the agent has put on no network, and `invalidRequest` for one that has
    /// another.
    func residents(of network: SSID, _ wanted: [Accessory.ID]?) throws(AccessoryError) -> [Accessory] {
        guard let wanted else {
            let all = residents.filter { book.residences[$0.id]?.network.map { $0 == network } ?? true }
            guard !all.isEmpty else {
                throw AccessoryError(
                    .unknownAccessory,
                    "no accessory has the network '\(network)'; `accessoryctl network` lists those that have one")
            }
            return all
        }
        var found: [Accessory] = []
        for id in wanted {
            guard let accessory = residents.first(where: { $0.id == id }) else {
                throw AccessoryError(
                    .unknownAccessory, "the agent has put no accessory '\(id.printable)' on a home network")
            }
            if let other = book.residences[id]?.network, other != network {
                throw AccessoryError(
                    .invalidRequest,
                    "accessories: '\(accessory.displayName)' has the network '\(other)', not '\(network)'",
                    field: "accessories")
            }
            found.append(accessory)
        }
        return found
    }

    /// By their names.
    private var residents: [Accessory] {
        book.identities.keys.compactMap { records.records(of: $0).first?.accessory }
            .sorted { ($0.displayName, $0.id) < ($1.displayName, $1.id) }
    }
}

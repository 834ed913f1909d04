// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface

/// The page's list of the home networks that accessories have.
struct AccessoryNetworks: Encodable, Hashable, Sendable {
    struct Network: Encodable, Hashable, Sendable {
        var ssid: SSID
        /// This machine is on it.
        var isHere: Bool
        var residents: [Resident]
    }

    struct Resident: Encodable, Hashable, Sendable {
        var id: Accessory.ID
        var name: String
        var way: Way
        /// The network to which somebody has ordered to move it.
        var movesTo: SSID?
        /// It has that network already.
        var isGiven: Bool
    }

    /// How it takes another network.
    enum Way: String, Encodable, Hashable, Sendable {
        case network
        /// In its own hotspot, or over Bluetooth.
        case own
        /// A person has to add it anew.
        case person
    }

    var networks: [Network] = []
    /// Why the last order ended before the agent had all of it.
    var error: AccessoryError?
}

extension AccessoryNetworks.Network {
    /// Leaves out accessories whose network is unknown.
    static func all(_ list: [ResidentNetwork]) -> [Self] {
        list.compactMap { network in
            network.ssid.map {
                Self(
                    ssid: $0, isHere: !network.interfaces.isEmpty,
                    residents: network.residents.map { AccessoryNetworks.Resident($0) })
            }
        }
    }
}

extension AccessoryNetworks.Resident {
    fileprivate init(_ resident: Resident) {
        self.init(
            id: resident.accessory, name: resident.name,
            way: resident.obstacle == nil ? .network : resident.fallsBack == true ? .own : .person,
            movesTo: resident.movesTo, isGiven: resident.step == .given)
    }
}

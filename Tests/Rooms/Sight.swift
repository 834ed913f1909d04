// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// What is in sight of a room at one moment, with what all of it says.
package struct Sight: Sendable {
    package let room: Room
    package private(set) var devices: [MACAddress: Advertisement] = [:]
    package private(set) var networks: [MACAddress: WiFiNetwork] = [:]
    private var reads: [MACAddress: SSID] = [:]

    package init(of room: Room) {
        self.room = room
    }

    package mutating func take(_ happening: Happening) {
        switch happening {
        case .heard(let advertisement):
            var advertisement = advertisement
            // BlueZ keeps the name that it has heard once.
            advertisement.name = advertisement.name ?? devices[advertisement.address.address]?.name
            devices[advertisement.address.address] = advertisement
        case .found(let network): networks[network.bssid] = network
        case .lostDevice(let address): devices[address] = nil
        case .lostNetwork(let bssid): networks[bssid] = nil
        case .read(let ssid, let address): reads[address] = ssid
        case .remembered: break
        }
    }

    package func thing(of address: MACAddress) -> Thing? { room.owners[address].map { room.things[$0] } }

    /// Whether the device, or the access point, belongs to the same thing as the other.
    package func isOne(_ address: MACAddress, _ other: MACAddress) -> Bool {
        guard let owner = room.owners[address] else { return false }
        return owner == room.owners[other]
    }

    /// What is said by now of a device's network.
    package func claims(of address: MACAddress) -> [Claim] {
        guard let device = devices[address], let thing = thing(of: address) else { return [] }
        let isOld = address != thing.address
        var claims = thing.claims.filter { claim in
            switch claim {
            case .named: device.name != nil || thing.family == .goPro
            case .digits, .cut, .end, .suffix, .endWithFragment: device.name != nil
            case .at: !isOld || thing.family == .shelly
            case .besides: !isOld
            case .read, .matter: true
            }
        }
        if let ssid = reads[address] { claims.append(.read(ssid)) }
        return claims
    }

    /// All that was heard says that this network is the device's, and nothing that was heard says otherwise: a copy whose
    /// original is away. No rule can tell; that a correlation proves no authenticity means this.
    package func isIndistinguishable(_ network: WiFiNetwork, from ownOf: MACAddress) -> Bool {
        let claims = claims(of: ownOf)
        guard claims.contains(where: { $0.grounds > .hint && $0.agrees(with: network) }) else { return false }
        let other = networks.values.contains { other in
            other.bssid != network.bssid && claims.contains { $0.isMeant && $0.agrees(with: other) }
        }
        let rival = devices.keys.contains { rival in
            rival != ownOf && self.claims(of: rival).contains { $0.isMeant && $0.agrees(with: network) }
        }
        return !other && !rival
    }
}

extension Claim {
    /// It points to one network, be it on weak grounds.
    var isMeant: Bool {
        switch self {
        case .end, .suffix: false
        case .named, .read, .at, .besides, .matter, .digits, .cut, .endWithFragment: true
        }
    }
}

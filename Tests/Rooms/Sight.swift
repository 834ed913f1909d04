// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// The devices and networks of a room that are in range at one moment, with their claims.
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
            // BlueZ keeps a name that it has heard once.
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

    /// What has been claimed about a device's network so far.
    package func claims(of address: MACAddress) -> [Claim] {
        guard let device = devices[address], let thing = thing(of: address) else { return [] }
        let isOld = address != thing.address
        var claims = thing.claims.filter { claim in
            switch claim {
            case .named, .follows, .followsEnd, .digits, .cut: device.name != nil
            // A GoPro sends these in its data too.
            case .serial, .end, .fragment: device.name != nil || !device.serviceData.isEmpty
            // A Shelly may send it in its data under any address. A record is about the address that stays.
            case .at: !isOld || (device.manufacturerData[0x0BA9]?.count ?? 0) >= 10
            case .besides, .suffix: !isOld
            case .shelly(let addresses): !isOld || addresses.count == 1
            case .read, .matter: true
            }
        }
        if let ssid = reads[address] { claims.append(.read(ssid)) }
        return claims
    }

    /// A copy whose original is away: all claims are for this network, and no other device or network contradicts them.
    /// No rule can detect that. It is why a correlation does not prove that a network is genuine.
    package func isIndistinguishable(_ network: WiFiNetwork, from ownOf: MACAddress) -> Bool {
        claims(of: ownOf).strength(for: network) >= Self.threshold && contradictions(network, from: ownOf).isEmpty
    }

    /// The evidence that the network is not the device's.
    package func contradictions(_ network: WiFiNetwork, from device: MACAddress) -> [String] {
        let claims = claims(of: device)
        if claims.areNumberedElsewhere(than: network) { return ["the device's own address names another access point"] }
        let own = claims.contains { $0.subject == .address && $0.agrees(with: network) }
        let others = networks.values.filter { other in
            !isOne(other.bssid, network.bssid) && claims.contains { $0.isMeant && $0.agrees(with: other) }
                && !isTaken(other, from: device, claims)
        }
        let rivals = devices.keys.filter { rival in
            let claims = self.claims(of: rival)
            return !isOne(rival, device)
                && claims.contains { $0.isMeant(besides: own) && $0.agrees(with: network) }
                && !claims.areNumberedElsewhere(than: network)
                && !isElsewhere(rival, from: network, claims)
        }
        return others.map { "the device points to \($0.name ?? "hidden") at \($0.bssid) as well" }
            + rivals.map { "\($0), which claims \(self.claims(of: $0)), points to it as well" }
    }

    /// The rival's claims for another network are much stronger.
    private func isElsewhere(_ rival: MACAddress, from network: WiFiNetwork, _ claims: [Claim]) -> Bool {
        let open = 1 - claims.strength(for: network)
        return networks.values.contains { other in
            other.bssid != network.bssid
                && ((1 - claims.strength(for: other)) * Self.margin <= open
                    || claims.isLocated(at: other) && !claims.isLocated(at: network))
        }
    }

    /// Another device's claims for this network are much stronger.
    private func isTaken(_ network: WiFiNetwork, from device: MACAddress, _ claims: [Claim]) -> Bool {
        let open = 1 - claims.strength(for: network)
        return devices.keys.contains { rival in
            guard rival != device else { return false }
            return (1 - self.claims(of: rival).strength(for: network)) * Self.margin <= open
        }
    }

    /// `Bridge.threshold` and `Bridge.margin`, as they are documented.
    static let threshold = 0.7
    static let margin = 2.0
}

extension [Claim] {
    /// How unlikely it is that all that agrees agrees by chance.
    func strength(for network: WiFiNetwork) -> Double {
        var strongest: [Claim.Subject: Double] = [:]
        for claim in self where claim.agrees(with: network) {
            strongest[claim.subject] = Swift.max(claim.weight, strongest[claim.subject] ?? 0)
        }
        return 1 - strongest.values.reduce(1) { $0 * Swift.max(1 - $1, 0.001) }
    }
}

extension [Claim] {
    /// By the chip's own address the network is another chip's.
    func areNumberedElsewhere(than network: WiFiNetwork) -> Bool {
        contains { claim in
            if case .besides = claim { !claim.agrees(with: network) } else { false }
        }
    }

    /// A claim has the access point's whole address.
    func isLocated(at network: WiFiNetwork) -> Bool {
        contains { claim in
            switch claim {
            case .at, .besides, .follows, .fragment: claim.agrees(with: network)
            case .named, .read, .shelly, .followsEnd, .suffix, .matter, .digits, .cut, .serial, .end: false
            }
        }
    }
}

extension Claim {
    /// It points to one network: digits of which there are a few thousand do not, nor what a chip's address shares with
    /// those of other blocks.
    var isMeant: Bool {
        if case .suffix = self { false } else { weight >= 0.6 }
    }

    /// The last three octets point to an access point of which nobody else knows anything but the name.
    func isMeant(besides isLocated: Bool) -> Bool {
        if case .followsEnd = self { !isLocated } else { isMeant }
    }
}

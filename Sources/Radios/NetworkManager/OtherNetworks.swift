// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// What this machine's programs rely on beside an accessory: its other networks of IPv4, its routers, its name servers, and other
/// accessories. The kernel sends what is meant for an address to the narrowest network that has it, so an accessory that chose its
/// network well would get what is meant for these.
struct OtherNetworks: Hashable, Sendable {
    var interfaces: [OnLink.Interface]
    var servers: [IPAddress]
    var hotspots = Hotspots()

    /// The other hotspots. Their networks may be this one's, too.
    struct Hotspots: Hashable, Sendable {
        /// This machine's.
        var addresses: [IPAddress] = []
        /// As far as they are known.
        var accessories: [IPAddress] = []
    }

    /// Why nobody joins an accessory that hands out this address. Nil if its network takes nothing from others.
    ///
    /// - Parameters:
    ///   - accessory: the accessory's own addresses, as far as they are known.
    ///   - isStation: whether a station on this interface has it. Nobody can ask for one that this machine has already.
    func claim(
        of link: Link, by accessory: [IPAddress], isStation: (_ address: IPAddress, _ interface: String) -> Bool
    ) -> JoinFailure? {
        guard let address = IPAddress(any: link.address), !address.isV6 else { return nil }
        let networks = interfaces.filter { !$0.address.isV6 }
        let length = link.prefixLength
        if length < Self.shortestPrefix(of: address) { return JoinFailure(claiming: link, "a network so large") }
        if let twin = networks.first(where: { $0.address == address }) {
            return JoinFailure(claiming: link, "this machine's own address on '\(twin.name)'")
        }
        if hotspots.accessories.contains(address) {
            return JoinFailure(claiming: link, "the address of another accessory")
        }
        if let own = hotspots.addresses.first(where: accessory.contains) {
            return JoinFailure(
                .noAddress,
                detail: "it has the address \(own), which this machine has in the hotspot of another accessory")
        }
        // Homes of a /16 have accessories of a /24 in their range, which work. No accessory has chosen a smaller part by chance.
        if length > 24,
            let whole = networks.first(where: {
                $0.prefixLength < length && $0.address.shares(prefix: $0.prefixLength, with: address)
            })
        {
            return JoinFailure(claiming: link, "a part of the network on '\(whole.name)'")
        }
        // The nearest network of a server's keeps it, unless the address itself is handed out.
        let lost = servers.first { server in
            server == address
                || server.shares(prefix: length, with: address)
                    && !networks.contains {
                        $0.prefixLength >= length && $0.address.shares(prefix: $0.prefixLength, with: server)
                    }
        }
        if let lost { return JoinFailure(claiming: link, "with this machine's router or name server \(lost)") }
        let home = networks.first {
            $0.address.shares(prefix: $0.prefixLength, with: address) && isStation(address, $0.name)
        }
        return home.map { JoinFailure(claiming: link, "the address of a station on '\($0.name)'") }
    }

    /// That of a range for private use (RFC 1918, RFC 3927), and for others what such an accessory has: WLED is 4.3.2.1 of a /24.
    private static func shortestPrefix(of address: IPAddress) -> Int {
        switch (address.bytes[0], address.bytes[1]) {
        case (10, _): 8
        case (172, 16..<32): 12
        case (192, 168), (169, 254): 16
        case _: 24
        }
    }
}

extension OtherNetworks {
    /// All networks but the hotspot that one interface leads to, and those of other accessories.
    init(of client: Client, beside interface: String) {
        let others = client.radios.filter { $0.activation?.isOurs == true && $0.interface != interface }
        let names = Set(others.map(\.interface))
        let all = OnLink.now(isStationOnly: false).interfaces
        hotspots = Hotspots(
            addresses: all.filter { names.contains($0.name) }.map(\.address),
            accessories: others.flatMap(\.dhcpServers))
        let left = names.union([interface])
        interfaces = all.filter { !left.contains($0.name) }
        servers = client.routers(beside: left) + client.nameServers(beside: left)
    }
}

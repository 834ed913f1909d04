// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// An address of one of this machine's interfaces.
struct InterfaceAddress: Hashable, Sendable {
    let address: IPAddress
    /// Bits of the network's prefix.
    let prefixLength: Int
    var probe = Probe.passed

    /// Whether another machine has the address, too (RFC 4862, 5.4). Nothing can be sent from it before that is known.
    enum Probe: Hashable, Sendable { case running, passed, failed }

    /// Another station of the network, as its DHCP server names one. Nil for this machine itself, for an address that is elsewhere,
    /// and for those that mean all of the network.
    func station(_ text: some StringProtocol) -> IPAddress? {
        guard let station = IPAddress(text), station != address, address.shares(prefix: prefixLength, with: station)
        else {
            return nil
        }
        guard !station.isV6, prefixLength < 31 else { return station }
        let host = station.bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & (UInt32.max >> UInt32(prefixLength))
        return host == 0 || host == UInt32.max >> UInt32(prefixLength) ? nil : station
    }
}

extension JoinRequest.Addressing {
    /// The address that a join has got, of those that its interface has at this moment; nil if it has none yet. An address of
    /// another network does not count: an interface can still have the one of the network before.
    ///
    /// - Parameter leased: the address of the accessory's DHCP server.
    func address(among addresses: [InterfaceAddress], leased: IPAddress?) -> InterfaceAddress? {
        switch self {
        case .ipv4: return addresses.first { $0.address == leased && !$0.address.isV6 }
        case .linkLocal:
            // The app may reach its accessory over either family. IPv6's probe takes a second, IPv4's up to nine.
            let local = addresses.filter(\.address.isLinkLocal)
            guard !local.contains(where: { $0.probe == .running }) else { return nil }
            let usable = local.filter { $0.probe == .passed }
            return usable.first { !$0.address.isV6 } ?? usable.first
        }
    }
}

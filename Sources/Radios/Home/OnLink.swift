// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Glibc

/// The networks that this machine is a station of, by the addresses of its interfaces.
struct OnLink: Hashable, Sendable {
    struct Interface: Hashable, Sendable {
        let name: String
        let address: IPAddress
        let prefixLength: Int
    }

    let interfaces: [Interface]
    /// The routers that lead from there to other networks.
    var routers: [IPAddress] = []

    /// Whose address this may be. What is asked at this machine's would be its own services, and a page at the router's
    /// would be the router's.
    /// - Parameters:
    ///   - interface: the one where it was seen, if it was. Each has a network of link-local addresses.
    ///   - home: the one where an address is looked for that was not seen, if it is known.
    func place(of text: String, seenOn interface: String?, home: String?) -> AddressPlace {
        guard let address = IPAddress(text) else { return .elsewhere }
        if (interfaces.map(\.address) + routers).contains(where: { $0.bytes == address.bytes }) { return .taken }
        let seen = address.interface ?? interface
        guard seen != nil || !address.needsInterface else { return .elsewhere }
        // Its word may name an interface, too.
        if let seen, let home, interface == nil, seen != home { return .elsewhere }
        let ways = interfaces.filter {
            $0.name == seen ?? home ?? $0.name && $0.address.shares(prefix: $0.prefixLength, with: address)
        }
        return ways.max { $0.prefixLength < $1.prefixLength }.map { .station(interface: $0.name) } ?? .elsewhere
    }

    /// The addresses of this moment.
    /// - Parameter isStationOnly: a tunnel's other end is no station of a home, and a bridge without a port of hardware has this
    ///   machine's containers.
    static func now(routers: [IPAddress] = [], isStationOnly: Bool = true) -> OnLink {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return OnLink(interfaces: []) }
        defer { freeifaddrs(first) }
        let all = sequence(first: first, next: { $0?.pointee.ifa_next }).compactMap { $0?.pointee }
        let stations = isStationOnly ? all.filter(isStation) : all
        return OnLink(interfaces: stations.compactMap(interface), routers: routers)
    }

    private static func isStation(_ entry: ifaddrs) -> Bool {
        entry.ifa_flags & UInt32(IFF_POINTOPOINT) == 0 && !isOfContainers(String(cString: entry.ifa_name))
    }

    private static func interface(_ entry: ifaddrs) -> Interface? {
        let name = String(cString: entry.ifa_name)
        guard entry.ifa_flags & UInt32(IFF_LOOPBACK) == 0, let bytes = bytes(of: entry.ifa_addr),
            let address = IPAddress(bytes),
            let mask = Self.bytes(of: entry.ifa_netmask)
        else { return nil }
        return Interface(name: name, address: address, prefixLength: mask.map(\.nonzeroBitCount).reduce(0, +))
    }

    private static func bytes(of address: UnsafeMutablePointer<sockaddr>?) -> [UInt8]? {
        guard let address else { return nil }
        let raw = UnsafeRawPointer(address)
        // The family comes first in each form (sockaddr(3type)).
        switch Int32(raw.loadUnaligned(as: sa_family_t.self)) {
        case AF_INET: return withUnsafeBytes(of: raw.loadUnaligned(as: sockaddr_in.self).sin_addr) { Array($0) }
        case AF_INET6: return withUnsafeBytes(of: raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr) { Array($0) }
        case _: return nil
        }
    }

    private static func isOfContainers(_ name: String) -> Bool {
        let ports = "/sys/class/net/\(name)/brif"
        guard let folder = opendir(ports) else { return false }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let port = withUnsafeBytes(of: &entry.pointee.d_name) { name in
                String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
            }
            if access("/sys/class/net/\(port)/device", F_OK) == 0 { return false }
        }
        return true
    }
}

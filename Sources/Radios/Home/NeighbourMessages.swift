// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// The kernel's messages about its neighbour table (rtnetlink(7), linux/neighbour.h).
enum NeighbourMessages {
    /// A change of one entry.
    enum Change: Hashable {
        case known(address: IPAddress, station: MACAddress, interface: Int)
        case gone(address: IPAddress, interface: Int)
    }

    /// `struct ndmsg`.
    private static let header = 12
    private static let newNeighbour = 28
    private static let goneNeighbour = 29
    /// NDA_DST and NDA_LLADDR.
    private static let destination = 1
    private static let linkAddress = 2
    /// NUD_REACHABLE, NUD_STALE, NUD_DELAY, NUD_PROBE and NUD_PERMANENT: the entry has a station. The others wait for one,
    /// or need none.
    private static let states = 0x02 | 0x04 | 0x08 | 0x10 | 0x80

    static func changes(_ bytes: ArraySlice<UInt8>) -> [Change] {
        Netlink.messages(bytes, header: header).compactMap { message in
            guard message.type == newNeighbour || message.type == goneNeighbour,
                let destination = message.attributes.first(where: { $0.type == destination })?.payload,
                let address = IPAddress(Array(destination))
            else { return nil }
            let interface = Netlink.number(message.header.dropFirst(4).prefix(4))
            let state = Netlink.number(message.header.dropFirst(8).prefix(2))
            let link = message.attributes.first { $0.type == linkAddress }?.payload
            guard message.type == newNeighbour, state & states != 0,
                let station = link.flatMap({ MACAddress(Array($0)) }), isOneStations(station)
            else { return .gone(address: address, interface: interface) }
            return .known(address: address, station: station, interface: interface)
        }
    }

    /// Groups and the loopback interface have entries, too.
    private static func isOneStations(_ station: MACAddress) -> Bool {
        station.bytes[0] & 1 == 0 && station.bytes.contains { $0 != 0 }
    }
}

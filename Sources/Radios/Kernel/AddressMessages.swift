// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// The kernel's messages about the addresses of interfaces (rtnetlink(7), linux/if_addr.h).
enum AddressMessages {
    /// A change of one address. Interfaces have numbers.
    enum Change: Hashable {
        case added(InterfaceAddress, interface: Int)
        case removed(IPAddress, interface: Int)
    }

    /// `struct ifaddrmsg`: family, prefix length, flags, scope, and the interface's number.
    private static let header = 8
    private static let newAddress = 20
    private static let goneAddress = 21
    /// IFA_ADDRESS is the other end's on a link of two; IFA_LOCAL is this machine's, and IPv6 has the first only.
    private static let address = 1
    private static let local = 2
    /// IFA_F_DADFAILED, and IFA_F_TENTATIVE, which stays after a failure.
    private static let failed = 0x08
    private static let tentative = 0x40

    static func changes(_ bytes: ArraySlice<UInt8>) -> [Change] {
        Netlink.messages(bytes, header: header).compactMap { message in
            guard message.type == newAddress || message.type == goneAddress else { return nil }
            let attributes = message.attributes
            let own = attributes.first { $0.type == local } ?? attributes.first { $0.type == address }
            guard let address = own.flatMap({ IPAddress(Array($0.payload)) }) else { return nil }
            let interface = Netlink.number(message.header.dropFirst(4))
            guard message.type == newAddress else { return .removed(address, interface: interface) }
            let prefix = Netlink.number(message.header.dropFirst(1).prefix(1))
            let flags = Netlink.number(message.header.dropFirst(2).prefix(1))
            let probe: InterfaceAddress.Probe =
                flags & failed != 0 ? .failed : flags & tentative != 0 ? .running : .passed
            return .added(
                InterfaceAddress(address: address, prefixLength: prefix, probe: probe), interface: interface)
        }
    }
}

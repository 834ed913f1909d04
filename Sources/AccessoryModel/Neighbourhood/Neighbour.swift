// SPDX-License-Identifier: Apache-2.0

/// One entry of the kernel's neighbour table: the station to which the kernel sends what is for an address. A neighbour's
/// answer to ARP proves nothing by itself (RFC 826).
package struct Neighbour: Hashable, Sendable {
    /// Of IPv4 or IPv6.
    package var address: String
    package var station: MACAddress
    package var interface: String

    package init(address: String, station: MACAddress, interface: String) {
        self.address = address
        self.station = station
        self.interface = interface
    }
}

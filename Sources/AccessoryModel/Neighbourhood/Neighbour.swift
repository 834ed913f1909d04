// SPDX-License-Identifier: Apache-2.0

/// One entry of the kernel's neighbour table: the station to which the kernel sends what is for an address. A neighbour's
/// answer to ARP or NDP proves nothing by itself (RFC 826, RFC 4861).
package struct Neighbour: Hashable, Sendable {
    /// The text of an `IPAddress`.
    package var address: String
    package var station: MACAddress
    package var interface: String

    package init(address: String, station: MACAddress, interface: String) {
        self.address = address
        self.station = station
        self.interface = interface
    }
}

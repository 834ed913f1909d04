// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// The facts of a joined hotspot that sockets need. Only on Linux.
public struct ASHotspotLink: Hashable, Sendable {
    /// The network interface: `wlan0`. Sockets are bound to it with `SO_BINDTODEVICE`.
    public let interface: String
    /// This machine's address there: IPv4, or a link-local address of either family.
    public let address: String
    /// Bits of the network's prefix.
    public let prefixLength: Int
    /// The accessory, in most hotspots. Nil if the hotspot named none.
    public let gateway: String?
    /// The access point's address, as `02:00:00:00:01:00`.
    public let bssid: String

    package init(_ link: Link) {
        interface = link.interface
        address = link.address
        prefixLength = link.prefixLength
        gateway = link.gateway
        bssid = link.bssid.description
    }
}

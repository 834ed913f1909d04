// SPDX-License-Identifier: Apache-2.0

/// The agent's view of the home network: what its stations announce, and which station has which address. It is the third
/// part of the seam, beside `Radio` and `BluetoothRadio`. `Radios` asks Avahi and the kernel, `SimulatedRadios` plays
/// accessories that arrive. Nothing here opens an IP socket.
package protocol Neighbourhood: Sendable {
    /// Follows the home network as long as the stream is read, and not a moment longer. What is there already comes first.
    /// A source that this machine lacks is reported as `unavailable`, and the other one goes on.
    func sightings(_ request: NeighbourhoodRequest) async -> AsyncStream<HomeSighting>

    /// Whose address this may be. Anybody may announce any address.
    /// - Parameters:
    ///   - interface: where it was seen; nil if only its own word names the address.
    ///   - home: where the home network is, if that is known. A word alone leads into no other network of this machine.
    func place(of address: String, seenOn interface: String?, home: String?) async -> AddressPlace
}

/// Whose an address may be, by this machine's own networks.
package enum AddressPlace: Hashable, Sendable {
    /// A station's that is reached by this interface, without a router.
    case station(interface: String)
    /// No station's of these networks, as they are now.
    case elsewhere
    /// This machine's own or a router's of its, so no accessory's that has just come.
    case taken
}

package struct NeighbourhoodRequest: Hashable, Sendable {
    /// Types of DNS-SD in the domain `local` (RFC 6763, section 4.1.2): `_shelly._tcp`. Types beyond `mostTypes` are left
    /// out.
    package var types: [String]

    package static let mostTypes = 8

    package init(types: [String]) { self.types = Array(types.prefix(Self.mostTypes)) }
}

// SPDX-License-Identifier: Apache-2.0

/// The agent's view of the home network: what its stations announce, and which station has which address. It is the third
/// part of the seam, beside `Radio` and `BluetoothRadio`. `Radios` asks Avahi and the kernel, `SimulatedRadios` plays
/// accessories that arrive. Nothing here opens an IP socket.
package protocol Neighbourhood: Sendable {
    /// Follows the home network as long as the stream is read, and not a moment longer. What is there already comes first.
    /// A source that this machine lacks is reported as `unavailable`, and the other one goes on.
    func sightings(_ request: NeighbourhoodRequest) async -> AsyncStream<HomeSighting>

    /// The interface by which a station with this address is reached without a router; nil if it is no station's of this
    /// machine's networks, or this machine's own. Anybody may announce any address.
    /// - Parameter interface: where it was seen; nil if only its own word names the address.
    func interface(to address: String, seenOn interface: String?) async -> String?
}

package struct NeighbourhoodRequest: Hashable, Sendable {
    /// Types of DNS-SD in the domain `local` (RFC 6763, section 4.1.2): `_shelly._tcp`. Types beyond `mostTypes` are left
    /// out.
    package var types: [String]

    package static let mostTypes = 8

    package init(types: [String]) { self.types = Array(types.prefix(Self.mostTypes)) }
}

// SPDX-License-Identifier: Apache-2.0

package struct NeighbourhoodRequest: Hashable, Sendable {
    /// Types of DNS-SD in the domain `local` (RFC 6763, section 4.1.2): `_shelly._tcp`. Types beyond `mostTypes` are left
    /// out.
    package var types: [String]

    package static let mostTypes = 8

    package init(types: [String]) { self.types = Array(types.prefix(Self.mostTypes)) }
}

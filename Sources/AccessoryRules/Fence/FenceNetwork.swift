// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// This machine's address of IPv4 on a fenced interface, with the network that the interface leads to.
package struct FenceNetwork: Hashable, Sendable {
    package let address: IPAddress
    package let prefixLength: Int

    /// Nil if that is no device's address of IPv4, or no network.
    package init?(_ address: String, prefixLength: Int) {
        guard let address = IPAddress(address), !address.isV6, (1...32).contains(prefixLength) else { return nil }
        self.address = address
        self.prefixLength = prefixLength
    }

    /// Whether an address can be of both.
    package func overlaps(_ other: FenceNetwork) -> Bool {
        address.shares(prefix: min(prefixLength, other.prefixLength), with: other.address)
    }

    /// `10.5.5.0/24`
    package var range: String {
        let bytes = address.bytes.enumerated().map { index, byte in
            byte & ~(UInt8.max >> UInt8(min(max(prefixLength - 8 * index, 0), 8)))
        }
        return bytes.map { String($0) }.joined(separator: ".") + "/\(prefixLength)"
    }
}

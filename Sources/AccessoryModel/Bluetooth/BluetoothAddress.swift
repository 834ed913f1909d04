// SPDX-License-Identifier: Apache-2.0

/// A Bluetooth device's address with its kind, which decides what may be concluded from it.
public struct BluetoothAddress: Hashable, Sendable, Codable {
    /// Core Specification, Vol 6 Part B 1.3: the top two bits of a random address give its kind.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// Assigned by its maker; the device's for ever.
        case `public`
        /// Random, but the same at least until the device starts again.
        case staticRandom
        /// Changes every few minutes; only a machine with a bond can resolve it.
        case resolvablePrivate
        /// Changes, and nobody can resolve it.
        case nonResolvablePrivate
    }

    public let address: MACAddress
    public let kind: Kind

    public init(_ address: MACAddress, kind: Kind) {
        self.address = address
        self.kind = kind
    }

    /// - Parameter isRandom: the flag of the advertisement itself.
    public init(_ address: MACAddress, isRandom: Bool) {
        self.address = address
        guard isRandom else {
            kind = .public
            return
        }
        switch address.bytes[0] >> 6 {
        case 0b11: kind = .staticRandom
        case 0b01: kind = .resolvablePrivate
        // 0b10 is reserved: nothing may be concluded from it.
        case _: kind = .nonResolvablePrivate
        }
    }

    /// It stays the device's, so a record may rest on it.
    package var isLasting: Bool {
        switch kind {
        case .public, .staticRandom: true
        case .resolvablePrivate, .nonResolvablePrivate: false
        }
    }
}

extension BluetoothAddress: CustomStringConvertible {
    public var description: String { address.description }
}

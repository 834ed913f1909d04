// SPDX-License-Identifier: Apache-2.0

/// A maker's number, assigned by the Bluetooth SIG. Manufacturer data begins with it.
public struct ASBluetoothCompanyIdentifier: RawRepresentable, Hashable, Sendable {
    /// The number; 0 stands for none in ``ASDiscoveryDescriptor/bluetoothCompanyIdentifier``.
    public var rawValue: UInt16

    /// The identifier with this number.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The identifier with this number.
    public init(_ rawValue: UInt16) { self.rawValue = rawValue }
}

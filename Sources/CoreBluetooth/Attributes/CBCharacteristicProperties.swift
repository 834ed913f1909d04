// SPDX-License-Identifier: Apache-2.0

import AgentInterface

/// What can be done with a characteristic.
public struct CBCharacteristicProperties: OptionSet, Hashable, Sendable {
    /// The bits, as the Bluetooth specification has them.
    public var rawValue: UInt
    /// Properties of these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// It can be broadcast.
    public static let broadcast = Self(rawValue: 0x01)
    /// It can be read.
    public static let read = Self(rawValue: 0x02)
    /// It can be written without a response.
    public static let writeWithoutResponse = Self(rawValue: 0x04)
    /// It can be written.
    public static let write = Self(rawValue: 0x08)
    /// It notifies.
    public static let notify = Self(rawValue: 0x10)
    /// It notifies, and has each value confirmed.
    public static let indicate = Self(rawValue: 0x20)
    /// It can be written with a signature.
    public static let authenticatedSignedWrites = Self(rawValue: 0x40)
    /// It has more properties, in a descriptor.
    public static let extendedProperties = Self(rawValue: 0x80)
    /// Only trusted devices can be notified.
    public static let notifyEncryptionRequired = Self(rawValue: 0x100)
    /// Only trusted devices can be notified, and confirm each value.
    public static let indicateEncryptionRequired = Self(rawValue: 0x200)

    init(_ properties: [BluetoothCharacteristic.Property]) {
        self = properties.reduce(into: []) { $0.formUnion(Self.bit($1)) }
    }

    private static func bit(_ property: BluetoothCharacteristic.Property) -> Self {
        switch property {
        case .broadcast: .broadcast
        case .read: .read
        case .writeWithoutResponse: .writeWithoutResponse
        case .write: .write
        case .notify: .notify
        case .indicate: .indicate
        case .authenticatedSignedWrites: .authenticatedSignedWrites
        case .reliableWrite, .writableAuxiliaries: .extendedProperties
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import Synchronization

/// A descriptor of a characteristic.
//
// Its superclass has subclasses, so Swift does not grant it Sendable. The part of it that can change is behind a lock.
open class CBDescriptor: CBAttribute, @unchecked Sendable {
    private struct Contents {
        weak var characteristic: CBCharacteristic?
        var bytes: Data?
    }

    private let contents: Mutex<Contents>

    init(_ descriptor: BluetoothCharacteristic.Descriptor, of characteristic: CBCharacteristic) {
        contents = Mutex(Contents(characteristic: characteristic))
        super.init(CBUUID(shortest: descriptor.uuid), descriptor.handle)
    }

    /// The characteristic that has it.
    open var characteristic: CBCharacteristic? { contents.withLock { $0.characteristic } }

    /// The value that was read last. It is a `String` of a user description, an `Int` of extended properties and of a
    /// configuration, and else `Data`.
    open var value: Any? {
        guard let bytes else { return nil }
        switch uuid.uuidString {
        case CBUUIDCharacteristicUserDescriptionString: return String(decoding: bytes, as: UTF8.self)
        case CBUUIDCharacteristicExtendedPropertiesString, CBUUIDClientCharacteristicConfigurationString,
            CBUUIDServerCharacteristicConfigurationString:
            return bytes.prefix(2).reversed().reduce(0) { $0 << 8 | Int($1) }
        case _: return bytes
        }
    }

    var bytes: Data? {
        get { contents.withLock { $0.bytes } }
        set { contents.withLock { $0.bytes = newValue } }
    }
}

extension CBDescriptor: CustomStringConvertible {
    /// Its kind.
    public var description: String { "CBDescriptor \(uuid)" }
}

// The descriptors of the Bluetooth specification.

/// The descriptor with more properties of a characteristic.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBUUIDCharacteristicExtendedPropertiesString = "2900"
/// The descriptor that describes a characteristic for people.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBUUIDCharacteristicUserDescriptionString = "2901"
/// The descriptor by which a central subscribes.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBUUIDClientCharacteristicConfigurationString = "2902"
/// The descriptor by which a peripheral broadcasts.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBUUIDServerCharacteristicConfigurationString = "2903"
/// The descriptor with the format of a value.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBUUIDCharacteristicFormatString = "2904"
/// The descriptor with the formats of a composed value.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBUUIDCharacteristicAggregateFormatString = "2905"
/// The descriptor with the range of a value.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBUUIDCharacteristicValidRangeString = "2906"
/// The characteristic with the channel of a connection-oriented link.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBUUIDL2CAPPSMCharacteristicString = "ABDD3056-28FA-441D-A470-55A75A52553A"

// SPDX-License-Identifier: Apache-2.0

/// A service of a device, with what is in it. A handle is the attribute's own on the device, and so it is unique there.
public struct GATTService: Hashable, Sendable {
    public var handle: UInt16
    public var uuid: BluetoothUUID
    public var isPrimary: Bool
    /// The handles of the services that it includes.
    public var includes: [UInt16]
    public var characteristics: [GATTCharacteristic]

    public init(
        handle: UInt16, uuid: BluetoothUUID, isPrimary: Bool, includes: [UInt16] = [],
        characteristics: [GATTCharacteristic]
    ) {
        self.handle = handle
        self.uuid = uuid
        self.isPrimary = isPrimary
        self.includes = includes
        self.characteristics = characteristics
    }
}

public struct GATTCharacteristic: Hashable, Sendable {
    /// What can be done with it (Core Specification, Vol 3 Part G 3.3.1.1, 3.3.3.1).
    public enum Property: String, Hashable, Sendable, CaseIterable {
        case broadcast
        case read
        case writeWithoutResponse
        case write
        case notify
        case indicate
        case authenticatedSignedWrites
        case reliableWrite
        case writableAuxiliaries
    }

    public var handle: UInt16
    public var uuid: BluetoothUUID
    public var properties: Set<Property>
    public var descriptors: [GATTDescriptor]

    public init(
        handle: UInt16, uuid: BluetoothUUID, properties: Set<Property>, descriptors: [GATTDescriptor] = []
    ) {
        self.handle = handle
        self.uuid = uuid
        self.properties = properties
        self.descriptors = descriptors
    }
}

public struct GATTDescriptor: Hashable, Sendable {
    public var handle: UInt16
    public var uuid: BluetoothUUID

    public init(handle: UInt16, uuid: BluetoothUUID) {
        self.handle = handle
        self.uuid = uuid
    }
}

/// One step of a conversation with a device (Core Specification, Vol 3 Part G).
public enum GATTStep: Hashable, Sendable {
    case read(service: BluetoothUUID, characteristic: BluetoothUUID)
    case write(service: BluetoothUUID, characteristic: BluetoothUUID, value: [UInt8])
}

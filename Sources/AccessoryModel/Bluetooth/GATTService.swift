// SPDX-License-Identifier: Apache-2.0

/// A service of a device, with what is in it. A handle is the attribute's own on the device, and so it is unique there.
package struct GATTService: Hashable, Sendable {
    package var handle: UInt16
    package var uuid: BluetoothUUID
    package var isPrimary: Bool
    /// The handles of the services that it includes.
    package var includes: [UInt16]
    package var characteristics: [GATTCharacteristic]

    package init(
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

package struct GATTCharacteristic: Hashable, Sendable {
    /// What can be done with it (Core Specification, Vol 3 Part G 3.3.1.1, 3.3.3.1).
    package enum Property: String, Hashable, Sendable, CaseIterable {
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

    package var handle: UInt16
    package var uuid: BluetoothUUID
    package var properties: Set<Property>
    package var descriptors: [GATTDescriptor]

    package init(
        handle: UInt16, uuid: BluetoothUUID, properties: Set<Property>, descriptors: [GATTDescriptor] = []
    ) {
        self.handle = handle
        self.uuid = uuid
        self.properties = properties
        self.descriptors = descriptors
    }
}

package struct GATTDescriptor: Hashable, Sendable {
    package var handle: UInt16
    package var uuid: BluetoothUUID

    package init(handle: UInt16, uuid: BluetoothUUID) {
        self.handle = handle
        self.uuid = uuid
    }
}

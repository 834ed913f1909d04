// SPDX-License-Identifier: Apache-2.0

/// One step of a conversation with a device (Core Specification, Vol 3 Part G).
public enum GATTStep: Hashable, Sendable {
    case read(service: BluetoothUUID, characteristic: BluetoothUUID)
    case write(service: BluetoothUUID, characteristic: BluetoothUUID, value: [UInt8])
}

// SPDX-License-Identifier: Apache-2.0

/// How a characteristic is written.
public enum CBCharacteristicWriteType: Int, Hashable, Sendable {
    /// The accessory confirms the value.
    case withResponse = 0
    /// The accessory does not confirm the value.
    case withoutResponse = 1
}

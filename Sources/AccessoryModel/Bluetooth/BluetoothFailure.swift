// SPDX-License-Identifier: Apache-2.0

/// The reason why an operation with a Bluetooth device failed, with BlueZ's words.
package struct BluetoothFailure: Error, Hashable, Sendable {
    package enum Reason: String, Hashable, Sendable, CaseIterable {
        /// The device is out of range, or refuses connections.
        case notReached
        /// The device refused, or the person did.
        case refused
        /// The digits were wrong, or another device sits in between.
        case notAuthenticated
        case timedOut
        /// One side has forgotten the bond that the other one still has. The cure is `forget`, then pairing again.
        case staleBond
        /// The device has no such service or characteristic, or the radio cannot do it.
        case unsupported
        /// The radio went away.
        case unavailable
        /// There is no link to the device.
        case notConnected
        /// The device refused a request for an attribute.
        case attribute
        /// The device bonds by itself, or is an input device, and nobody was asked for that.
        case uninvited
        /// A reader was too slow for the device's values.
        case tooSlow
    }

    package var reason: Reason
    /// One line, for people.
    package var detail: String
    /// With `attribute`, the error code (Core Specification, Vol 3 Part F 3.4.1.1), if it is known.
    package var attributeCode: UInt8?

    package init(_ reason: Reason, _ detail: String, attributeCode: UInt8? = nil) {
        self.reason = reason
        self.detail = detail
        self.attributeCode = attributeCode
    }
}

extension BluetoothFailure: CustomStringConvertible {
    package var description: String { detail }
}

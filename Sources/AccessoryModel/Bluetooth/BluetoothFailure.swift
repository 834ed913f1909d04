// SPDX-License-Identifier: Apache-2.0

/// The reason why an operation with a Bluetooth device failed, with BlueZ's words.
public struct BluetoothFailure: Error, Hashable, Sendable {
    public enum Reason: String, Hashable, Sendable, CaseIterable {
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
    }

    public var reason: Reason
    /// One line, for people.
    public var detail: String

    public init(_ reason: Reason, _ detail: String) {
        self.reason = reason
        self.detail = detail
    }
}

extension BluetoothFailure: CustomStringConvertible {
    public var description: String { detail }
}

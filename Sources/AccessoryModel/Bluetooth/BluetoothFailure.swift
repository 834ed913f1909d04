// SPDX-License-Identifier: Apache-2.0

/// Why something with a Bluetooth device failed, and what BlueZ said.
public struct BluetoothFailure: Error, Hashable, Sendable {
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// Out of reach, or it does not let itself be connected to.
        case notReached
        /// The device refused, or the person did.
        case refused
        /// The digits were wrong, or something sits in between.
        case notAuthenticated
        case timedOut
        /// One side has forgotten the bond that the other one still has. `forget`, then pair again.
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

// SPDX-License-Identifier: Apache-2.0

/// The state of Bluetooth for this app; ``CBCentralManager`` is the one kind of it.
//
// Swift grants Sendable to no class that has subclasses. Nothing in this class can change.
open class CBManager: @unchecked Sendable {
    init() {}

    /// Whether the app can use Bluetooth.
    open var state: CBManagerState { .unknown }

    /// Whether the app may use Bluetooth, as its centrals know it.
    open class var authorization: CBManagerAuthorization { Centrals.authorization }

    /// As the type's property.
    open var authorization: CBManagerAuthorization { Self.authorization }
}

extension CBManager: Hashable {
    /// True for the same object.
    public static func == (left: CBManager, right: CBManager) -> Bool { left === right }
    /// Hashes which object it is.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

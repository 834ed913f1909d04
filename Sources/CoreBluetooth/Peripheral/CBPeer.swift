// SPDX-License-Identifier: Apache-2.0

/// A device at the other end.
//
// Swift grants Sendable to no class that has subclasses. Nothing in this class can change.
open class CBPeer: @unchecked Sendable {
    /// The app's own identifier for it, as `ASAccessory.bluetoothIdentifier`.
    public let identifier: UUID

    init(_ identifier: UUID) { self.identifier = identifier }
}

extension CBPeer: Hashable {
    /// True for the same object.
    public static func == (left: CBPeer, right: CBPeer) -> Bool { left === right }
    /// Hashes which object it is.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

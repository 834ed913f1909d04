// SPDX-License-Identifier: Apache-2.0

/// A service, a characteristic or a descriptor of a peripheral.
///
/// It is valid until the link ends, or the peripheral's services change.
//
// Swift grants Sendable to no class that has subclasses. Nothing in this class can change.
open class CBAttribute: @unchecked Sendable {
    /// What kind of attribute it is.
    public let uuid: CBUUID
    let handle: Int

    init(_ uuid: CBUUID, _ handle: Int) {
        self.uuid = uuid
        self.handle = handle
    }
}

extension CBAttribute: Hashable {
    /// True for the same object.
    public static func == (left: CBAttribute, right: CBAttribute) -> Bool { left === right }
    /// Hashes which object it is.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

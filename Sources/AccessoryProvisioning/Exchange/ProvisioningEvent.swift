// SPDX-License-Identifier: Apache-2.0

public import AccessoryModel

/// What happened on the way to the accessory. After an effect that asks the accessory for something, exactly one of
/// ``answered(_:)``, ``notAnswered(_:)``, ``read(_:)``, ``written``, ``subscribed`` and ``attributeFailed(_:)`` follows,
/// unless ``linkLost`` does.
public enum ProvisioningEvent: Hashable, Sendable {
    /// This machine has joined the accessory's hotspot.
    case joined
    /// The Bluetooth link is up, with these services.
    case connected([GATTService])
    case answered(HTTPAnswer)
    case notAnswered(HTTPFailure)
    /// The value that was read.
    case read([UInt8])
    case written
    case subscribed
    /// A value of the characteristic with this handle, which was subscribed to.
    case notified(UInt16, [UInt8])
    case attributeFailed(AttributeFailure)
    /// The link went away. Nothing more can be asked.
    case linkLost
    /// The wait is over.
    case due
}

/// Why a read, a write or a subscription failed.
public enum AttributeFailure: Hashable, Sendable {
    /// The accessory refused it with this code (Core Specification, Vol 3 Part F 3.4.1.1).
    case refused(UInt8)
    /// The accessory wants an encrypted or authenticated link first.
    case notPaired
    case timedOut
}

// SPDX-License-Identifier: Apache-2.0

/// What happened in a session. The numbers do not show the order; "From the phone to Linux" does.
public enum ASAccessoryEventType: Int, Hashable, Sendable, CaseIterable {
    /// Never sent.
    case unknown = 0
    /// The session is ready, and its ``ASAccessorySession/accessories`` can be read.
    case activated = 10
    /// The session is over; make a new one. This is the last event, sent once. ``ASAccessoryEvent/error`` gives the
    /// reason, unless the app ended the session.
    case invalidated = 11
    /// Accessories that the app had set up by other means now belong to it.
    case migrationComplete = 20
    /// An accessory was chosen and set up.
    case accessoryAdded = 30
    /// An accessory is no longer the app's: the app, a person, or the end of a grant removed it.
    case accessoryRemoved = 31
    /// An accessory's name, network or state changed. If its state is
    /// ``ASAccessory/AccessoryState/awaitingAuthorization``, it waits for
    /// ``ASAccessorySession/finishAuthorization(for:settings:)``.
    case accessoryChanged = 32
    /// An accessory was seen, in filter mode.
    case accessoryDiscovered = 33
    /// The picker is on the screen.
    case pickerDidPresent = 40
    /// The picker is gone.
    case pickerDidDismiss = 50
    /// The picker brings up Bluetooth Classic beside LE: phones call this bridging. It is unrelated to Wi-Fi.
    case pickerSetupBridging = 60
    /// The choice could not be set up. ``ASAccessoryEvent/error`` gives the reason. Nothing of the choice stays.
    case pickerSetupFailed = 70
    /// The picker pairs by Bluetooth.
    case pickerSetupPairing = 80
    /// The picker asks the person for a name.
    case pickerSetupRename = 90
}

/// One event of a session.
public final class ASAccessoryEvent: Sendable {
    /// What happened.
    public let eventType: ASAccessoryEventType
    /// With the events of accessories, the accessory. With ``ASAccessoryEventType/accessoryDiscovered`` it is an
    /// ``ASDiscoveredAccessory``.
    public let accessory: ASAccessory?
    /// What went wrong: an ``ASError``.
    public let error: (any Error)?
    /// While an accessory awaits its authorization, the link on which the app can reach it. Only on Linux.
    public let link: ASHotspotLink?

    init(
        _ eventType: ASAccessoryEventType, accessory: ASAccessory? = nil, error: ASError? = nil,
        link: ASHotspotLink? = nil
    ) {
        self.eventType = eventType
        self.accessory = accessory
        self.error = error
        self.link = link
    }
}

extension ASAccessoryEvent: Hashable {
    /// True for the same object.
    public static func == (left: ASAccessoryEvent, right: ASAccessoryEvent) -> Bool { left === right }
    /// Hashes which object it is.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

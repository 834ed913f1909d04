// SPDX-License-Identifier: Apache-2.0

/// What happened in a session. The numbers say nothing of the order: "From the phone to Linux" does.
public enum ASAccessoryEventType: Int, Hashable, Sendable, CaseIterable {
    /// Never sent.
    case unknown = 0
    /// The session is ready, and its ``ASAccessorySession/accessories`` can be read.
    case activated = 10
    /// The session is over; make a new one. The last event, sent once; ``ASAccessoryEvent/error`` says why unless the app
    /// ended it.
    case invalidated = 11
    /// Accessories that the app had set up by other means are its own now.
    case migrationComplete = 20
    /// An accessory was chosen and set up.
    case accessoryAdded = 30
    /// An accessory is the app's no more: the app, a person, or the end of a grant took it.
    case accessoryRemoved = 31
    /// An accessory's name, network or state changed. One in ``ASAccessory/AccessoryState/awaitingAuthorization`` waits
    /// for ``ASAccessorySession/finishAuthorization(for:settings:)``.
    case accessoryChanged = 32
    /// An accessory was heard, in filter mode.
    case accessoryDiscovered = 33
    /// The picker is on the screen.
    case pickerDidPresent = 40
    /// The picker is gone.
    case pickerDidDismiss = 50
    /// The picker brings up Bluetooth Classic beside LE: what phones call bridging. It has nothing to do with Wi-Fi.
    case pickerSetupBridging = 60
    /// What was chosen could not be set up; ``ASAccessoryEvent/error`` says why, and nothing of it stays.
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
    /// What it is about, with the events of accessories; with ``ASAccessoryEventType/accessoryDiscovered`` an
    /// ``ASDiscoveredAccessory``.
    public let accessory: ASAccessory?
    /// What went wrong: an ``ASError``.
    public let error: (any Error)?
    /// With an accessory that awaits its authorization, where it is to be reached meanwhile. Only on Linux.
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

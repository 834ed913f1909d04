// SPDX-License-Identifier: Apache-2.0

/// The kinds of events in an app's session, with phones' names.
public enum EventType: String, Hashable, Sendable, Codable, CaseIterable {
    case activated
    case invalidated
    case migrationComplete
    case accessoryAdded
    case accessoryRemoved
    case accessoryChanged
    case accessoryDiscovered
    case pickerDidPresent
    case pickerDidDismiss
    case pickerSetupBridging
    case pickerSetupFailed
    case pickerSetupPairing
    case pickerSetupRename
}

/// One event of a session.
public struct Event: Hashable, Sendable, Codable {
    public var type: EventType
    public var accessory: Accessory?
    public var error: AccessoryError?
    /// With `accessoryDiscovered`: 0 to 100.
    public var signal: Int?
    /// With `accessoryDiscovered`, if it was seen over Bluetooth: its advertisement, with the strength in dBm.
    public var advertisement: AdvertisementFields?
    public var rssi: Int?
    /// With an accessory that awaits the app's authorization: the link to it meanwhile.
    public var link: Link?

    public init(
        _ type: EventType, accessory: Accessory? = nil, error: AccessoryError? = nil, signal: Int? = nil,
        advertisement: AdvertisementFields? = nil, rssi: Int? = nil, link: Link? = nil
    ) {
        self.type = type
        self.accessory = accessory
        self.error = error
        self.signal = signal
        self.advertisement = advertisement
        self.rssi = rssi
        self.link = link
    }
}

// SPDX-License-Identifier: Apache-2.0

/// The kinds of events in an app's session, with phones' names. Phones have none for where an accessory is.
package enum EventType: String, Hashable, Sendable, Codable, CaseIterable {
    case activated
    case invalidated
    case migrationComplete
    case accessoryAdded
    case accessoryRemoved
    case accessoryChanged
    case accessoryDiscovered
    case accessoryArrived
    case accessoryMoved
    case accessoryGone
    case pickerDidPresent
    case pickerDidDismiss
    case pickerSetupBridging
    case pickerSetupFailed
    case pickerSetupPairing
    case pickerSetupRename
}

/// One event of a session.
package struct Event: Hashable, Sendable, Codable {
    package var type: EventType
    package var accessory: Accessory?
    package var error: AccessoryError?
    /// With `accessoryDiscovered`: 0 to 100.
    package var signal: Int?
    /// With `accessoryDiscovered`, if it was seen over Bluetooth: its advertisement, with the strength in dBm.
    package var advertisement: AdvertisementFields?
    package var rssi: Int?
    /// With an accessory that awaits the app's authorization: the link to it meanwhile.
    package var link: Link?
    /// With `accessoryArrived`, `accessoryMoved` and `accessoryGone`.
    package var location: Location?

    package init(
        _ type: EventType, accessory: Accessory? = nil, error: AccessoryError? = nil, signal: Int? = nil,
        advertisement: AdvertisementFields? = nil, rssi: Int? = nil, link: Link? = nil, location: Location? = nil
    ) {
        self.type = type
        self.accessory = accessory
        self.error = error
        self.signal = signal
        self.advertisement = advertisement
        self.rssi = rssi
        self.link = link
        self.location = location
    }
}

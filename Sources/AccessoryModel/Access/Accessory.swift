// SPDX-License-Identifier: Apache-2.0

/// One physical device as one app knows it.
package struct Accessory: Hashable, Sendable, Codable {
    /// A UUID that the agent makes; it reveals nothing of the hardware.
    package typealias ID = String
    /// Bytes of the largest picture, of an app or a person.
    package static let largestPicture = 256 << 10

    /// An app's access to it, with phones' names.
    package enum State: String, Hashable, Sendable, Codable, CaseIterable {
        case unauthorized
        case awaitingAuthorization
        case authorized
    }

    package var id: ID
    /// The name from a person, or from the first app; one name for all apps that share it.
    package var displayName: String
    /// A person's picture, or else the first app's: `image:` with an identifier for pickers, a path, or an icon's name.
    package var image: String?
    package var ssid: SSID?
    /// The access point that was chosen, if one was.
    package var bssid: MACAddress?
    /// This app's own UUID for the Bluetooth side, if there is one. Two apps cannot use it to find out that they have
    /// the same device.
    package var bluetoothIdentifier: String?
    /// The descriptor that matched; nil if it was granted without one.
    package var descriptor: Descriptor?
    /// Its address for Bluetooth Classic profiles once they are bridged, as the app gave it.
    package var bluetoothTransportBridgingIdentifier: MACAddress?
    package var state: State

    package init(
        id: ID, displayName: String, image: String? = nil, ssid: SSID?, bssid: MACAddress?,
        bluetoothIdentifier: String? = nil, descriptor: Descriptor? = nil,
        bluetoothTransportBridgingIdentifier: MACAddress? = nil, state: State
    ) {
        self.id = id
        self.displayName = displayName
        self.image = image
        self.ssid = ssid
        self.bssid = bssid
        self.bluetoothIdentifier = bluetoothIdentifier
        self.descriptor = descriptor
        self.bluetoothTransportBridgingIdentifier = bluetoothTransportBridgingIdentifier
        self.state = state
    }
}

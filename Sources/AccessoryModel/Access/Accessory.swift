// SPDX-License-Identifier: Apache-2.0

/// One physical device as one app knows it.
public struct Accessory: Hashable, Sendable, Codable {
    /// A UUID of the agent's making; says nothing of the hardware.
    public typealias ID = String

    /// What an app may do with it, by the field's names.
    public enum State: String, Hashable, Sendable, Codable, CaseIterable {
        case unauthorized
        case awaitingAuthorization
        case authorized
    }

    public var id: ID
    /// The name that people gave it, or the first app; one name for all apps that share it.
    public var displayName: String
    /// The first app's picture of it: `image:` and an identifier by which pickers fetch it, a path, or an icon's name.
    public var image: String?
    public var ssid: SSID?
    /// The access point that was chosen, when it was.
    public var bssid: MACAddress?
    /// A UUID by which this app alone knows the Bluetooth side, where there is one. Two apps cannot find out by it that
    /// they have the same device.
    public var bluetoothIdentifier: String?
    /// The rule by which it was found; nil when it was granted without one.
    public var descriptor: Descriptor?
    /// How Bluetooth Classic profiles reach it once they are bridged, as the app said it.
    public var bluetoothTransportBridgingIdentifier: MACAddress?
    public var state: State

    public init(
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

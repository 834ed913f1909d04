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
    public var displayName: String
    public var ssid: SSID?
    /// The access point that was chosen, when it was.
    public var bssid: MACAddress?
    public var state: State

    public init(id: ID, displayName: String, ssid: SSID?, bssid: MACAddress?, state: State) {
        self.id = id
        self.displayName = displayName
        self.ssid = ssid
        self.bssid = bssid
        self.state = state
    }
}

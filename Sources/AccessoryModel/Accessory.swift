// SPDX-License-Identifier: Apache-2.0

/// One physical device as one app knows it.
public struct Accessory: Hashable, Sendable, Codable {
    /// A UUID of the agent's making; says nothing of the hardware.
    public typealias ID = String

    /// What an app may do with it; the numbers are the field's.
    public enum State: Int, Hashable, Sendable, Codable, CaseIterable {
        case unauthorized = 0
        case awaitingAuthorization = 10
        case authorized = 20
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

// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// The second half of a two-phase set-up: what the app has found out of the accessory.
package struct FinishAuthorizationRequest: Codable, Hashable, Sendable {
    package var accessory: String
    /// The whole SSID, where the descriptor named a prefix.
    package var ssid: String?
    /// Six bytes, as an address is written.
    package var bluetoothTransportBridgingIdentifier: String?

    package init(accessory: String, ssid: String? = nil, bluetoothTransportBridgingIdentifier: String? = nil) {
        self.accessory = accessory
        self.ssid = ssid
        self.bluetoothTransportBridgingIdentifier = bluetoothTransportBridgingIdentifier
    }
}

/// An app would have more of its accessory, for which a person is asked.
package struct UpdateAuthorizationRequest: Codable, Hashable, Sendable {
    package var accessory: String
    package var descriptor: DescriptorFields

    package init(accessory: String, descriptor: DescriptorFields) {
        self.accessory = accessory
        self.descriptor = descriptor
    }
}

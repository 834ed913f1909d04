// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel
package import AccessoryProvisioning

/// The accessory that a person or a label names: by what it sends, and by what a label or a person knows of it beyond that.
package struct WantedAccessory: Hashable, Sendable {
    /// The SSIDs that its hotspot can have.
    package var ssids: [SSID]
    package var bluetoothName: String?
    /// Of its hotspot, or of its Bluetooth side.
    package var address: MACAddress?
    /// Nil: what it shows.
    package var family: Family?

    /// SSIDs at most.
    package static let limit = 8

    package init(
        ssids: [SSID] = [], bluetoothName: String? = nil, address: MACAddress? = nil, family: Family? = nil
    ) {
        self.ssids = ssids
        self.bluetoothName = bluetoothName
        self.address = address
        self.family = family
    }

    package var isNamed: Bool { !ssids.isEmpty || bluetoothName != nil || address != nil }

    package func isMeant(_ network: WiFiNetwork) -> Bool {
        network.bssid == address || (network.ssid.map { ssids.contains($0) } ?? false)
    }

    package func isMeant(_ device: Advertisement) -> Bool {
        device.address.address == address || (device.name != nil && device.name == bluetoothName)
    }
}

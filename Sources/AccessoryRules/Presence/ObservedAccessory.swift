// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// What shows one accessory on the air: its Bluetooth side, and its set-up hotspot.
package struct ObservedAccessory: Hashable, Sendable {
    package var id: Accessory.ID
    package var bluetooth: MACAddress?
    package var ssid: SSID?
    /// The access points by which it was joined. Without any, its SSID is enough.
    package var accessPoints: [MACAddress]
    /// It has the home network, so an open hotspot of it means that somebody has reset it.
    package var isResetByHotspot: Bool

    package init(
        id: Accessory.ID, bluetooth: MACAddress? = nil, ssid: SSID? = nil, accessPoints: [MACAddress] = [],
        isResetByHotspot: Bool = false
    ) {
        self.id = id
        self.bluetooth = bluetooth
        self.ssid = ssid
        self.accessPoints = accessPoints
        self.isResetByHotspot = isResetByHotspot
    }

    package init(_ record: AccessRecord, isResetByHotspot: Bool) {
        self.init(
            id: record.accessory.id, bluetooth: record.bluetoothAddress, ssid: record.accessory.ssid,
            accessPoints: record.accessPoints, isResetByHotspot: isResetByHotspot)
    }

    package func isReset(by network: WiFiNetwork) -> Bool { isResetByHotspot && isHotspot(network) }

    func isHotspot(_ network: WiFiNetwork) -> Bool {
        ssid != nil && network.ssid == ssid && (accessPoints.isEmpty || accessPoints.contains(network.bssid))
    }
}

// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

package struct ScanRequest: Codable, Hashable, Sendable {
    /// Look for what this app's manifest names.
    package var app: String?
    package var descriptors: [DescriptorFields]?
    /// The radio to look with; the agent chooses when absent.
    package var interface: String?

    package init(app: String? = nil, descriptors: [DescriptorFields]? = nil, interface: String? = nil) {
        self.app = app
        self.descriptors = descriptors
        self.interface = interface
    }
}

/// What was heard so far; the stream goes on until its connection closes.
package struct ScanReply: Codable, Hashable, Sendable {
    package var networks: [WiFiNetwork]
    /// Heard over Bluetooth.
    package var devices: [BluetoothDevice]
    /// Every channel was visited at least once.
    package var isComplete: Bool
    /// How many more there are, each weaker than those here. Nil for none.
    package var networksLeftOut: Int?
    package var devicesLeftOut: Int?

    package init(
        networks: [WiFiNetwork], devices: [BluetoothDevice] = [], isComplete: Bool, networksLeftOut: Int? = nil,
        devicesLeftOut: Int? = nil
    ) {
        self.networks = networks
        self.devices = devices
        self.isComplete = isComplete
        self.networksLeftOut = networksLeftOut
        self.devicesLeftOut = devicesLeftOut
    }
}

/// One Bluetooth device as one radio hears it.
package struct BluetoothDevice: Codable, Hashable, Sendable {
    package var address: MACAddress
    package var addressKind: BluetoothAddress.Kind
    package var advertisement: AdvertisementFields
    /// dBm.
    package var rssi: Int?
    package var isBonded: Bool
    package var adapter: String
    /// The access point among the networks that is its, where the bridge knows.
    package var bssid: MACAddress?

    package init(_ advertisement: Advertisement, bssid: MACAddress? = nil) {
        address = advertisement.address.address
        addressKind = advertisement.address.kind
        self.advertisement = AdvertisementFields(advertisement)
        rssi = advertisement.rssi
        isBonded = advertisement.isBonded
        adapter = advertisement.adapter
        self.bssid = bssid
    }
}

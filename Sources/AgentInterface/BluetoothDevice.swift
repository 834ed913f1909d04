// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

extension BluetoothDevice {
    /// `bssid`: the access point that is its, where the bridge knows.
    package init(_ advertisement: Advertisement, bssid: MACAddress? = nil) {
        self.init(
            address: advertisement.address.address, addressKind: advertisement.address.kind,
            advertisement: AdvertisementFields(advertisement), rssi: advertisement.rssi,
            isBonded: advertisement.isBonded, adapter: advertisement.adapter, bssid: bssid)
    }
}

extension BluetoothReach {
    /// Without a path the device is away.
    package init(path: String?) { self.init(isAway: path == nil, path: path) }
}

// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Radios

/// The input is a device's properties as bluetoothd sends them over the bus (`a{sv}`).
func checkDeviceProperties(_ input: [UInt8]) throws {
    guard let device = readAdvertisement(input) else { return }
    try hold(device.name?.isEmpty != true, "a device without a name has none")
    try hold(
        device.rssi.map { (-127...20).contains($0) } ?? true,
        "a signal is one that a radio can report: \(device.rssi ?? 0)")
    try hold(
        BluetoothAddress(device.address.address, isRandom: device.address.kind != .public) == device.address,
        "an address is of the kind that its bits encode")
    let fields = AdvertisementFields(device)
    try hold(fields.services.count == device.services.count, "every service is reported")
    try hold(fields.serviceData.count == device.serviceData.count, "every service's data is reported")
    try hold(fields.manufacturerData.count == device.manufacturerData.count, "every company's data is reported")
    try hold(fields.services.allSatisfy { BluetoothUUID($0) != nil }, "a service's UUID reads as it is written")
}

// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

@testable import Radios

/// bluetoothd's properties of one camera.
enum BlueZSamples {
    static let adapter = "/org/bluez/hci0"
    static let path = "/org/bluez/hci0/dev_24_0A_C4_12_34_00"
    static let improv = "00004677-0000-1000-8000-00805f9b34fb"

    static let camera: [String: Variant] = [
        "Address": .string("24:0A:C4:12:34:00"), "AddressType": .string("public"), "Name": .string("MyCam-0001"),
        "Alias": .string("MyCam-0001"), "Adapter": .path(adapter), "Paired": .bool(false), "Bonded": .bool(false),
        "Connected": .bool(false), "ServicesResolved": .bool(false), "RSSI": .short(-61),
        "UUIDs": .list(of: "s", [.string("0000fea6-0000-1000-8000-00805f9b34fb")]),
        "ManufacturerData": .list(of: "{qv}", [.tuple([.uint(0x02F2), .bytes([2, 1, 0x38])])]),
        "ServiceData": .dictionary([improv: .bytes([1, 0, 0])]), "AdvertisingFlags": .bytes([6]),
    ]

    static func with(_ changes: [String: Variant?]) -> [String: Variant] {
        var properties = camera
        for (key, value) in changes { properties[key] = value }
        return properties
    }
}

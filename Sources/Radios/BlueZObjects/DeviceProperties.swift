// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// One device's properties from org.bluez.Device1 (doc/device-api.txt of BlueZ 5.66). A property that cannot be read
/// counts as missing.
struct DeviceProperties: Hashable {
    var address: BluetoothAddress
    var name: String?
    /// Those of its advertisements, and after a connection those of its GATT database too.
    var services: Set<BluetoothUUID>
    var serviceData: [BluetoothUUID: [UInt8]]
    var manufacturerData: [UInt16: [UInt8]]
    var rssi: Int?
    var isBonded: Bool
    var isConnected: Bool
    var areServicesResolved: Bool
    /// Bluetooth Classic: its class of device; nil while only its LE side was seen.
    var classOfDevice: Int?

    /// Nil without an address: then it is no device.
    init?(_ properties: [String: Variant]) {
        guard let address = properties["Address"]?.text.flatMap({ MACAddress($0) }) else { return nil }
        self.address = BluetoothAddress(address, isRandom: properties["AddressType"]?.text == "random")
        // Without a name, Alias is made up.
        name = properties["Name"]?.text.flatMap { $0.isEmpty ? nil : $0 }
        services = Set(Self.members(properties["UUIDs"]).compactMap { $0.text.flatMap { BluetoothUUID($0) } })
        serviceData = [:]
        if case .dictionary(let entries) = properties["ServiceData"] {
            for (key, value) in entries {
                if let uuid = BluetoothUUID(key), case .bytes(let bytes) = value { serviceData[uuid] = bytes }
            }
        }
        manufacturerData = [:]
        for case .tuple(let entry) in Self.members(properties["ManufacturerData"]) {
            if entry.count == 2, let key = entry[0].number, let company = UInt16(exactly: key),
                case .bytes(let bytes) = entry[1]
            {
                manufacturerData[company] = bytes
            }
        }
        // 127 is the controller's word for not knowing it (Core Specification, Vol 4 Part E 7.7.65.2).
        rssi = properties["RSSI"]?.number.flatMap { (-127...20).contains($0) ? $0 : nil }
        isConnected = properties["Connected"] == .bool(true)
        areServicesResolved = properties["ServicesResolved"] == .bool(true)
        // Bonded came with BlueZ 5.65. A pairing that was not to last is one without Bonded.
        isBonded = (properties["Bonded"] ?? properties["Paired"]) == .bool(true)
        classOfDevice = properties["Class"]?.number
    }

    private static func members(_ value: Variant?) -> [Variant] {
        if case .list(_, let members) = value { members } else { [] }
    }

    /// A keyboard, a mouse or the like, which the machine itself uses (Human Interface Device, over GATT or Bluetooth Classic).
    var isInput: Bool { services.contains(.inputService) || services.contains(.classicInputService) }

    /// The properties that only an advertisement brings: a change of one proves a sighting.
    static let heardWith: Set<String> = [
        "RSSI", "ManufacturerData", "ServiceData", "AdvertisingFlags", "AdvertisingData",
    ]

    func advertisement(heardBy adapter: String, at time: Duration) -> Advertisement {
        Advertisement(
            address: address, name: name, services: services, serviceData: serviceData,
            manufacturerData: manufacturerData, rssi: rssi, isBonded: isBonded, adapter: adapter, heard: time)
    }
}

/// Reads a device's properties in the bus's form (`a{sv}`), as `BlueZ` reads bluetoothd's.
package func readAdvertisement(_ properties: [UInt8]) -> Advertisement? {
    guard case .dictionary(let entries) = Variant(reading: properties, as: "a{sv}") else { return nil }
    return DeviceProperties(entries)?.advertisement(heardBy: "hci0", at: .zero)
}

// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

/// The types of AccessoryModel that go over the wire, by the names that the descriptions give them: each once with every
/// field, and once with only those that it cannot lack.
struct ModelSample {
    var full: JSON
    var minimal: JSON

    static func all() throws -> [String: ModelSample] {
        let address = try #require(MACAddress("02:00:00:00:01:00"))
        let ssid = try SSID([0xFF, 0x41])
        let time = Timestamp(seconds: 1)
        let change = SecurityChange(expected: .wpa2, seen: .open)
        let reason = FailureReason(.nothingSeen, names: ["MyCam-…"], interface: "wlan0")
        let error = AccessoryError(.invalidRequest, "wrong", field: "ssid", change: change, reason: reason)
        let link = Link(
            interface: "wlan0", bssid: address, address: "192.168.4.2", prefixLength: 24, gateway: "192.168.4.1",
            security: .wpa2)
        let place = Location(
            address: try #require(IPAddress("192.168.1.23")), host: "plug.local", page: "http://192.168.1.23/",
            evidence: .station, isConfirmed: true, lastSeen: time)
        let barePlace = Location(
            address: try #require(IPAddress("fd00::1")), evidence: .name, isConfirmed: false, lastSeen: time)
        let accessory = Accessory(
            id: "a", displayName: "A", image: "i", ssid: ssid, bssid: address, bluetoothIdentifier: "b",
            descriptor: try Descriptor(ssid: SSID(text: "s")), bluetoothTransportBridgingIdentifier: address,
            state: .authorized)
        let bareAccessory = Accessory(id: "a", displayName: "A", ssid: nil, bssid: nil, state: .unauthorized)
        let service = try #require(BluetoothUUID("FEA6"))
        let advertisement = AdvertisementFields(
            Advertisement(
                address: BluetoothAddress(address, kind: .staticRandom), name: "n", services: [service],
                serviceData: [service: [1, 2]], manufacturerData: [0x02F2: [3, 4]], rssi: -50, isBonded: true))
        let silent = AdvertisementFields(
            Advertisement(
                address: BluetoothAddress(address, kind: .public), name: nil, services: [], serviceData: [:],
                manufacturerData: [:], rssi: nil, isBonded: false))
        return [
            "Accessory": try sample(accessory, bareAccessory),
            "AccessRecord": try sample(
                AccessRecord(
                    app: "a", uid: 1000, proof: Proof(.unit, "u.service"), accessory: accessory,
                    bluetoothAddress: address, bluetoothName: "B", security: .wpa2wpa3, accessPoints: [address],
                    frequency: 2412,
                    isHidden: true, origin: .picker, grantedBy: "uid 1000", granted: time, expires: time),
                AccessRecord(
                    app: "a", uid: nil, accessory: bareAccessory, security: nil, frequency: nil, isHidden: false,
                    origin: .administrator, grantedBy: "root", granted: time)),
            "Advertisement": try sample(advertisement, silent),
            "Descriptor": try sample(descriptor, DescriptorFields()),
            "Event": try sample(
                Event(
                    .accessoryAdded, accessory: accessory, error: error, signal: 50, advertisement: advertisement,
                    rssi: -50, link: link, location: place),
                Event(.pickerDidPresent)),
            "Failure": try sample(error, AccessoryError(.busy, "later")),
            "FailureReason": try sample(reason, FailureReason(.unanswered)),
            "HistoryEntry": try sample(
                HistoryEntry(
                    id: 1, time: time, action: .granted, app: "a", uid: 1000, accessory: "b", name: "n", who: "w",
                    proof: Proof(.unit, "u.service"), why: "y"),
                HistoryEntry(
                    time: time, action: .hotspotApplied, app: "a", uid: nil, accessory: nil, name: "n", who: "w",
                    proof: nil, why: "y")),
            "Hotspot": try sample(
                HotspotConfiguration(
                    app: "a", uid: 1, ssid: ssid, ssidPrefix: ssid, isProtected: true, isHidden: true, joinOnce: true,
                    applied: time, expires: time),
                HotspotConfiguration(
                    app: "a", uid: 1, ssid: nil, ssidPrefix: nil, isProtected: false, isHidden: false,
                    joinOnce: false, applied: time, expires: nil)),
            "Location": try sample(place, barePlace),
            "Link": try sample(
                link,
                Link(interface: "wlan0", bssid: address, address: "169.254.1.1", prefixLength: 16, gateway: nil)),
            "Network": try sample(
                WiFiNetwork(
                    ssid: ssid, bssid: address, frequency: 2412, signal: 50, security: .wpa3, interface: "wlan0"),
                WiFiNetwork(
                    ssid: nil, bssid: address, frequency: 2412, signal: 50, security: .open, interface: "wlan0")),
            "Proof": try sample(Proof(.unit, "u.service"), Proof(.user, "kiosk")),
            "SecurityChange": try sample(change, change),
            "UplinkCredentials": try sample(
                UplinkCredentials(
                    ssid: ssid, security: .wpa2, passphrase: try Passphrase("home-0042"), isHidden: true),
                UplinkCredentials(ssid: ssid, security: .open, passphrase: nil)),
        ]
    }

    /// With all fields, which no valid one has.
    private static var descriptor: DescriptorFields {
        var fields = DescriptorFields(ssid: "s", ssidPrefix: "p")
        fields.band = "5"
        fields.bluetoothServiceUUID = "180D"
        fields.bluetoothCompanyIdentifier = 76
        fields.bluetoothNameSubstring = "n"
        fields.bluetoothNameSubstringCompareOptions = BluetoothRule.NameComparison.allCases
        fields.bluetoothRange = .immediate
        fields.bluetoothManufacturerDataBlob = "01"
        fields.bluetoothManufacturerDataMask = "ff"
        fields.bluetoothServiceDataBlob = "02"
        fields.bluetoothServiceDataMask = "ff"
        fields.supportedOptions = Descriptor.SupportOption.allCases
        return fields
    }

    private static func sample<Value: Codable & Hashable>(_ full: Value, _ minimal: Value) throws -> ModelSample {
        ModelSample(
            full: try JSON(encoding: full).replacing("descriptor", with: try JSON(encoding: descriptor)),
            minimal: try JSON(encoding: minimal))
    }
}

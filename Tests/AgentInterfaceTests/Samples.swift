// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface

/// What a method takes and gives, as it goes over the wire: once with every field, once with only those that must be.
struct Sample {
    var input: (full: JSON, minimal: JSON)
    var output: (full: JSON, minimal: JSON)
}

extension Sample {
    static let app = AppStatus(
        id: "a", name: "A", icon: "a", file: "/a.conf", supports: ["WiFi", "Bluetooth"], identities: ["user kiosk"],
        descriptors: [descriptor], bluetoothNames: ["Cam"])
    static let nothing = (full: JSON.object([:]), minimal: JSON.object([:]))
    static let change = SecurityChange(expected: .wpa2, seen: .open)
    static let error = AccessoryError(.invalidRequest, "wrong", field: "ssid", change: change)
    static let bareAccessory = Accessory(id: "a", displayName: "A", ssid: nil, bssid: nil, state: .unauthorized)
    static let event = Event(
        .accessoryAdded, accessory: try? accessory(), error: error, signal: 50,
        advertisement: (try? advertisement()).map { AdvertisementFields($0) }, rssi: -50, link: try? link())
    static let migration = MigrationItem(
        name: "n", image: "i", ssid: "s", bluetoothAddress: "02:00:00:00:01:00")

    static func rename() throws -> JSON {
        try JSON(encoding: RenameRequest(accessory: "a", name: "n", options: [.ssid]))
    }

    static let bareAccessRecord = AccessRecord(
        app: "a", uid: nil, accessory: bareAccessory, security: nil, frequency: nil, isHidden: false,
        origin: .administrator, grantedBy: "root", granted: Timestamp(seconds: 1))

    static var descriptor: DescriptorFields {
        var fields = DescriptorFields(ssid: "s", ssidPrefix: "p")
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

    struct NoAddress: Error {}

    static func bssid() throws -> MACAddress {
        guard let address = MACAddress("02:00:00:00:01:00") else { throw NoAddress() }
        return address
    }

    static func accessory() throws -> Accessory {
        Accessory(
            id: "a", displayName: "A", image: "i", ssid: try SSID([0xFF, 0x41]), bssid: try bssid(),
            bluetoothIdentifier: "b", descriptor: try Descriptor(ssid: SSID(text: "s")),
            bluetoothTransportBridgingIdentifier: try bssid(), state: .authorized)
    }

    static func accessRecord() throws -> AccessRecord {
        AccessRecord(
            app: "a", uid: 1000, proof: Proof(.unit, "u.service"), accessory: try accessory(),
            bluetoothAddress: try bssid(), security: .wpa2wpa3, accessPoints: [try bssid()], frequency: 2412,
            isHidden: true, origin: .picker, grantedBy: "uid 1000", granted: Timestamp(seconds: 1),
            expires: Timestamp(seconds: 2))
    }

    static func bluetoothAddress() throws -> BluetoothAddress { BluetoothAddress(try bssid(), kind: .staticRandom) }

    static func bluetoothState() throws -> BluetoothState {
        BluetoothState(
            backend: "BlueZ", unavailable: .switchedOff,
            adapters: [BluetoothAdapter(name: "hci0", address: try bssid(), unavailable: .blocked)])
    }

    /// With service and manufacturer data, which go as maps.
    static func advertisement() throws -> Advertisement {
        guard let service = BluetoothUUID("FEA6") else { throw NoAddress() }
        return Advertisement(
            address: try bluetoothAddress(), name: "n", services: [service], serviceData: [service: [1, 2]],
            manufacturerData: [0x02F2: [3, 4]], rssi: -50, isBonded: true)
    }

    static func network() throws -> WiFiNetwork {
        WiFiNetwork(
            ssid: try SSID(text: "s"), bssid: try bssid(), frequency: 2412, signal: 50, security: .wpa3,
            interface: "wlan0")
    }

    static func link() throws -> Link {
        Link(
            interface: "wlan0", bssid: try bssid(), address: "192.168.4.2", prefixLength: 24, gateway: "192.168.4.1",
            security: .wpa2)
    }

    static func bareLink() throws -> Link {
        Link(interface: "wlan0", bssid: try bssid(), address: "169.254.1.1", prefixLength: 16, gateway: nil)
    }

    static func leaseUpdate() throws -> LeaseUpdate {
        LeaseUpdate(.joined, ssid: try SSID(text: "s"), link: try link(), cuts: "Home", error: error)
    }

    static func lease() throws -> (full: JSON, minimal: JSON) {
        (
            try JSON(encoding: LeaseReply(lease: try leaseUpdate())),
            try JSON(encoding: LeaseReply(lease: LeaseUpdate(.left, ssid: try SSID(text: "s"))))
        )
    }

    static func record() throws -> (full: JSON, minimal: JSON) {
        (
            try JSON(encoding: RecordReply(record: try accessRecord())),
            try JSON(encoding: RecordReply(record: bareAccessRecord))
        )
    }

    static func records() throws -> (full: JSON, minimal: JSON) {
        (
            try JSON(encoding: RecordList(records: [try accessRecord()])),
            try JSON(encoding: RecordList(records: [bareAccessRecord]))
        )
    }

    static func accessoryReply() throws -> (full: JSON, minimal: JSON) {
        (
            try JSON(encoding: AccessoryReply(accessory: try accessory())),
            try JSON(encoding: AccessoryReply(accessory: bareAccessory))
        )
    }

    static func appAccess() throws -> (full: JSON, minimal: JSON) {
        (
            try JSON(encoding: AppAccessQuery(app: "a", accessory: "b", ssid: "s")),
            try JSON(encoding: AppAccessQuery(app: "a"))
        )
    }

    static func hotspot() throws -> HotspotConfiguration {
        HotspotConfiguration(
            app: "a", uid: 1, ssid: try SSID(text: "s"), ssidPrefix: try SSID(text: "p"), isProtected: true,
            isHidden: true, joinOnce: true, applied: Timestamp(seconds: 1), expires: Timestamp(seconds: 2))
    }

    static let bareHotspot = HotspotConfiguration(
        app: "a", uid: 1, ssid: nil, ssidPrefix: nil, isProtected: false, isHidden: false, joinOnce: false,
        applied: Timestamp(seconds: 1), expires: nil)

    static func hotspots() throws -> (full: JSON, minimal: JSON) {
        (
            try JSON(
                encoding: HotspotList(hotspots: [HotspotStatus(hotspot: try hotspot(), passphrase: "passphrase")])),
            try JSON(encoding: HotspotList(hotspots: [HotspotStatus(hotspot: bareHotspot)]))
        )
    }
}

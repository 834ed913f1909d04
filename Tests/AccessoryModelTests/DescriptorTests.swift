// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

/// The rules of AccessorySetupKit for a descriptor, each with its field.
struct DescriptorTests {
    private let ssid: SSID
    private let uuid: BluetoothUUID

    init() throws {
        ssid = try SSID(text: "CAM-1")
        uuid = try #require(BluetoothUUID("180D"))
    }

    private func expect(
        _ fault: DescriptorFault, _ field: String, _ place: SourceLocation = #_sourceLocation,
        _ make: () throws -> Void
    ) {
        #expect(throws: fault, sourceLocation: place, performing: make)
        #expect(fault.field == field, sourceLocation: place)
        #expect(fault.description.contains(field), sourceLocation: place)
    }

    @Test func setsSomething() {
        expect(.empty, "ssid") { _ = try Descriptor() }
    }

    @Test func hasAnSSIDOrAPrefixButNotBoth() throws {
        expect(.ssidAndPrefix, "ssidPrefix") { _ = try Descriptor(ssid: ssid, ssidPrefix: ssid) }
        expect(.ssidAndPrefix, "ssidPrefix") {
            _ = try Descriptor(ssid: ssid, ssidPrefix: ssid, bluetooth: BluetoothRule(service: uuid))
        }
    }

    @Test func hasABandOnlyOfANetwork() throws {
        let service = try BluetoothRule(service: uuid)
        expect(.bandWithoutNetwork, "band") { _ = try Descriptor(band: .five, bluetooth: service) }
        let both = try Descriptor(ssid: ssid, band: .five, bluetooth: service)
        #expect(both.band == .five)
        let kept = DescriptorFields(both)
        #expect(try kept.descriptor(at: nil) == both)
        var wrong = kept
        wrong.band = "5 GHz"
        let error = #expect(throws: AccessoryError.self) { try wrong.descriptor(at: "items[0].descriptor") }
        #expect(error?.field == "items[0].descriptor.band" && error?.message.contains("2.4, 5 or 6") == true)
    }

    @Test(arguments: [
        (2412, Band.two), (2484, .two), (5180, .five), (5885, .five), (5935, .six), (5955, .six), (7115, .six),
    ])
    func countsANetworkOfItsBandAlone(frequency: Int, band: Band) throws {
        let bssid = try #require(MACAddress("02:00:00:00:01:00"))
        let network = WiFiNetwork(
            ssid: ssid, bssid: bssid, frequency: frequency, signal: 50, security: .open, interface: "wlan0")
        for wanted in Band.allCases {
            #expect(try Descriptor(ssid: ssid, band: wanted).allows(network) == (wanted == band))
        }
        #expect(try Descriptor(ssid: ssid).allows(network))
    }

    @Test func looksAtTheBandsAloneThatAllDescriptorsName() throws {
        let (two, five) = (try Descriptor(ssid: ssid, band: .two), try Descriptor(ssidPrefix: ssid, band: .five))
        let device = try Descriptor(bluetooth: BluetoothRule(service: uuid))
        #expect(LookRequest(for: [two, five, device], interface: "wlan0").bands == [.two, .five])
        #expect(LookRequest(for: [two, try Descriptor(ssid: ssid)], interface: "wlan0").bands.isEmpty)
        #expect(LookRequest(for: [], interface: "wlan0").bands.isEmpty)
    }

    @Test func isValidWithAnyOfTheRestAlone() throws {
        let exact = try Descriptor(ssid: ssid)
        #expect(exact.ssid == ssid && exact.ssidPrefix == nil && exact.bluetooth == nil)
        let prefix = try Descriptor(ssidPrefix: ssid)
        #expect(prefix.ssid == nil && prefix.ssidPrefix == ssid)
        #expect(try Descriptor(bluetooth: BluetoothRule(service: uuid)).wifi == nil)
        #expect(try Descriptor(bluetooth: BluetoothRule(companyIdentifier: 0)).bluetooth?.companyIdentifier == 0)
        let both = try Descriptor(ssid: ssid, bluetooth: BluetoothRule(service: uuid, nameSubstring: "CAM"))
        #expect(both.ssid == ssid && both.bluetooth?.nameSubstring == "CAM")
        #expect(throws: Never.self) { try Descriptor(ssidPrefix: ssid, bluetooth: BluetoothRule(service: uuid)) }
    }

    @Test func needsAServiceOrACompanyForBluetooth() {
        expect(.bluetoothWithoutServiceOrCompany, "bluetoothServiceUUID") { _ = try BluetoothRule() }
        expect(.bluetoothWithoutServiceOrCompany, "bluetoothServiceUUID") {
            _ = try BluetoothRule(nameSubstring: "CAM")
        }
        expect(.bluetoothWithoutServiceOrCompany, "bluetoothServiceUUID") {
            _ = try BluetoothRule(manufacturerDataBlob: [1], manufacturerDataMask: [1])
        }
    }

    @Test func hasNoEmptyName() {
        expect(.emptyName, "bluetoothNameSubstring") { _ = try BluetoothRule(service: uuid, nameSubstring: "") }
    }

    @Test func hasNoNameThatNoDeviceCanHave() {
        let name = String(repeating: "\u{E9}", count: 124)
        #expect(throws: Never.self) { try BluetoothRule(service: uuid, nameSubstring: name) }
        expect(.longName, "bluetoothNameSubstring") { _ = try BluetoothRule(service: uuid, nameSubstring: name + "a") }
    }

    @Test func needsACompanyForManufacturerData() {
        expect(.manufacturerDataWithoutCompany, "bluetoothCompanyIdentifier") {
            _ = try BluetoothRule(service: uuid, manufacturerDataBlob: [1], manufacturerDataMask: [1])
        }
    }

    @Test func needsAServiceForServiceData() {
        expect(.serviceDataWithoutService, "bluetoothServiceUUID") {
            _ = try BluetoothRule(companyIdentifier: 76, serviceDataBlob: [1], serviceDataMask: [1])
        }
    }

    @Test func looksForAnInputDeviceByAServiceOfItsOwn() {
        expect(.inputService, "bluetoothServiceUUID") {
            let every = try BluetoothRule(service: BluetoothUUID("1812"))
            _ = try Descriptor(bluetooth: every, supportedOptions: [.bluetoothHID])
        }
        #expect(throws: Never.self) {
            try Descriptor(bluetooth: BluetoothRule(service: uuid), supportedOptions: [.bluetoothHID])
        }
    }

    struct Halves: Sendable {
        var blob: [UInt8]?
        var mask: [UInt8]?
    }

    private static let tooLong = [UInt8](repeating: 1, count: BluetoothRule.longestPattern + 1)

    @Test(arguments: [
        Halves(blob: [1], mask: nil), Halves(blob: nil, mask: [1]), Halves(blob: [1, 2], mask: [1]),
        Halves(blob: [1], mask: [1, 2]), Halves(blob: [], mask: []), Halves(blob: tooLong, mask: tooLong),
    ])
    func needsBlobAndMaskOfOneLengthThatFitsAPayload(halves: Halves) {
        expect(.pattern(field: "bluetoothManufacturerDataMask"), "bluetoothManufacturerDataMask") {
            _ = try BluetoothRule(
                companyIdentifier: 76, manufacturerDataBlob: halves.blob, manufacturerDataMask: halves.mask)
        }
        expect(.pattern(field: "bluetoothServiceDataMask"), "bluetoothServiceDataMask") {
            _ = try BluetoothRule(service: uuid, serviceDataBlob: halves.blob, serviceDataMask: halves.mask)
        }
    }

    @Test(arguments: [1, 2, BluetoothRule.longestPattern])
    func takesBlobAndMaskOfOneLength(length: Int) throws {
        let bytes = [UInt8](repeating: 1, count: length)
        let rule = try BluetoothRule(
            service: uuid, companyIdentifier: 76, manufacturerDataBlob: bytes, manufacturerDataMask: bytes,
            serviceDataBlob: bytes, serviceDataMask: bytes)
        #expect(rule.manufacturerData?.blob == bytes && rule.manufacturerData?.mask == bytes)
        #expect(rule.serviceData?.blob == bytes && rule.serviceData?.mask == bytes)
    }
}

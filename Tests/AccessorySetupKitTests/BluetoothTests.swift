// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import Testing

@testable import AccessorySetupKit

/// An accessory's Bluetooth side, as apps get it.
struct BluetoothTests {
    private let short = "0000FEA6-0000-1000-8000-00805F9B34FB"
    private let long = "1775244D-6B43-439B-877C-060F2D9BED07"

    private func fields(
        name: String? = nil, services: [String] = [], data: [String: [UInt8]] = [:],
        manufacturer: [UInt16: [UInt8]] = [:]
    ) throws -> AdvertisementFields {
        let address = try #require(MACAddress("02:00:00:00:02:01"))
        var advertisement = Advertisement(address: BluetoothAddress(address, kind: .public), name: name)
        advertisement.services = Set(services.compactMap { BluetoothUUID($0) })
        for (service, bytes) in data {
            advertisement.serviceData[try #require(BluetoothUUID(service))] = bytes
        }
        advertisement.manufacturerData = manufacturer
        return AdvertisementFields(advertisement)
    }

    private func discovered(
        _ advertisement: AdvertisementFields?, ssid: SSID? = nil, company: UInt16? = nil
    ) throws -> ASDiscoveredAccessory {
        var accessory = Samples.accessory("one")
        accessory.ssid = ssid
        if let company {
            accessory.descriptor = try Descriptor(bluetooth: BluetoothRule(companyIdentifier: company))
        }
        let event = ASAccessoryEvent(
            Event(
                .accessoryDiscovered, accessory: accessory, signal: 60, advertisement: advertisement,
                rssi: advertisement == nil ? nil : -48),
            from: Samples.sockets)
        return try #require(event.accessory as? ASDiscoveredAccessory)
    }

    @Test func anAdvertisementHasTheKeysAndValuesThatPhonesHave() throws {
        let accessory = try discovered(
            fields(
                name: "GoPro 1058", services: [short, long], data: [short: [0xF7, 0xA9]],
                manufacturer: [0x02F2: [0x02, 0x01]]))
        #expect(accessory.bluetoothRSSI == -48)
        let data = try #require(accessory.bluetoothAdvertisementData)
        #expect(data.count == 4)
        #expect(data["kCBAdvDataLocalName"] as? String == "GoPro 1058")
        let services = try #require(data["kCBAdvDataServiceUUIDs"] as? [CBUUID])
        #expect(services.map(\.uuidString) == ["FEA6", long])
        let payloads = try #require(data["kCBAdvDataServiceData"] as? [CBUUID: Data])
        #expect(payloads == [CBUUID(string: "FEA6"): Data([0xF7, 0xA9])])
        // The company's identifier precedes its data, the lower byte first.
        #expect(data["kCBAdvDataManufacturerData"] as? Data == Data([0xF2, 0x02, 0x02, 0x01]))
    }

    @Test func whatIsNotAdvertisedHasNoKey() throws {
        #expect(try discovered(fields()).bluetoothAdvertisementData?.isEmpty == true)
    }

    @Test func ofSeveralMakersTheOneThatIsLookedForIsReported() throws {
        let advertisement = try fields(manufacturer: [0x004C: [1], 0x02F2: [2]])
        func data(of company: UInt16?) throws -> Data? {
            try discovered(advertisement, company: company).bluetoothAdvertisementData?[
                CBAdvertisementDataManufacturerDataKey] as? Data
        }
        #expect(try data(of: 0x02F2) == Data([0xF2, 0x02, 2]))
        #expect(try data(of: nil) == Data([0x4C, 0x00, 1]))
    }

    @Test func whatOneRadioSeesProvesNothingOfTheOther() throws {
        let wifi = try discovered(nil, ssid: SSID(text: "MyCam-0001"))
        #expect(wifi.bluetoothAdvertisementData == nil && wifi.bluetoothRSSI == nil && wifi.wifiSignal == 60)
        #expect(try discovered(fields(name: "Cam")).wifiSignal == nil)
        #expect(try discovered(fields(name: "Cam"), ssid: SSID(text: "MyCam-0001")).wifiSignal == 60)
    }

    @Test(arguments: [
        (EventType.pickerSetupPairing, ASAccessoryEventType.pickerSetupPairing),
        (.pickerSetupBridging, .pickerSetupBridging),
    ])
    func anAppIsNotifiedHowFarTheSetUpIs(_ type: EventType, _ expected: ASAccessoryEventType) {
        #expect(ASAccessoryEvent(Event(type), from: Samples.sockets).eventType == expected)
        var state = SessionState()
        _ = state.receive(.activate)
        _ = state.receive(.notified(SessionEvent(event: Event(.activated), accessories: []), attempt: 1))
        #expect(state.receive(.notified(SessionEvent(event: Event(type)), attempt: 1)) == [.deliver(Event(type))])
    }

    @Test func whatAnAccessoryCanDoGoesWithIt() throws {
        let descriptor = ASDiscoveryDescriptor()
        descriptor.bluetoothServiceUUID = CBUUID(string: "FEA6")
        descriptor.ssidPrefix = "GP"
        descriptor.supportedOptions = [.bluetoothPairingLE, .bluetoothTransportBridging]
        let item = ASPickerDisplayItem(
            name: "Camera", productImage: try #require(Samples.picture), descriptor: descriptor)
        let fields = try #require(try ShowPickerRequest([item], nil).items.first?.descriptor)
        #expect(fields.supportedOptions == [.bluetoothPairingLE, .bluetoothTransportBridging])
        #expect(fields.bluetoothServiceUUID == "FEA6" && fields.ssidPrefix == "GP")
    }

    @Test func aSessionThatIsOverReachesNothing() async throws {
        let session = ASAccessorySession(runtimeDirectory: "/nonexistent")
        let accessory = ASAccessory(Samples.accessory("one"), from: Samples.sockets)
        let idle = await #expect(throws: ASError.self) { try await session.bluetoothObjectPath(for: accessory) }
        #expect(idle?.code == .activationFailed)
        session.invalidate()
        let over = await #expect(throws: ASError.self) { try await session.bluetoothObjectPath(for: accessory) }
        #expect(over?.code == .invalidated)
    }
}

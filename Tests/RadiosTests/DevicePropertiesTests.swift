// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import Radios

@Suite struct DevicePropertiesTests {
    private func advertisement(_ changes: [String: Variant?] = [:]) throws -> Advertisement {
        try #require(DeviceProperties(BlueZSamples.with(changes))).advertisement(heardBy: "hci0", at: .seconds(7))
    }

    /// What is read of a device follows each signal about it.
    @Test func followsTheObject() {
        var objects = BlueZObjects()
        let path = BlueZSamples.path
        objects.apply(.added(path, [BlueZObjects.device: BlueZSamples.camera]))
        #expect(objects.device(at: path)?.isConnected == false)
        objects.apply(.changed(path, BlueZObjects.device, ["Connected": .bool(true)], invalidated: ["Name"]))
        #expect(objects.device(at: path)?.isConnected == true && objects.device(at: path)?.name == nil)
        objects.apply(.added(path, [BlueZObjects.service: [:]]))
        #expect(objects.device(at: path)?.isConnected == true)
        objects.apply(.removed(path, [BlueZObjects.device]))
        #expect(objects.device(at: path) == nil)
    }

    @Test func readsAnAdvertisement() throws {
        let address = try #require(MACAddress("24:0a:c4:12:34:00"))
        #expect(
            try advertisement()
                == Advertisement(
                    address: BluetoothAddress(address, kind: .public), name: "MyCam-0001",
                    services: [try #require(BluetoothUUID("FEA6"))],
                    serviceData: [try #require(BluetoothUUID("4677")): [1, 0, 0]],
                    manufacturerData: [0x02F2: [2, 1, 0x38]], rssi: -61, adapter: "hci0", heard: .seconds(7)))
    }

    @Test(arguments: [
        ("C4:00:00:00:00:01", BluetoothAddress.Kind.staticRandom), ("44:00:00:00:00:01", .resolvablePrivate),
        ("04:00:00:00:00:01", .nonResolvablePrivate),
    ])
    func distinguishesTheKindsOfRandomAddresses(address: String, kind: BluetoothAddress.Kind) throws {
        let device = try advertisement(["Address": .string(address), "AddressType": .string("random")])
        #expect(device.address.kind == kind)
    }

    @Test(arguments: [nil, Variant.short(127), .short(-128), .string("-61")])
    func doesNotTakeAnUnknownSignalForOne(rssi: Variant?) throws {
        #expect(try advertisement(["RSSI": rssi]).rssi == nil)
    }

    @Test func goesByThePairingOnlyWhereBlueZHidesTheBond() throws {
        #expect(try advertisement(["Bonded": .bool(true)]).isBonded)
        #expect(try !advertisement(["Bonded": .bool(false), "Paired": .bool(true)]).isBonded)
        #expect(try advertisement(["Bonded": nil, "Paired": .bool(true)]).isBonded)
    }

    @Test func takesNoNameFromTheAlias() throws {
        #expect(try advertisement(["Name": nil, "Alias": .string("24-0A-C4-12-34-00")]).name == nil)
        #expect(try advertisement(["Name": .string("")]).name == nil)
    }

    @Test func leavesOutWhatCannotBeRead() throws {
        let device = try advertisement([
            "UUIDs": .list(of: "s", [.string("no UUID"), .uint(3), .string("180d")]),
            "ManufacturerData": .list(of: "{qv}", [.tuple([.uint(70000), .bytes([1])]), .tuple([.uint(1)])]),
            "ServiceData": .dictionary(["": .bytes([1]), "fff6": .string("text")]), "RSSI": .bytes([]),
        ])
        #expect(device.services == [try #require(BluetoothUUID("180D"))])
        #expect(device.manufacturerData.isEmpty && device.serviceData.isEmpty)
    }

    @Test(arguments: [nil, Variant.string(""), .string("24:0A:C4"), .uint(1)])
    func findsNoDeviceWithoutAnAddress(address: Variant?) {
        #expect(DeviceProperties(BlueZSamples.with(["Address": address])) == nil)
    }

    @Test func readsNothingFromBytesThatAreNotProperties() {
        #expect(readAdvertisement([]) == nil)
        #expect(readAdvertisement([1, 2, 3, 0xFF]) == nil)
    }
}

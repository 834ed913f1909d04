// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import Testing

@testable import CoreBluetooth

struct AttributeTreeTests {
    private let list = [
        BluetoothService(
            handle: 1, uuid: "0000FFF0-0000-1000-8000-00805F9B34FB", isPrimary: true, includes: [20],
            characteristics: [
                BluetoothCharacteristic(
                    handle: 2, uuid: "0000FFF1-0000-1000-8000-00805F9B34FB", properties: [.read, .notify],
                    descriptors: [
                        BluetoothCharacteristic.Descriptor(handle: 4, uuid: "00002902-0000-1000-8000-00805F9B34FB")
                    ]),
                BluetoothCharacteristic(
                    handle: 5, uuid: "0000FFF2-0000-1000-8000-00805F9B34FB", properties: [.write], descriptors: []),
            ]),
        BluetoothService(
            handle: 10, uuid: "0000180F-0000-1000-8000-00805F9B34FB", isPrimary: true, includes: [],
            characteristics: []),
        BluetoothService(
            handle: 20, uuid: "0000180A-0000-1000-8000-00805F9B34FB", isPrimary: false, includes: [],
            characteristics: []),
    ]

    @Test func discoveriesAddUpAndKeepTheirObjects() throws {
        var tree = AttributeTree()
        #expect(tree.services == nil)
        tree.discover([CBUUID(string: "180F")], in: list, of: nil)
        let battery = try #require(tree.services?.first)
        #expect(tree.services?.map(\.uuid) == [CBUUID(string: "180F")])
        tree.discover(nil, in: list, of: nil)
        #expect(tree.services?.map(\.uuid.uuidString) == ["FFF0", "180F"])
        #expect(tree.services?.last === battery && tree.contains(battery))
    }

    @Test func everythingInAServiceIsFound() throws {
        var tree = AttributeTree()
        tree.discover(nil, in: list, of: nil)
        let service = try #require(tree.services?.first)
        #expect(service.characteristics == nil && service.includedServices == nil)
        tree.discoverCharacteristics([CBUUID(string: "FFF2")], in: service)
        #expect(service.characteristics?.map(\.uuid.uuidString) == ["FFF2"])
        tree.discoverCharacteristics([], in: service)
        let first = try #require(service.characteristics?.first)
        #expect(first.properties == [.read, .notify] && first.service === service)
        tree.discoverDescriptors(in: first)
        #expect(first.descriptors?.map(\.uuid.uuidString) == [CBUUIDClientCharacteristicConfigurationString])
        tree.discoverIncluded(nil, in: service)
        #expect(service.includedServices?.map(\.uuid.uuidString) == ["180A"])
        #expect(service.includedServices?.first?.isPrimary == false)
    }

    @Test func anAttributeOfAnEarlierLinkIsNotThere() throws {
        var earlier = AttributeTree()
        earlier.discover(nil, in: list, of: nil)
        let service = try #require(earlier.services?.first)
        var tree = AttributeTree()
        tree.discover(nil, in: list, of: nil)
        #expect(!tree.contains(service))
    }

    @Test(
        arguments: [
            ("2901", [0x41, 0x62], "Ab"), ("2902", [1, 0], 1), ("2900", [2], 2), ("2904", [4, 0], Data([4, 0])),
        ] as [(String, [UInt8], any Hashable & Sendable)])
    func aDescriptorsValueHasItsOwnType(uuid: String, bytes: [UInt8], expected: any Hashable & Sendable) throws {
        var tree = AttributeTree()
        tree.discover(nil, in: list, of: nil)
        let service = try #require(tree.services?.first)
        tree.discoverCharacteristics(nil, in: service)
        let descriptor = CBDescriptor(
            BluetoothCharacteristic.Descriptor(handle: 9, uuid: "0000\(uuid)-0000-1000-8000-00805F9B34FB"),
            of: try #require(service.characteristics?.first))
        #expect(descriptor.value == nil)
        descriptor.bytes = Data(bytes)
        #expect((descriptor.value as? AnyHashable) == AnyHashable(expected))
    }
}

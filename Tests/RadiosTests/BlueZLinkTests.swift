// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import Radios

/// Links to devices, with a bluetoothd that does what a test asks.
@Suite(.enabled(if: MockBluetoothd.python != nil, "Tests/BlueZMock/run plays these"), .timeLimit(.minutes(5)))
struct BlueZLinkTests {
    private static let lamp = "24:0A:C4:12:34:00"

    private func address() throws -> MACAddress { try #require(MACAddress(Self.lamp)) }

    private func isConnected(_ path: String, _ radio: BlueZ) async -> Bool {
        await radio.objects.device(at: path)?.isConnected == true
    }

    /// Reads a link until it ends; returns its updates and the reason of its end.
    private func read(
        _ link: AsyncThrowingStream<GATTLinkUpdate, any Error>, _ act: (GATTLinkUpdate) async throws -> Void
    ) async throws -> BluetoothFailure? {
        do {
            for try await update in link { try await act(update) }
            return nil
        } catch let failure as BluetoothFailure {
            return failure
        }
    }

    @Test func disconnectsWithTheLastReader() async throws {
        let mock = try await MockBluetoothd.started()
        let radio = BlueZ(address: mock.address)
        let path = try await mock.appears(Self.lamp, name: "Lamp", rssi: -50)
        try await mock.offers(path, 0x10)
        do {
            var first: AsyncThrowingStream<GATTLinkUpdate, any Error>? = await radio.link(
                to: try address(), LinkAttempt())
            var updates = first?.makeAsyncIterator()
            #expect(try await updates?.next() == .connected(mtu: 185))
            let second = await radio.link(to: try address(), LinkAttempt())
            var others = second.makeAsyncIterator()
            #expect(try await others.next() == .connected(mtu: 185))
            (updates, first) = (nil, nil)
            #expect(try await radio.services(of: try address()).map(\.handle) == [0x10])
            #expect(try await radio.read(0x11, of: try address()) == [7])
            #expect(await isConnected(path, radio))
        }
        try await radio.wait(for: path, BlueZObjects.device, ["Connected": .bool(false)])
        await #expect(throws: BluetoothFailure.self) { try await radio.services(of: try self.address()) }
    }

    @Test func leavesADeviceConnectedThatOthersConnected() async throws {
        let mock = try await MockBluetoothd.started()
        let radio = BlueZ(address: mock.address)
        let path = try await mock.appears(Self.lamp, name: "Lamp", rssi: -50)
        let properties: [String: Variant] = ["Connected": .bool(true), "ServicesResolved": .bool(true)]
        try await mock.changes(path, BlueZObjects.device, properties)
        do {
            let link = await radio.link(to: try address(), LinkAttempt())
            var updates = link.makeAsyncIterator()
            #expect(try await updates.next() == .connected(mtu: 23))
        }
        let uuid = BluetoothUUID(short: 0xFFF1)
        _ = try? await radio.exchange(
            [.read(service: uuid, characteristic: uuid)], with: BluetoothAddress(try address(), kind: .public))
        #expect(try await mock.property(path, BlueZObjects.device, "Connected") == .bool(true))
    }

    @Test(arguments: ["disconnected", "switched off", "killed"])
    func reportsWhyTheLinkIsLost(how: String) async throws {
        let mock = try await MockBluetoothd.started()
        let radio = BlueZ(address: mock.address)
        let path = try await mock.appears(Self.lamp, name: "Lamp", rssi: -50)
        try await mock.offers(path, 0x10)
        var values: Subscriptions.Stream?
        let failure = try await read(await radio.link(to: try address(), LinkAttempt())) { _ in
            values = try await radio.values(of: 0x11, from: try address())
            switch how {
            case "disconnected": try await mock.changes(path, BlueZObjects.device, ["Connected": .bool(false)])
            case "killed": try await mock.serves(false)
            case _: try await mock.changes(MockBluetoothd.adapter, BlueZObjects.adapter, ["Powered": .bool(false)])
            }
        }
        #expect(failure?.reason == (how == "disconnected" ? .notReached : .unavailable))
        let last = await #expect(throws: BluetoothFailure.self) {
            for try await _ in try #require(values) {}
        }
        #expect(last == failure)
    }

    @Test func doesNotWaitForTheSignalOfALink() async throws {
        let mock = try await MockBluetoothd.started()
        let radio = BlueZ(address: mock.address)
        let path = try await mock.appears(Self.lamp, name: "Lamp", rssi: -50)
        try await mock.behaves(path, "silent")
        let failure = try await read(await radio.link(to: try address(), LinkAttempt())) { update in
            #expect(update == .connected(mtu: 23))
            // The signal may come late, and is no other link.
            try await mock.changes(path, BlueZObjects.device, ["Connected": .bool(true), "RSSI": .short(-42)])
            try await radio.wait(for: path, BlueZObjects.device, ["RSSI": .short(-42)])
            #expect(try await radio.signalStrength(of: try address()) == -42)
            _ = try await radio.services(of: try address())
            try await mock.changes(path, BlueZObjects.device, ["Connected": .bool(false)])
        }
        #expect(failure?.reason == .notReached)
    }

    @Test func reportsServicesThatCameOnTheLink() async throws {
        let mock = try await MockBluetoothd.started()
        let radio = BlueZ(address: mock.address)
        let path = try await mock.appears(Self.lamp, name: "Lamp", rssi: -50)
        var updates: [GATTLinkUpdate] = []
        _ = try await read(await radio.link(to: try address(), LinkAttempt())) { update in
            updates.append(update)
            if updates.count == 1 {
                try await mock.offers(path, 0x10)
                try await mock.offers(path, 0x20)
            } else {
                try await mock.changes(path, BlueZObjects.device, ["Connected": .bool(false)])
            }
        }
        #expect(updates == [.connected(mtu: 23), .servicesChanged])
    }

    @Test func failsWhenTheDeviceIsAway() async throws {
        let mock = try await MockBluetoothd.started()
        let radio = BlueZ(address: mock.address)
        let path = try await mock.appears(Self.lamp, name: "Lamp", rssi: -50)
        try await mock.behaves(path, "away")
        let failure = try await read(await radio.link(to: try address(), LinkAttempt())) { _ in }
        #expect(failure?.reason == .notReached)
        try await mock.behaves(path, "works")
        let again = await radio.link(to: try address(), LinkAttempt())
        var updates = again.makeAsyncIterator()
        #expect(try await updates.next() == .connected(mtu: 23))
    }
}

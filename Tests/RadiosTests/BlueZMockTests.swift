// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import Radios

/// `BlueZ` with a bluetoothd that does what a test asks, for what the radio lab's virtual controllers cannot show.
@Suite(.enabled(if: MockBluetoothd.python != nil, "Tests/BlueZMock/run plays these"), .timeLimit(.minutes(5)))
struct BlueZMockTests {
    private static let camera = "24:0A:C4:12:34:00"
    private let listening = ListenRequest(rules: [])

    private func address() throws -> BluetoothAddress {
        BluetoothAddress(try #require(MACAddress("24:0a:c4:12:34:00")), kind: .public)
    }

    /// The first advertisement heard that fits.
    private func heard(
        _ stream: AsyncThrowingStream<[Advertisement], any Error>, where fits: (Advertisement) -> Bool
    ) async throws -> Advertisement? {
        for try await heard in stream {
            if let one = heard.first(where: fits) { return one }
        }
        return nil
    }

    @Test func reportsADeviceThatComesNearerAndItsNextAdvertisement() async throws {
        let mock = try await MockBluetoothd.started()
        let radio = BlueZ(address: mock.address)
        let stream = await radio.listen(listening)
        try await mock.discovers(true)
        let path = try await mock.appears(Self.camera, name: "MyCam", rssi: -80)
        let far = try #require(try await heard(stream) { $0.rssi == -80 })
        #expect(far.name == "MyCam" && far.manufacturerData == [0x02F2: [2, 1]] && far.adapter == "hci0")
        try await mock.changes(path, BlueZObjects.device, ["RSSI": .short(-35)])
        let near = try #require(try await heard(stream) { $0.rssi == -35 })
        #expect(near.heard >= far.heard)
        try await mock.advertises([2, 3], of: 0x02F2)
        _ = try #require(try await heard(stream) { $0.manufacturerData == [0x02F2: [2, 3]] })
        try await mock.changes(path, BlueZObjects.device, ["RSSI": .short(127)])
        _ = try #require(try await heard(stream) { $0.rssi == nil })
    }

    @Test func listensOnlyAsLongAsSomebodyReads() async throws {
        let mock = try await MockBluetoothd.started()
        let radio = BlueZ(address: mock.address)
        do {
            let stream = await radio.listen(listening)
            try await mock.discovers(true)
            withExtendedLifetime(stream) {}
        }
        try await mock.discovers(false)
    }

    @Test func leavesTheAirToWiFiAndListensAgainAfterIt() async throws {
        let mock = try await MockBluetoothd.started()
        let airtime = Airtime()
        let radio = BlueZ(airtime: airtime, address: mock.address)
        let stream = await radio.listen(listening)
        try await mock.discovers(true)
        let scan = try await airtime.take(.wifi)
        #expect(try await mock.property(MockBluetoothd.adapter, BlueZObjects.adapter, "Discovering") == .bool(false))
        airtime.end(scan)
        try await mock.discovers(true)
        withExtendedLifetime(stream) {}
    }

    @Test func keepsTheAdvertisedNameWhenTheDeviceIsConnected() async throws {
        let mock = try await MockBluetoothd.started()
        let radio = BlueZ(address: mock.address)
        let stream = await radio.listen(listening)
        try await mock.discovers(true)
        let path = try await mock.appears(Self.camera, name: "MyCam", rssi: -50)
        _ = try await heard(stream) { $0.name == "MyCam" }
        try await mock.changes(path, BlueZObjects.device, ["Connected": .bool(true)])
        try await mock.changes(path, BlueZObjects.device, ["Name": .string("A name of GATT")])
        try await mock.changes(path, BlueZObjects.device, ["RSSI": .short(-40)])
        #expect(try await heard(stream) { $0.rssi == -40 }?.name == "MyCam")
    }

    @Test func reportsThatTheAdapterIsSwitchedOff() async throws {
        let mock = try await MockBluetoothd.started()
        let radio = BlueZ(address: mock.address)
        var states = await radio.bluetoothStates().makeAsyncIterator()
        #expect(await states.next()?.unavailable == nil)
        let stream = await radio.listen(listening)
        try await mock.discovers(true)
        try await mock.changes(MockBluetoothd.adapter, BlueZObjects.adapter, ["Powered": .bool(false)])
        #expect(await states.next()?.unavailable == .switchedOff)
        await #expect(throws: BluetoothUnavailability.switchedOff) { try await self.heard(stream) { _ in false } }
        await #expect(throws: BluetoothUnavailability.switchedOff) {
            try await self.heard(await radio.listen(self.listening)) { _ in true }
        }
        try await mock.changes(MockBluetoothd.adapter, BlueZObjects.adapter, ["Powered": .bool(true)])
        #expect(await states.next()?.unavailable == nil)
    }

    @Test func noticesThatBluetoothdGoesAndComesBack() async throws {
        let mock = try await MockBluetoothd.started()
        let radio = BlueZ(address: mock.address)
        var states = await radio.bluetoothStates().makeAsyncIterator()
        #expect(await states.next()?.adapters.map(\.name) == ["hci0"])
        let stream = await radio.listen(listening)
        try await mock.discovers(true)
        try await mock.serves(false)
        #expect(
            await states.next()
                == BluetoothState(backend: "BlueZ", unavailable: .backendAway, adapters: []))
        await #expect(throws: BluetoothUnavailability.backendAway) { try await self.heard(stream) { _ in false } }
        #expect(await radio.path(of: try address().address) == nil)
        try await mock.serves(true)
        #expect(await states.next()?.unavailable == nil)
        let path = try await mock.appears(Self.camera, name: "MyCam", rssi: -50)
        try await radio.wait(for: path, BlueZObjects.device, ["RSSI": .short(-50)])
        #expect(await radio.path(of: try address().address) == path)
        let again = await radio.listen(listening)
        try await mock.changes(path, BlueZObjects.device, ["RSSI": .short(-44)])
        #expect(try await heard(again) { $0.rssi == -44 } != nil)
    }

    // MARK: Bonds

    private func failure(_ how: String, isBonded: Bool) async throws -> BluetoothFailure.Reason? {
        let mock = try await MockBluetoothd.started()
        let radio = BlueZ(address: mock.address)
        let path = try await mock.appears(Self.camera, name: "MyCam", rssi: -50, isBonded: isBonded)
        try await mock.behaves(path, how)
        do {
            for try await step in await radio.pair(try address(), asInput: false) {
                if step == .asks(.consent) { await radio.answer(.yes, to: try address()) }
                if case .paired = step { return nil }
            }
        } catch let failure as BluetoothFailure {
            return failure.reason
        }
        return .refused
    }

    @Test(arguments: ["cut", "cut late"])
    func reportsThatTheDeviceHasLostItsBond(how: String) async throws {
        #expect(try await failure(how, isBonded: true) == .staleBond)
    }

    @Test func takesOneCutLinkForNoLostBond() async throws {
        #expect(try await failure("cut once", isBonded: true) == nil)
    }

    @Test func doesNotTakeADeviceThatIsAwayForOneThatLostItsBond() async throws {
        #expect(try await failure("away", isBonded: true) == .notReached)
    }

    @Test(arguments: [true, false])
    func pairsWithWhatIsThere(isBonded: Bool) async throws {
        #expect(try await failure("works", isBonded: isBonded) == nil)
    }

    @Test func takesTheBondBackWhenThePersonDoesNotAgree() async throws {
        let mock = try await MockBluetoothd.started()
        let radio = BlueZ(address: mock.address)
        _ = try await mock.appears(Self.camera, name: "MyCam", rssi: -50)
        let address = try address()
        await #expect(throws: BluetoothFailure(.refused, "nobody has agreed to the pairing")) {
            for try await step in await radio.pair(address, asInput: false) where step == .asks(.consent) {
                await radio.answer(.no, to: address)
            }
        }
        #expect(await radio.path(of: address.address) == nil)
    }

    @Test func answersNobodyButBluetoothd() async throws {
        let mock = try await MockBluetoothd.started()
        let radio = BlueZ(address: mock.address)
        let path = try await mock.appears(Self.camera, name: "MyCam", rssi: -50)
        let address = try address()
        for try await step in await radio.pair(address, asInput: false) where step == .asks(.consent) {
            let name = try #require(await radio.uniqueName)
            let error = try await mock.strangerAsksAgent(of: name, about: path)
            #expect(error == "org.freedesktop.DBus.Error.AccessDenied")
            await radio.answer(.yes, to: address)
        }
    }

    @Test func forgetsADevice() async throws {
        let mock = try await MockBluetoothd.started()
        let radio = BlueZ(address: mock.address)
        let path = try await mock.appears(Self.camera, name: "MyCam", rssi: -50, isBonded: true)
        #expect(await radio.path(of: try address().address) == path)
        try await radio.forget(try address().address)
        #expect(await radio.path(of: try address().address) == nil)
        try await radio.forget(try address().address)
    }

    @Test func aBondThatTwoRemoveIsOnesToTell() async throws {
        let mock = try await MockBluetoothd.started()
        let radio = BlueZ(address: mock.address)
        let path = try await mock.appears(Self.camera, name: "MyCam", rssi: -50, isBonded: true)
        try await mock.behaves(path, "goes for all")
        let address = try address().address
        #expect(await radio.path(of: address) == path)
        async let first = radio.unbond(address)
        async let second = radio.unbond(address)
        #expect(try await [first, second].count { $0 } == 1)
    }

    // MARK: Conversations

    @Test func reportsWhichCharacteristicTheDeviceDoesNotHave() async throws {
        let mock = try await MockBluetoothd.started()
        let radio = BlueZ(address: mock.address)
        _ = try await mock.appears(Self.camera, name: "MyCam", rssi: -50)
        let uuid = try #require(BluetoothUUID("FFF1"))
        let failure = await #expect(throws: BluetoothFailure.self) {
            _ = try await radio.exchange([.read(service: uuid, characteristic: uuid)], with: try self.address())
        }
        #expect(failure?.reason == .unsupported)
    }

    @Test func bridgesTheTransportOnlyWhereTheDeviceHasClassic() async throws {
        let mock = try await MockBluetoothd.started()
        let radio = BlueZ(address: mock.address)
        let path = try await mock.appears(Self.camera, name: "Speaker", rssi: -50)
        let address = try address()
        let failure = await #expect(throws: BluetoothFailure.self) { try await radio.bridgeTransport(of: address) }
        #expect(failure?.reason == .unsupported)
        try await mock.changes(path, BlueZObjects.device, ["AdvertisingFlags": .bytes([0x02])])
        try await radio.wait(for: path, BlueZObjects.device, ["AdvertisingFlags": .bytes([0x02])])
        #expect(try await radio.bridgeTransport(of: address) == address.address)
        try await mock.changes(MockBluetoothd.adapter, BlueZObjects.adapter, ["Class": .uint(0)])
        try await radio.wait(for: MockBluetoothd.adapter, BlueZObjects.adapter, ["Class": .uint(0)])
        let other = await #expect(throws: BluetoothFailure.self) { try await radio.bridgeTransport(of: address) }
        #expect(other?.detail == "this machine's Bluetooth radio has no Bluetooth Classic")
    }
}

extension BlueZ {
    /// Our own name on the bus.
    var uniqueName: String? { bus?.uniqueName }

    /// Waits until it knows these properties of an object. The mock changes them earlier.
    func wait(for path: String, _ interface: String, _ properties: [String: Variant]) async throws {
        _ = try await wait(.seconds(60)) { radio in
            let known = radio.objects.properties(path, interface) ?? [:]
            return properties.allSatisfy { known[$0.key] == $0.value } ? true : nil
        }
    }
}

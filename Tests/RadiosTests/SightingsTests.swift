// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import Radios

@Suite struct SightingsTests {
    private typealias Samples = BlueZSamples

    /// bluetoothd's objects, and the sightings from them.
    private struct Room {
        var objects = BlueZObjects()
        var sightings = Sightings()

        mutating func receive(_ change: BlueZObjects.Change, at seconds: Int) {
            objects.apply(change)
            sightings.receive(change, in: objects, adapter: BlueZSamples.adapter, at: .seconds(seconds))
        }

        mutating func appears(_ changes: [String: Variant?] = [:], at seconds: Int) {
            receive(.added(BlueZSamples.path, [BlueZObjects.device: BlueZSamples.with(changes)]), at: seconds)
        }

        mutating func changes(_ properties: [String: Variant], without: [String] = [], at seconds: Int) {
            receive(.changed(BlueZSamples.path, BlueZObjects.device, properties, invalidated: without), at: seconds)
        }

        var device: Advertisement? { sightings.heard(since: .zero).first }
    }

    @Test func reportsADeviceAndHowItMoves() {
        var room = Room()
        room.appears(at: 1)
        #expect(room.device?.rssi == -61)
        room.changes(["RSSI": .short(-40)], at: 2)
        #expect(room.device?.rssi == -40)
        #expect(room.device?.heard == .seconds(2))
        #expect(room.sightings.heard(since: .seconds(3)).isEmpty)
    }

    /// It may be in the list for hours, since BlueZ keeps what it has a bond with.
    @Test func doesNotTakeAnOldAcquaintanceForASighting() {
        var room = Room()
        room.appears(["RSSI": nil, "Bonded": .bool(true)], at: 1)
        #expect(room.device == nil)
        room.changes(["RSSI": .short(-70)], at: 5)
        #expect(room.device?.heard == .seconds(5))
    }

    @Test func keepsWhatItAdvertisesWhenGATTDiffers() throws {
        var room = Room()
        room.appears(at: 1)
        let advertised = try #require(room.device)
        room.changes(["Connected": .bool(true)], at: 2)
        room.changes(["Name": .string("Camera of the GAP service")], at: 3)
        room.changes(["UUIDs": .list(of: "s", [.string("1800"), .string("1801"), .string("fff0")])], at: 3)
        #expect(room.device == advertised)
        room.changes(["Connected": .bool(false)], at: 4)
        room.changes(["RSSI": .short(-50)], at: 5)
        #expect(room.device?.services == advertised.services)
    }

    @Test func takesANewNameThatItAdvertises() {
        var room = Room()
        room.appears(at: 1)
        room.changes(["Name": .string("MyCam-0002"), "RSSI": .short(-61)], at: 2)
        #expect(room.device?.name == "MyCam-0002")
    }

    @Test func goesByTheIdentityAddressOnceThereIsABond() throws {
        var room = Room()
        room.appears(["Address": .string("44:00:00:00:00:01"), "AddressType": .string("random")], at: 1)
        #expect(room.device?.address.kind == .resolvablePrivate)
        room.changes(
            ["Address": .string("24:0A:C4:12:34:00"), "AddressType": .string("public"), "Bonded": .bool(true)], at: 2)
        #expect(room.device?.address.kind == .public)
        #expect(room.device?.isBonded == true)
    }

    @Test func remembersTheLastSignalWhenListeningPauses() {
        var room = Room()
        room.appears(at: 1)
        room.changes([:], without: ["RSSI"], at: 2)
        #expect(room.device?.rssi == -61)
        #expect(room.device?.heard == .seconds(1))
    }

    @Test func dropsWhatIsGoneButNotWhatIsConnected() {
        var room = Room()
        room.appears(at: 1)
        room.changes(["Connected": .bool(true)], at: 2)
        room.sightings.forget(before: .seconds(40), in: room.objects)
        #expect(room.device != nil)
        room.changes(["Connected": .bool(false)], at: 41)
        room.sightings.forget(before: .seconds(42), in: room.objects)
        #expect(room.device == nil)
        room.appears(at: 50)
        room.receive(.removed(Samples.path, [BlueZObjects.device]), at: 80)
        #expect(room.device == nil)
    }

    @Test func takesSightingsOnlyFromTheRadioThatListens() {
        var room = Room()
        room.receive(
            .added("/org/bluez/hci1/dev_24_0A_C4_12_34_00", [BlueZObjects.device: Samples.camera]), at: 1)
        #expect(room.device == nil)
    }

    @Test func changesTheVersionOnlyForWhatIsNew() {
        var room = Room()
        room.appears(at: 1)
        let version = room.sightings.version
        room.changes(["Trusted": .bool(true)], at: 2)
        #expect(room.sightings.version == version)
        room.changes(["RSSI": .short(-61)], at: 3)
        #expect(room.sightings.version > version)
    }
}

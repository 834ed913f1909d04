// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import Radios

@Suite struct StrangersTests {
    private let path = BlueZSamples.path
    private let address: MACAddress

    init() throws { address = try #require(MACAddress("24:0a:c4:12:34:00")) }

    private static let keyboard = Variant.list(of: "s", [.string("00001812-0000-1000-8000-00805f9b34fb")])

    /// One device, with these changes after the meeting.
    private func effects(
        _ terms: Strangers.Terms = Strangers.Terms(), _ changes: [[String: Variant]]
    ) -> [Strangers.Effect] {
        var objects = BlueZObjects()
        objects.apply(.added(path, [BlueZObjects.device: BlueZSamples.camera]))
        var strangers = Strangers()
        strangers.meet(path, address, terms)
        return changes.flatMap { properties in
            let change = BlueZObjects.Change.changed(path, BlueZObjects.device, properties, invalidated: [])
            objects.apply(change)
            return strangers.receive(change, in: objects)
        }
    }

    private func expels(_ breach: Strangers.Breach) -> Strangers.Effect { .expel(path: path, address, breach) }

    @Test func expelsADeviceThatBondsByItselfOnce() {
        let changes: [[String: Variant]] = [
            ["Connected": .bool(true)], ["Bonded": .bool(true)], ["Paired": .bool(true)], ["Connected": .bool(false)],
        ]
        #expect(effects(changes) == [expels(.bonds)], "its removal settles, so the end of its link need not")
    }

    private func effects(_ changes: [[String: Variant]]) -> [Strangers.Effect] { effects(Strangers.Terms(), changes) }

    /// bluetoothd stores the bond under it, and knows the device by it after a restart.
    @Test func owesTheOwnAddressOfADeviceThatHadAPrivateOne() throws {
        let own = try #require(MACAddress("00:aa:01:01:00:01"))
        let changes: [[String: Variant]] = [
            ["Connected": .bool(true)], ["Address": .string("00:AA:01:01:00:01")], ["Bonded": .bool(true)],
        ]
        #expect(effects(changes) == [.owe(own), expels(.bonds), .settle(own)])
    }

    @Test func leavesADeviceAloneThatAPersonPairsWith() {
        let changes: [[String: Variant]] = [["Bonded": .bool(true)], ["Connected": .bool(false)]]
        #expect(
            effects(Strangers.Terms(mayBond: true), changes) == [.bond(address, isPlain: true), .settle(address)])
    }

    @Test func expelsAKeyboardThatShowsOnlyOnceItIsConnected() {
        let changes = [["Connected": .bool(true)], ["UUIDs": Self.keyboard]]
        #expect(effects(changes) == [expels(.isInput)])
        #expect(effects(Strangers.Terms(mayBond: true), changes) == [expels(.isInput)])
        #expect(effects(Strangers.Terms(mayBond: true, mayBeInput: true), changes).isEmpty)
    }

    @Test func expelsADeviceWhoseServiceIsAKeyboards() {
        var objects = BlueZObjects()
        objects.apply(.added(path, [BlueZObjects.device: BlueZSamples.camera]))
        var strangers = Strangers()
        strangers.meet(path, address, Strangers.Terms())
        let uuid = ["UUID": Variant.string("00001812-0000-1000-8000-00805f9b34fb")]
        let added = BlueZObjects.Change.added("\(path)/service000a", [BlueZObjects.service: uuid])
        #expect(strangers.receive(added, in: objects) == [expels(.isInput)])
    }

    private func changes(
        _ strangers: inout Strangers, _ objects: inout BlueZObjects, _ properties: [[String: Variant]]
    ) -> [Strangers.Effect] {
        properties.flatMap { properties in
            let change = BlueZObjects.Change.changed(path, BlueZObjects.device, properties, invalidated: [])
            objects.apply(change)
            return strangers.receive(change, in: objects)
        }
    }

    /// Whoever bonded it agreed to a camera.
    @Test(arguments: [true, false]) func expelsABondedDeviceThatBecomesAKeyboard(_ isMetBonded: Bool) throws {
        var (objects, strangers) = (BlueZObjects(), Strangers())
        objects.apply(.added(path, [BlueZObjects.device: BlueZSamples.camera]))
        if isMetBonded {
            #expect(changes(&strangers, &objects, [["Bonded": .bool(true)]]).isEmpty)
            #expect(
                strangers.know(path, try #require(objects.device(at: path)), Strangers.Terms()) == [
                    .bond(address, isPlain: true)
                ])
        } else {
            strangers.meet(path, address, Strangers.Terms(mayBond: true))
            let paired: [[String: Variant]] = [["Bonded": .bool(true)], ["Connected": .bool(false)]]
            #expect(changes(&strangers, &objects, paired) == [.bond(address, isPlain: true), .settle(address)])
        }
        let returns: [[String: Variant]] = [
            ["Connected": .bool(true)], ["UUIDs": Self.keyboard], ["Connected": .bool(true)],
        ]
        #expect(changes(&strangers, &objects, returns) == [expels(.isInput), .bond(address, isPlain: false)])
        let bond = strangers.endExpulsion(path)
        #expect(bond)
    }

    @Test func leavesABondedKeyboardAlone() throws {
        var (objects, strangers) = (BlueZObjects(), Strangers())
        objects.apply(.added(path, [BlueZObjects.device: BlueZSamples.camera]))
        _ = changes(&strangers, &objects, [["Bonded": .bool(true)], ["UUIDs": Self.keyboard]])
        let known = strangers.know(path, try #require(objects.device(at: path)), Strangers.Terms())
        #expect(known.isEmpty)
        #expect(changes(&strangers, &objects, [["Connected": .bool(true)]]).isEmpty)
    }

    /// The agent was dead as it became one, or bluetoothd brings it later, or it becomes one later.
    @Test func expelsAKeyboardThatAnEarlierRunKnewAsACamera() throws {
        let turnsOut = [expels(.isInput), .bond(address, isPlain: false)]
        for isKeyboard in [true, false] {
            let device: [String: Variant] = ["Bonded": .bool(true)]
            let camera = BlueZSamples.with(isKeyboard ? device.merging(["UUIDs": Self.keyboard]) { $1 } : device)
            let added = BlueZObjects.Change.added(path, [BlueZObjects.device: camera])
            var (objects, strangers) = (BlueZObjects(), Strangers())
            objects.apply(added)
            #expect(strangers.recall([address], in: objects) == (isKeyboard ? turnsOut : []))
            if !isKeyboard { #expect(changes(&strangers, &objects, [["UUIDs": Self.keyboard]]) == turnsOut) }
            var late = Strangers()
            #expect(late.recall([address], in: BlueZObjects()).isEmpty)
            #expect(late.receive(added, in: objects) == turnsOut)
        }
    }

    @Test func leavesAKeyboardAloneThatNoRunKnew() {
        var (objects, strangers) = (BlueZObjects(), Strangers())
        let device = BlueZSamples.with(["Bonded": .bool(true), "UUIDs": Self.keyboard])
        objects.apply(.added(path, [BlueZObjects.device: device]))
        #expect(strangers.recall([], in: objects).isEmpty)
        #expect(changes(&strangers, &objects, [["Connected": .bool(true)]]).isEmpty)
    }

    /// Its person may have removed it to pair it as what it is.
    @Test func forgetsABondedDeviceWithItsBond() throws {
        var (objects, strangers) = (BlueZObjects(), Strangers())
        objects.apply(.added(path, [BlueZObjects.device: BlueZSamples.camera]))
        _ = changes(&strangers, &objects, [["Bonded": .bool(true)]])
        _ = strangers.know(path, try #require(objects.device(at: path)), Strangers.Terms())
        _ = strangers.receive(.removed(path, [BlueZObjects.device]), in: objects)
        #expect(changes(&strangers, &objects, [["UUIDs": Self.keyboard]]).isEmpty)
    }

    /// bluetoothd needs two seconds to disconnect it.
    @Test(arguments: [true, false])
    func knowsTheBondThatCameWhileItExpelledADevice(_ bonds: Bool) {
        var objects = BlueZObjects()
        objects.apply(.added(path, [BlueZObjects.device: BlueZSamples.camera]))
        var strangers = Strangers()
        strangers.meet(path, address, Strangers.Terms())
        for properties in [["UUIDs": Self.keyboard], ["Bonded": .bool(bonds)], ["Connected": .bool(false)]] {
            let change = BlueZObjects.Change.changed(path, BlueZObjects.device, properties, invalidated: [])
            objects.apply(change)
            _ = strangers.receive(change, in: objects)
        }
        let (bond, again) = (strangers.endExpulsion(path), strangers.endExpulsion(path))
        #expect(bond == bonds && !again)
    }

    @Test(arguments: ["1812", "1124"]) func refusesAKeyboardBeforeItIsConnected(service: String) throws {
        let services = Variant.list(of: "s", [.string("0000\(service)-0000-1000-8000-00805f9b34fb")])
        let device = try #require(DeviceProperties(BlueZSamples.with(["UUIDs": services])))
        #expect(Strangers.breach(device, Strangers.Terms(mayBond: true)) == .isInput)
        #expect(Strangers.breach(device, Strangers.Terms(mayBeInput: true)) == nil)
    }

    @Test func keepsWhatWasAgreedToBefore() {
        var strangers = Strangers()
        strangers.meet(path, address, Strangers.Terms(mayBond: true))
        strangers.meet(path, address, Strangers.Terms())
        var objects = BlueZObjects()
        objects.apply(.added(path, [BlueZObjects.device: BlueZSamples.with(["Bonded": .bool(true)])]))
        let change = BlueZObjects.Change.changed(
            path, BlueZObjects.device, ["Bonded": .bool(true)], invalidated: [])
        #expect(strangers.receive(change, in: objects) == [.bond(address, isPlain: true)])
    }

    @Test func partsWithDevicesThatGoAndWithAllWhenBluetoothdGoes() {
        var strangers = Strangers()
        strangers.meet(path, address, Strangers.Terms())
        #expect(strangers.receive(.removed(path, [BlueZObjects.device]), in: BlueZObjects()) == [.settle(address)])
        #expect(strangers.part(path).isEmpty)
        strangers.meet(path, address, Strangers.Terms())
        #expect(strangers.partWithAll() == [.settle(address)])
        #expect(strangers.partWithAll().isEmpty)
    }
}

// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import SimulatedRadios

@Suite struct BluetoothListenTests {
    private func air(_ keys: String = "", radio: String = "", more: String = "") throws -> BluetoothAir {
        try Air(try bluetoothAir(keys, radio: radio, more: more)).bluetooth
    }

    @Test func reportsAllThatADeviceAdvertises() throws {
        var subject = try air(
            "Name=MyCam-0042\nServices=FEA6; 180D\nServiceData=FEA6:0102; 4677:\nManufacturerData=02F2:38;004C:'ab'\nRSSI=-50"
        )
        let heard = try #require(try subject.listen(until: .seconds(1)).first?.heard.first)
        #expect(heard.address == BluetoothAddress(try mac(1), kind: .public))
        #expect(heard.name == "MyCam-0042" && heard.adapter == "hci0" && !heard.isBonded)
        #expect(heard.services == [try uuid("FEA6"), try uuid("180D")])
        #expect(heard.serviceData == [try uuid("FEA6"): [1, 2], try uuid("4677"): []])
        #expect(heard.manufacturerData == [0x02F2: [0x38], 0x004C: [0x61, 0x62]])
        #expect((-52 ... -48).contains(try #require(heard.rssi)) && heard.heard == .milliseconds(500))
    }

    @Test func reportsADeviceInRangeAgainAndAgain() throws {
        var subject = try air(
            "Appears=1s\nGoes=2s\nReturns=3s", more: "[Device b]\nAddress=02:00:00:00:0B:02\nRSSI=unknown")
        let heard = try subject.listen(until: .seconds(3)).map { "\($0.at) \($0.heard.count)" }
        #expect(
            heard == [
                "0.5 seconds 1", "1.0 seconds 2", "1.5 seconds 2", "2.0 seconds 1", "2.5 seconds 1", "3.0 seconds 2",
            ])
    }

    @Test func reportsADeviceWithoutSignalStrength() throws {
        var subject = try air("RSSI=unknown")
        #expect(try subject.listen(until: .seconds(1)).first?.heard.first?.rssi == .some(nil))
    }

    @Test func variesTheStrengthTheSameWayInEveryRun() throws {
        var subject = try air()
        let first = try subject.listen(until: .seconds(30)).compactMap { $0.heard.first?.rssi }
        var again = try air()
        #expect(try again.listen(until: .seconds(30)).compactMap { $0.heard.first?.rssi } == first)
        #expect(Set(first).count > 2 && first.allSatisfy((-62 ... -58).contains))
    }

    @Test func reportsARotatingAddressThatIdentifiesNobody() throws {
        var subject = try air("RotatesEvery=2s")
        let heard = try subject.listen(until: .seconds(6)).compactMap(\.heard.first?.address)
        #expect(Set(heard).count == 4 && heard.allSatisfy { $0.kind == .resolvablePrivate })
        #expect(heard.allSatisfy { BluetoothAddress($0.address, isRandom: true).kind == .resolvablePrivate })
        #expect(heard[0] != heard[4] && heard[3] == heard[4])
    }

    @Test func knowsABondedDeviceWhoseAddressRotates() throws {
        var subject = try air("RotatesEvery=2s\nBonded=true")
        let heard = try #require(try subject.listen(until: .seconds(1)).first?.heard.first)
        #expect(heard.address == BluetoothAddress(try mac(1), kind: .public) && heard.isBonded)
        subject.forget(try mac(1), at: .seconds(1))
        let stranger = try #require(try subject.listen(from: .seconds(1), until: .seconds(2)).first?.heard.first)
        #expect(stranger.address.kind == .resolvablePrivate && !stranger.isBonded)
    }

    @Test(arguments: [
        ("C0:00:00:00:0B:02", BluetoothAddress.Kind.staticRandom), ("40:00:00:00:0B:02", .resolvablePrivate),
    ])
    func distinguishesKindsOfAddresses(address: String, kind: BluetoothAddress.Kind) throws {
        var subject = try air("Goes=1ms", more: "[Device b]\nAddress=\(address)\nAddressType=random")
        #expect(try subject.listen(until: .seconds(1)).first?.heard.map(\.address.kind) == [kind])
    }

    @Test func hasAPathForEverySighting() throws {
        var subject = try air("Goes=2s")
        #expect(subject.path(of: try mac(1), at: .zero) == "/org/bluez/hci0/dev_02_00_00_00_0B_01")
        #expect(subject.path(of: try mac(2), at: .zero) == nil)
        #expect(subject.path(of: try mac(1), at: .seconds(2)) == nil)
    }

    @Test(arguments: BluetoothUnavailability.allCases)
    func reportsWhyItCannotBeUsed(why: BluetoothUnavailability) throws {
        var subject = try air(radio: "Unusable=\(why)\nUnusableAfter=1s\nUnusableUntil=2s")
        #expect(subject.state(at: .zero).unavailable == nil)
        let state = subject.state(at: .seconds(1))
        #expect(state.unavailable == why)
        switch why {
        case .backendAway, .leftOut, .refused, .noRadio: #expect(state.adapters.isEmpty)
        case .switchedOff, .blocked, .noLowEnergy: #expect(state.adapters.map(\.unavailable) == [why])
        }
        #expect(subject.path(of: try mac(1), at: .seconds(1)) == nil)
        #expect(throws: why) { try subject.listen(until: .seconds(9)) }
        #expect(try subject.listen(from: .seconds(2), until: .seconds(3)).count == 2)
    }

    @Test func goesOnWithAnotherRadio() throws {
        let other = "[Bluetooth hci1]\nAddress=02:00:00:00:0B:10"
        var subject = try air(radio: "Unusable=blocked", more: other)
        #expect(subject.state(at: .zero).unavailable == nil)
        #expect(try subject.listen(until: .seconds(1)).first?.heard.first?.adapter == "hci1")
        #expect(subject.path(of: try mac(1), at: .zero)?.hasPrefix("/org/bluez/hci1/") == true)
        subject = try air(radio: "Unusable=backendAway", more: other)
        #expect(subject.state(at: .zero).unavailable == .backendAway)
    }

    @Test func hasNoBluetoothThatTheFileDoesNotName() throws {
        let subject = try Air(try keyFile("[Device cam]\nAddress=02:00:00:00:0B:01")).bluetooth
        #expect(subject.state(at: .zero).unavailable == .noRadio && subject.state(at: .zero).adapters.isEmpty)
    }
}

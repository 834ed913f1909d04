// SPDX-License-Identifier: Apache-2.0

import AccessoryBridge
import AccessoryModel
import Testing

@testable import AccessoryRules

/// Anybody can send advertisements, so addresses and names for expressions have limits.
@Suite struct SurroundingsTests {
    private func device(_ number: Int, name: String? = nil, rssi: Int?, isBonded: Bool = false) throws -> Advertisement
    {
        let address = try #require(MACAddress([2, 0, 0, 9, UInt8(number >> 8), UInt8(number & 0xFF)]))
        return Advertisement(
            address: BluetoothAddress(address, kind: .public), name: name,
            services: [try #require(BluetoothUUID("180D"))],
            rssi: rssi, isBonded: isBonded)
    }

    @Test func keepsTheStrongestOfAFlood() throws {
        var surroundings = Surroundings(Bridge())
        var flood = try (0..<3000).map { try device($0, rssi: -90 + $0 % 50) }
        flood[7].isBonded = true
        flood[7].rssi = nil
        surroundings.observe(flood, at: .zero) { $0.address == flood[2950].address }
        #expect(surroundings.devices.count == Surroundings.limit)
        #expect(surroundings.devicesLeftOut == 3000 - Surroundings.limit)
        #expect(surroundings.devices.contains(flood[7]) && surroundings.devices.contains(flood[2950]))
        #expect(surroundings.devices.count { ($0.rssi ?? -90) >= -57 } == 60 * 17)
        surroundings.observe(Array(flood.prefix(3)), at: .seconds(1))
        #expect(surroundings.devices == Array(flood.prefix(3)) && surroundings.devicesLeftOut == 0)
    }

    @Test func whatHasNoRoomComesInLater() throws {
        var surroundings = Surroundings(Bridge())
        let flood = try (0...Surroundings.limit).map { try device($0, rssi: $0 == 0 ? -90 : -50) }
        surroundings.observe(flood, at: .zero)
        #expect(surroundings.devices == Array(flood.dropFirst()) && surroundings.devicesLeftOut == 1)
        surroundings.observe(flood.filter { $0 != flood[5] }, at: .seconds(1))
        #expect(surroundings.devices.count == Surroundings.limit && surroundings.devicesLeftOut == 0)
        #expect(surroundings.devices.last == flood[0] && !surroundings.devices.contains(flood[5]))
        surroundings.observe(flood, at: .seconds(3))
        #expect(!surroundings.devices.contains(flood[0]) && surroundings.devicesLeftOut == 1)
        surroundings.observe(Array(flood.dropFirst()), at: .seconds(4))
        #expect(surroundings.devices.count == Surroundings.limit && surroundings.devicesLeftOut == 0)
    }

    @Test func whatWasKnownKeepsItsPlace() throws {
        var surroundings = Surroundings(Bridge())
        let before = try [device(1, rssi: -50), device(2, rssi: -50), device(3, rssi: -50)]
        surroundings.observe(before, at: .zero)
        let (nearer, new) = (try device(2, rssi: -40), try device(0, rssi: -60))
        surroundings.observe([new, nearer, before[0]], at: .seconds(1))
        #expect(surroundings.devices == [before[0], nearer, new])
    }

    @Test func whatIsHeardNoMoreIsNoLongerBesideThisMachine() throws {
        var surroundings = Surroundings(Bridge())
        let near = try device(1, rssi: -30)
        surroundings.observe([near], at: .zero)
        #expect(surroundings.isImmediate(near))
        surroundings.observe([try device(2, rssi: -30)], at: .seconds(1))
        #expect(!surroundings.isImmediate(near))
        surroundings.observe([Advertisement](), at: .seconds(2))
        #expect(surroundings.devices.isEmpty)
    }

    /// A device that uses its identity address from now on is another one by address.
    @Test func anAddressThatChangesIsGone() throws {
        var surroundings = Surroundings(Bridge())
        let (former, identity) = (try device(1, rssi: -50), try device(9, rssi: -50))
        surroundings.observe([former], at: .zero)
        surroundings.observe([identity], at: .seconds(1))
        #expect(surroundings.devices == [identity])
    }

    @Test func keepsTheStrongestNetworks() throws {
        var surroundings = Surroundings(Bridge())
        let flood = try (0..<3000).map { number in
            WiFiNetwork(
                ssid: try SSID(text: "N\(number)"),
                bssid: try #require(MACAddress([2, 0, 0, 8, UInt8(number >> 8), UInt8(number & 0xFF)])),
                frequency: 2437, signal: number % 100, security: .open, interface: "wlan0")
        }
        surroundings.observe(flood, at: .zero) { $0 == flood[0] }
        #expect(surroundings.networks.count == Surroundings.limit)
        #expect(surroundings.networks.first == flood[0] && surroundings.networksLeftOut == 3000 - Surroundings.limit)
        #expect(surroundings.networks.dropFirst().allSatisfy { $0.signal >= 65 })
    }

    @Test func readsEachNameOnceForEachExpression() throws {
        let rules = try (0..<64).map { number in
            try BluetoothRule(
                service: BluetoothUUID("180D"), nameSubstring: "Doorbell-\(number)(a?){60}b",
                nameComparison: [.regularExpression])
        }
        let items = try rules.map { Setup.Item(name: "Doorbell", descriptor: try Descriptor(bluetooth: $0)) }
        var discovery = Discovery(items + items, filters: false)
        let tail = String(repeating: "a", count: 230)
        let devices = try (0..<300).map { try device($0, name: "Doorbell-7\(tail)\($0)", rssi: -60) }
        _ = discovery.observe(devices, at: .zero)
        let once = discovery.names.steps
        #expect(once > 0 && once <= 300 * NameMatches.budget)
        for second in 1...50 { _ = discovery.observe(devices, at: .seconds(second)) }
        #expect(discovery.names.steps == once)
        // A name that is not heard any more is read anew.
        _ = discovery.observe([], at: .seconds(60))
        _ = discovery.observe(Array(devices.prefix(1)), at: .seconds(61))
        #expect(discovery.names.steps > once)
    }

    @Test func findsWhatSomeExpressionFinds() throws {
        let item = try Setup.Item(
            name: "Doorbell",
            descriptor: Descriptor(
                bluetooth: BluetoothRule(
                    service: BluetoothUUID("180D"), nameSubstring: "^Doorbell-[0-9]{4}$",
                    nameComparison: [.regularExpression])))
        var discovery = Discovery([item], filters: false)
        let devices = [
            try device(1, name: "Doorbell-0042", rssi: -60), try device(2, name: "GoPro 0711", rssi: -50),
            try device(3, rssi: -40),
        ]
        _ = discovery.observe(devices, at: .zero)
        #expect(discovery.shown.compactMap(\.device) == [devices[0]])
        #expect(devices.map { discovery.concerns($0) } == [true, false, false])
    }
}

// SPDX-License-Identifier: Apache-2.0

import AccessoryBridge
import AccessoryModel
import AccessoryProvisioning
import AccessoryRules
import Testing

/// The accessories in range that take a home network.
struct NewAccessoriesTests {
    private func network(_ ssid: String, _ number: UInt8, signal: Int, _ security: Security = .open) throws
        -> WiFiNetwork
    {
        WiFiNetwork(
            ssid: try SSID(text: ssid), bssid: try #require(MACAddress([2, 0, 0, 0, 1, number])), frequency: 2412,
            signal: signal, security: security, interface: "wlan0")
    }

    private func found(_ networks: [WiFiNetwork]) -> [NewAccessories.Found] {
        var surroundings = Surroundings(Bridge(rules: []))
        surroundings.observe(networks, at: .zero)
        return NewAccessories(surroundings).found
    }

    @Test func listsKnownFamiliesTheStrongestFirst() throws {
        let found = found([
            try network("HomeNet", 1, signal: 99, .wpa2), try network("PROV_C049EF", 2, signal: 40),
            try network("ShellyPlusPlugS-C049EF8C480C", 3, signal: 70),
        ])
        #expect(found.map(\.recognition.family) == [.shelly, .espressif])
    }

    /// Every WLED of the factory is WLED-AP.
    @Test func listsEachAccessPointOfOneName() throws {
        let networks = [
            try network("WLED-AP", 1, signal: 40, .wpa2), try network("WLED-AP", 2, signal: 80),
            try network("WLED-AP", 3, signal: 60, .wpa2),
        ]
        #expect(found(networks).map(\.source) == [2, 0, 1].map { .hotspot(networks[$0]) }, "the open one is last")
        let open = networks.map { network in
            var network = network
            network.security = .open
            return network
        }
        #expect(found(open).map(\.source) == [1, 2, 0].map { .hotspot(open[$0]) })
    }

    private func device(_ number: UInt8, rssi: Int, _ services: [String: [UInt8]]) throws -> Advertisement {
        let address = try #require(MACAddress([2, 0, 0, 0, 2, number]))
        return Advertisement(
            address: BluetoothAddress(address, kind: .public),
            serviceData: Dictionary(
                uniqueKeysWithValues: try services.map { (try #require(BluetoothUUID($0.key)), $0.value) }), rssi: rssi)
    }

    /// Service data of Matter.
    private static let matter: [UInt8] = [0x00, 0x00, 0x0F, 0xF1, 0xFF, 0x00, 0x80, 0x00]

    private func around(_ devices: [Advertisement]) -> NewAccessories {
        var surroundings = Surroundings(Bridge(rules: []))
        surroundings.observe(devices, at: .zero)
        return NewAccessories(surroundings)
    }

    @Test func listsApartWhatAnotherProgramAdds() throws {
        let new = around([
            try device(1, rssi: -80, ["FFF6": Self.matter]), try device(2, rssi: -50, ["FFF6": Self.matter]),
            try device(3, rssi: -40, ["180D": [1]]),
        ])
        #expect(new.found.isEmpty)
        #expect(new.others.map(\.device.rssi) == [-50, -80])
        #expect(new.others.first?.setup == .matter(discriminator: 3840, vendor: 0xFFF1, product: 0x8000))
    }

    /// ESPHome goes on advertising Improv on its network.
    @Test(arguments: [(UInt8(0), false), (1, true), (2, true), (3, false), (4, false)])
    func listsNoDeviceThatSaysItTakesNoNetwork(state: UInt8, isNew: Bool) throws {
        var improv = try device(1, rssi: -40, ["4677": [state, 0, 0, 0, 0, 0]])
        improv.services = [try #require(BluetoothUUID("00467768-6228-2272-4663-277478268000"))]
        #expect(around([improv]).found.map(\.recognition.family) == (isNew ? [.improv] : []))
        improv.serviceData = [:]
        #expect(around([improv]).found.count == 1, "a scan response may come first")
    }

    /// Some accessories of Espressif's chips have Matter, too.
    @Test func whatTheAgentCanAddIsInOneListOnly() throws {
        let new = around([try device(1, rssi: -40, ["FFF6": Self.matter, "4677": [2, 0, 0, 0, 0, 0]])])
        #expect(new.found.map(\.recognition.family) == [.improv] && new.others.isEmpty)
    }

    private func named(
        _ wanted: WantedAccessory, _ networks: [WiFiNetwork], _ devices: [Advertisement] = []
    ) -> NewAccessories {
        var surroundings = Surroundings(Bridge(rules: []))
        surroundings.observe(networks, at: .zero)
        surroundings.observe(devices, at: .zero)
        return NewAccessories(surroundings, wanted: wanted)
    }

    /// The name is the maker's choice, and a label has the family.
    @Test func listsWhatIsMeantUnderTheFamilyThatIsNamed() throws {
        let clock = try network("WIFI_CLOCK_PROV", 1, signal: 60)
        var lock = try device(1, rssi: -50, ["FFB0": [1]])
        lock.name = "SmartLock_a1967b"
        let (ssid, home) = (try SSID(text: "WIFI_CLOCK_PROV"), try network("HomeNet", 2, signal: 90, .wpa2))
        let own = WantedAccessory(ssids: [ssid], bluetoothName: lock.name, family: .espressif)
        let new = named(own, [clock, home], [lock])
        #expect(new.found.map(\.source) == [.hotspot(clock), .bluetooth(lock)] && new.namesakes.isEmpty)
        #expect(new.found.allSatisfy { $0.recognition == FamilyRecognition(.espressif, .likely) })
        for address in [clock.bssid, lock.address.address] {
            let byAddress = named(WantedAccessory(address: address, family: .espressif), [clock, home], [lock])
            #expect(byAddress.found.count == 1)
        }
    }

    @Test func namesWhatIsMeantAndShowsNoFamily() throws {
        let clock = try network("WIFI_CLOCK_PROV", 1, signal: 60)
        var lock = try device(1, rssi: -50, ["FFB0": [1]])
        lock.name = "SmartLock_a1967b"
        let new = named(
            WantedAccessory(ssids: [try SSID(text: "WIFI_CLOCK_PROV")], bluetoothName: lock.name), [clock], [lock])
        #expect(new.found.isEmpty && new.namesakes.map(\.reason) == [.noFamily, .noFamily])
        #expect(new.namesakes.map(\.source) == [.hotspot(clock), .bluetooth(lock)])
        #expect(named(WantedAccessory(), [clock], [lock]).namesakes.isEmpty)
    }

    @Test(arguments: [
        (UInt8(0), NewAccessories.Namesake.Reason.stopped), (3, .busy), (4, .onNetwork),
    ])
    func namesTheStateOfWhatIsMeant(state: UInt8, reason: NewAccessories.Namesake.Reason) throws {
        var lamp = try device(1, rssi: -50, ["4677": [state, 0, 0, 0, 0, 0]])
        lamp.name = "Lamp"
        lamp.services = [try #require(BluetoothUUID("00467768-6228-2272-4663-277478268000"))]
        for family in [Family.improv, nil] {
            let new = named(WantedAccessory(bluetoothName: "Lamp", family: family), [], [lamp])
            #expect(new.found.isEmpty && new.namesakes.map(\.reason) == [reason])
        }
    }

    @Test func namesTheOtherWayOfWhatIsMeant() throws {
        let camera = try network("GP24500456", 1, signal: 60, .wpa2)
        let new = named(WantedAccessory(ssids: [try SSID(text: "GP24500456")]), [camera])
        #expect(new.found.isEmpty && new.namesakes.map(\.reason) == [.otherWay(.gopro)])
    }

    @Test func aFloodOfOtherAccessoriesIsBounded() throws {
        let flood = try (0..<200).map { try device(UInt8($0), rssi: -$0, ["FFF6": Self.matter]) }
        #expect(around(flood).others.count == NewAccessories.limit)
    }

    @Test func aFloodOfOneNameKeepsNoOtherAway() throws {
        let flood = try (10..<210).map { try network("WLED-AP", UInt8($0), signal: 90) }
        let others = [try network("WLED-AP", 1, signal: 20, .wpa2), try network("PROV_C049EF", 2, signal: 10)]
        let found = found(flood + others)
        #expect(found.count == NewAccessories.limit)
        #expect(found.prefix(2).map(\.source) == others.map { .hotspot($0) })
    }

    @Test func aFloodOfHotspotsIsBounded() throws {
        let flood = try (0..<200).map { try network("PROV_\(100_000 + $0)", UInt8($0), signal: $0 % 100) }
        #expect(found(flood).count == NewAccessories.limit)
    }
}

// SPDX-License-Identifier: Apache-2.0

import AccessoryBridge
import AccessoryModel
import Testing

/// Names can be copied and shared; what rooms full of clones found.
struct NameAndAddressTests {
    private static let name = "PROV_12F0A0"
    private static let accessPoint = "24:0a:c4:12:f0:a1"

    @Test func countsDigitsThatSSIDAndAddressShareOnce() throws {
        // Another maker's chip with equal last octets, and another name before them.
        let lamp = try device(name: "kitchen-lamp-12f0a0", service: ("4677", "02 01 00 00 00 00"))
        let network = try network("ACME_12F0A0", Self.accessPoint)
        let found = try #require(room([lamp], [network]).candidate(lamp, network))
        #expect(found.evidence.count == 1 && !found.isSufficient && !found.corroboration.isEmpty)
    }

    @Test func givesNoCopyOfANameWhatAnothersAddressPointsTo() throws {
        let copy = try device(name: Self.name)
        let network = try network(Self.name, Self.accessPoint)
        #expect(try room([copy], [network]).correlation(copy).verdict == .bridged)
        let original = try device("24:0a:c4:12:f0:a2", .public)
        #expect(try room([copy, original], [network]).correlation(copy).verdict == .tooClose)
    }

    @Test func givesNoCopyOfANameWhatAnothersRecordPointsTo() throws {
        let copy = try device(name: "EOSR6")
        let original = try device("c8:00:00:00:00:02", .public)
        let network = try network("EOSR6_Canon0A")
        var bridge = room([copy, original], [network])
        bridge.learn(ssid: try SSID(text: "EOSR6_Canon0A"), of: copy.address.address)
        #expect(try bridge.correlation(copy).verdict == .bridged)
        bridge.remember(device: original.address.address, bssid: network.bssid, ssid: nil)
        #expect(try bridge.correlation(copy).verdict != .bridged)
        #expect(try bridge.correlation(original).network == network)
    }

    @Test(arguments: [nil, "Garden"])
    func takesNoCopyOfANameForAnAccessPointThatHidesOrWasRenamed(ssid: String?) throws {
        let lamp = try device("24:0a:c4:12:f0:a2", .public, name: Self.name)
        let copy = try network(Self.name, "68:52:54:4f:44:d0")
        // Its own address identifies its access point, also while that is away.
        #expect(try room([lamp], [copy]).correlation(lamp).network == nil)
        let own = try network(ssid, Self.accessPoint)
        #expect(try room([lamp], [copy, own]).correlation(lamp).network != copy)
    }

    @Test func readsNoMakerInARandomAddress() throws {
        // It begins as a block of Espressif's does, and has a record.
        let camera = try device("dc:da:0c:8b:e1:5e", .staticRandom)
        let own = try network(nil, "04:0c:fa:33:cb:a0")
        var bridge = room([camera], [own])
        bridge.remember(device: camera.address.address, bssid: own.bssid, ssid: nil)
        #expect(try bridge.correlation(camera).network == own)
    }

    @Test func givesTheSecondAccessPointOfOneNameToNobodyElse() throws {
        let original = try device("24:0a:c4:12:f0:a2", .public, name: Self.name)
        let copy = try device(name: Self.name)
        let networks = [try network(Self.name, Self.accessPoint), try network(Self.name, "68:52:54:4f:44:d0")]
        let bridge = room([original, copy], networks)
        #expect(try bridge.correlation(original).network == networks[0])
        #expect(try bridge.correlation(copy).network == nil)
    }

    @Test func givesNoNameThatIsSharedToWhoeverIsLeft() throws {
        // The other one is the lamp's; a third may be out of sight.
        let lamp = try device("24:0a:c4:12:f0:a2", .public, name: "Lamp 12F0A0")
        let camera = try device(name: "EOSR6")
        let networks = [try network("Garden_12F0A0", Self.accessPoint), try network("Garden_12F0A0")]
        var bridge = room([lamp, camera], networks)
        bridge.remember(device: lamp.address.address, bssid: networks[0].bssid, ssid: nil)
        bridge.learn(ssid: try SSID(text: "Garden_12F0A0"), of: camera.address.address)
        #expect(try bridge.correlation(lamp).network == networks[0])
        #expect(try bridge.correlation(camera).network == nil)
    }

    @Test func givesEachOfTwoChipsItsAccessPointUnderOneName() throws {
        // Both sent the name that they were given; their own names have the addresses before the access points'.
        let devices = [
            try device(name: "ShellyPlus1-A8032A12F0A0"),
            try device("5A:00:00:00:00:02", name: "ShellyPlus1-A8032A9C4D10"),
        ]
        let networks = [try network("Garden", "a8:03:2a:12:f0:a1"), try network("Garden", "a8:03:2a:9c:4d:11")]
        var bridge = room(devices, networks)
        for device in devices { bridge.learn(ssid: try SSID(text: "Garden"), of: device.address.address) }
        #expect(bridge.correlations.map(\.network) == networks)
    }

    @Test func comparesTheLettersOfATHETA() throws {
        let camera = try device(name: "THETAYP98509068")
        #expect(try room([camera], [network("THETAYN98509068.OSC")]).correlation(camera).network == nil)
        #expect(try room([camera], [network("THETAYP98509068.OSC")]).correlation(camera).verdict == .bridged)
    }

    @Test func takesMattersZeroForNothing() throws {
        let lamp = try device(service: ("FFF6", "00 1B 13 49 13 00 00 00"))
        #expect(try room([lamp], [network("MATTER-31B-1349-0000")]).correlation(lamp).network == nil)
    }
}

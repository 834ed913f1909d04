// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AccessoryRules
import Testing

/// What a hotspot and a hand-over imply of an accessory's identity.
struct ExpectedIdentityTests {
    private func expected(_ family: Family, _ ssid: String, _ bssid: String? = nil) throws -> ExpectedIdentity {
        ExpectedIdentity(
            family: family, hotspot: try SSID(text: ssid), bssid: try bssid.map { try #require(MACAddress($0)) })
    }

    @Test(
        arguments: [
            (Family.espressif, "PROV_1234FF", "24:0a:c4:12:34:00", "24:0a:c4:12:34:ff"),
            (.espressif, "PROV_000010", "ae:67:b2:00:00:10", "ac:67:b2:00:00:10"),
            (.shelly, "ShellyPlusPlugS-C049EF8C480C", "c0:49:ef:8c:48:0d", "c0:49:ef:8c:48:0c"),
            (.shelly1, "shellyplug-s-8C480C", "c2:49:ef:8c:48:0c", "c0:49:ef:8c:48:0c"),
            (.wled, "WLED-AP", "24:0a:c4:00:00:01", "24:0a:c4:00:00:00"),
        ]) func theStationFollowsFromTheHotspot(_ sample: (Family, String, String, String)) throws
    {
        #expect(try expected(sample.0, sample.1, sample.2).station?.description == sample.3)
    }

    @Test func aNameThatDisagreesWithTheAddressLeavesItsEnding() throws {
        let odd = try expected(.espressif, "PROV_ABCDEF", "24:0a:c4:12:34:00")
        #expect(odd.station == nil && odd.ending == [0xAB, 0xCD, 0xEF])
        #expect(odd.fits(try #require(MACAddress("11:22:33:ab:cd:ef"))) == true)
    }

    @Test func camerasImplyNothingOfTheirStation() throws {
        let camera = try expected(.theta, "THETAYL00101082.OSC", "24:0a:c4:12:34:00")
        #expect(!camera.hasHotspotForSetUpAlone)
        #expect(camera.station == nil && camera.isEmpty)
    }

    @Test func theAccessorysOwnWordOutranksItsHotspot() throws {
        var expected = try expected(.wled, "WLED-AP", "24:0a:c4:00:00:01")
        let own = try #require(MACAddress("24:0a:c4:99:99:99"))
        expected.identify(DeviceIdentity(name: "WLED", address: own))
        #expect(expected.station == own && expected.names.isEmpty, "all are named WLED")
    }

    @Test func aGroupsAddressIsNoStations() throws {
        var expected = try expected(.wled, "WLED-AP")
        expected.identify(DeviceIdentity(address: MACAddress("ff:ff:ff:ff:ff:ff")))
        expected.identify(DeviceIdentity(address: MACAddress("00:00:00:00:00:00")))
        #expect(expected.station == nil)
    }

    @Test func aBluetoothAddressImpliesTheStation() throws {
        let address = try #require(MACAddress("24:0a:c4:12:34:01"))
        let known = ExpectedIdentity(
            family: .espressif, bluetooth: BluetoothAddress(address, kind: .public), name: "PROV_1234FF")
        #expect(known.station?.description == "24:0a:c4:12:34:ff")
        let random = ExpectedIdentity(
            family: .espressif, bluetooth: BluetoothAddress(address, kind: .staticRandom), name: "PROV_1234FF")
        #expect(random.station == nil)
    }

    /// Improv has no name of its own, and most of its devices are Espressif's chips.
    @Test(arguments: [(Family.improv, "Lamp" as String?), (.improv, nil), (.espressif, "SmartLock_a1967b")])
    func aBluetoothAddressImpliesAStationThatMayBeAnother(family: Family, name: String?) throws {
        let address = try #require(MACAddress("24:0a:c4:12:34:02"))
        let lamp = ExpectedIdentity(
            family: family, bluetooth: BluetoothAddress(address, kind: .public), name: name)
        #expect(lamp.station == nil && lamp.ending == nil && lamp.hasStation && !lamp.isEmpty)
        #expect(lamp.fits(try #require(MACAddress("24:0a:c4:12:34:00"))) == true)
        #expect(lamp.fits(try #require(MACAddress("24:0a:c4:99:99:99"))) == nil)
        let changing = ExpectedIdentity(
            family: family, bluetooth: BluetoothAddress(address, kind: .resolvablePrivate), name: name)
        #expect(changing.isEmpty)
    }

    @Test func aMakersOwnNameImpliesNothing() throws {
        let lamp = try expected(.espressif, "Lamp_123401", "24:0a:c4:12:34:01")
        #expect(lamp.station?.description == "24:0a:c4:12:34:00" && lamp.ending == nil)
    }

    @Test func onlyAPageWithAnAddressNamesOne() {
        var expected = ExpectedIdentity()
        expected.end(.onNetwork(address: nil, page: "http://plug.local/"), protection: .clearText)
        #expect(expected.address == nil && expected.has(name: "plug"))
        expected.end(.onNetwork(address: nil, page: "http://192.168.1.9:8080/"), protection: .proven)
        #expect(expected.address == "192.168.1.9" && !expected.isProven, "the page is no proof")
        expected.end(.onNetwork(address: nil, page: "http://[FD00:0::9]:8080/"), protection: .clearText)
        #expect(expected.address == "fd00::9")
    }

    /// It cannot know by which interface this machine reaches it.
    @Test func aLinkLocalAddressOfItsOwnWordIsNone() {
        var expected = ExpectedIdentity()
        for text in ["fe80::9", "fe80::9%wlan0", "router.local"] {
            expected.end(.onNetwork(address: text, page: "http://[fe80::9]/"), protection: .proven)
            #expect(expected.isEmpty && !expected.isProven)
        }
    }
}

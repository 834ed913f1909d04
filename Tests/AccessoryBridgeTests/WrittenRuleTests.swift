// SPDX-License-Identifier: Apache-2.0

import AccessoryBridge
import AccessoryModel
import Testing

struct WrittenRuleTests {
    private func rule(_ keys: [String: String]) throws -> BridgeRule {
        try BridgeRule(family: "org.example.app", label: "serial number", keys: keys)
    }

    private func candidate(
        _ keys: [String: String], _ device: Advertisement, _ network: WiFiNetwork
    ) throws -> BridgeCandidate? {
        room([device], [network], rules: [try rule(keys)]).candidate(device, network)
    }

    @Test(arguments: ["Acme-12AB34CD", "Acme-12ab34cd"])
    func takesASerialNumberOutOfManufacturerData(ssid: String) throws {
        let keys = ["SSID": "Acme-{serial}", "ManufacturerData": "0x006B {serial:2-5}"]
        let device = try device(company: (0x6B, "0102 12AB34CD 03"))
        let found = try #require(try candidate(keys, device, network(ssid)))
        #expect(found.isSufficient && !found.isStructural)
        #expect(
            found.evidence == [
                Evidence(family: "org.example.app", text: "serial number (12ab34cd)", weight: BridgeWeight.name)
            ])
        #expect(try candidate(keys, device, network("Acme-12AB34CE")) == nil)
        #expect(try candidate(keys, device, network("Acme-12AB34CD0")) == nil)
        #expect(try candidate(keys, device, network("Acme 12AB34CD")) == nil)
    }

    @Test func takesASerialNumberOutOfText() throws {
        let keys = ["SSID": "Acme-{serial}", "ServiceData": "FCD2 {serial:0-7:text}", "BluetoothService": "FCD2"]
        let device = try device(service: ("FCD2", "4131324233344335"))
        #expect(try candidate(keys, device, network("Acme-A12B34C5"))?.isSufficient == true)
        #expect(try candidate(keys, device, network("Acme-a12b34c5")) == nil)
    }

    @Test func takesASerialNumberOutOfAName() throws {
        let keys = ["SSID": "Acme-{serial}", "BluetoothName": "Acme Camera {serial}"]
        let access = try network("Acme-12345678")
        #expect(try candidate(keys, device(name: "Acme Camera 12345678"), access)?.isSufficient == true)
        #expect(try candidate(keys, device(name: "Acme Lamp 12345678"), access) == nil)
        let short = try candidate(keys, device(name: "Acme Camera 1234"), network("Acme-1234"))
        #expect(short?.isSufficient == false, "four digits are weak in every rule")
        #expect(try candidate(keys, device(name: "Acme Camera Two"), network("Acme-Two")) == nil)
    }

    @Test func holdsWhereTheDeviceRepeatsItsSerialNumber() throws {
        let keys = ["SSID": "Acme-{serial}", "BluetoothName": "{serial:8x}", "ManufacturerData": "0x006B {serial:0-3}"]
        let access = try network("Acme-12AB34CD")
        #expect(try candidate(keys, device(name: "12AB34CD", company: (0x6B, "12AB34CD")), access) != nil)
        #expect(try candidate(keys, device(name: "12AB34CD", company: (0x6B, "12AB34CE")), access) == nil)
    }

    @Test func comparesAFieldOnceWhereTheNetworkHasItTwice() throws {
        let keys = ["SSID": "Acme-{end}", "BSSID": "{end:3}", "BluetoothAddress": "{end:3}"]
        #expect(try rule(keys).fields == ["end"])
    }

    @Test func readsEachFieldOfANameWithItsOwnLength() throws {
        let keys = ["SSID": "{kind}{serial}", "BluetoothName": "{kind:4x} {serial:8x}"]
        #expect(try candidate(keys, device(name: "00C1 12AB34CD"), network("00C112AB34CD")) != nil)
        #expect(try candidate(keys, device(name: "00C1 12AB34CD"), network("00C112AB34CE")) == nil)
    }

    @Test func calculatesWithAddresses() throws {
        let keys = ["BluetoothAddress": "{address}", "BSSID": "{address}-1"]
        let access = try network(nil, "c8:00:00:00:01:00")
        #expect(try candidate(keys, device("c8:00:00:00:01:ff", .public), access)?.isSufficient == true)
        #expect(try candidate(keys, device("c8:00:00:00:00:ff", .public), access) == nil, "nothing is carried")
        #expect(try candidate(keys, device("c8:00:00:00:01:ff", .staticRandom), access) == nil)
        let bonded = try device("c8:00:00:00:01:ff", .staticRandom, isBonded: true)
        #expect(try candidate(keys, bonded, access)?.isStructural == false)
    }

    @Test func holdsAPartOfAnAddressForNotEnough() throws {
        let keys = ["BluetoothAddress": "{end:3}", "SSID": "{*}-{end}"]
        let device = try device("c8:00:00:12:ab:34", .public)
        let found = try #require(try candidate(keys, device, network("Acme-12AB34")))
        #expect(!found.isSufficient && found.strength == BridgeWeight.long)
        #expect(try candidate(keys, device, network("-12AB34")) != nil, "{*} may be nothing")
    }

    @Test func readsBytesThatAreHardToType() throws {
        let keys = ["SSID": #"\x7b\xff\x7d{serial:6d}"#, "BluetoothName": "{serial:6d}"]
        #expect(try candidate(keys, device(name: "123456"), network(#"\x7b\xff\x7d123456"#)) != nil)
    }

    @Test(arguments: [
        (["SSID": "Acme"], "SSID: has no field of the device, and would hold for any; write one such as {serial}"),
        (
            ["SSID": "Acme-{*}", "BluetoothService": "180D"],
            "SSID: has no field of the device, and would hold for any; write one such as {serial}"
        ),
        (["BluetoothName": "{name}"], "set SSID or BSSID, which a rule derives from the device"),
        (
            ["SSID": "Acme-{serail}", "BluetoothName": "{serial}"],
            "SSID: no key of the device has a field 'serail'; write {*} for a part that varies"
        ),
        (
            ["SSID": "Acme-{serial}", "BluetoothName": "{kind:4} {serial}"],
            "SSID: does not have the field 'kind', which the device has; use it, or leave it out"
        ),
        (
            ["SSID": "Acme-{serial:3d}", "BluetoothName": "Acme {serial:3d}"],
            "SSID: has fields of about 9 bits, the same for many devices; at least 12 are needed, such as 4 digits"
        ),
        (
            ["SSID": "Acme-{serial}", "ManufacturerData": "0x006B {serial:2-2}"],
            "SSID: has fields of about 8 bits, the same for many devices; at least 12 are needed, such as 4 digits"
        ),
        (
            ["BSSID": "{address:1}", "BluetoothAddress": "{address:1}"],
            "BSSID: has fields of about 8 bits, the same for many devices; at least 12 are needed, such as 4 digits"
        ),
        (["SSID": ""], "SSID: is empty"),
        (
            ["SSID": "{a}{b}"],
            "SSID: has 2 fields without a length, and could be read in several ways; one may have none"
        ),
        (["SSID": "{a"], #"SSID: has a brace without its other half; write \x7b and \x7d for literal braces"#),
        (["SSID": "a}"], #"SSID: has a brace without its other half; write \x7b and \x7d for literal braces"#),
        (["SSID": "{}"], "SSID: '{}' has no name of letters and digits, such as {serial}, nor is it {*}"),
        (
            ["SSID": "{a:0}"],
            "SSID: '{a:0}' has no length of 1 to 32 behind its colon, such as {serial:4} or {serial:4x}"
        ),
        (["SSID": #"\q{a}"#], #"SSID: '\q': '\q' is not an escape: write \xNN for a byte, \\ for a backslash"#),
        (
            ["ManufacturerData": "6B {a:0-3}"],
            "ManufacturerData: '6B' is hexadecimal; write 0x006B"
        ),
        (
            ["ManufacturerData": "1234 {a:0-3}"],
            "ManufacturerData: '1234' has two meanings: write 0x1234 if its digits are hexadecimal, or 0x04D2 if they "
                + "are decimal"
        ),
        (
            ["ManufacturerData": "0x006B"],
            "ManufacturerData: has no field; write what the data is of and its fields, such as 0x006B {serial:2-5}"
        ),
        (
            ["ManufacturerData": "0x006B {a:5-2}"],
            "ManufacturerData: '{a:5-2}' names no range of bytes, counted from 0, such as {serial:2-5}"
        ),
        (["ServiceData": "180D {a:0-3:octal}"], "ServiceData: 'octal' is neither hex, reversed nor text"),
        (["ServiceData": "180 {a:0-3}"], "ServiceData: '180' is not a service's UUID of 16 or 128 bits, such as 180D"),
        (
            ["BSSID": "{address}*2"],
            "BSSID: '{address}*2' does not add a number of up to 255 to its last octet, such as {address}-1"
        ),
        (["BSSID": "02:00"], "BSSID: '02:00' is not an address such as {address}, {address:3} or {address}-1"),
        (
            ["BSSID": "{address:7}"],
            "BSSID: '{address:7}' names no number of octets from the end: 1 to 6, such as {address:3}"
        ),
        (
            ["Colour": "red"],
            "Colour: unknown key; known are BluetoothName, BluetoothAddress, BluetoothService, "
                + "ManufacturerData, ServiceData, SSID, BSSID"
        ),
    ])
    func reportsWhatIsWrong(keys: [String: String], sentence: String) {
        let fault = #expect(throws: BridgeRuleFault.self) { try rule(keys) }
        #expect(fault?.description == sentence)
    }
}

// SPDX-License-Identifier: Apache-2.0

import AccessoryBridge
import AccessoryModel
import Testing

/// The vectors are those that the families' own sources have.
struct FamilyTests {
    private func both(_ device: Advertisement, _ network: WiFiNetwork) -> BridgeCandidate? {
        room([device], [network]).candidate(device, network)
    }

    // MARK: Espressif

    @Test(arguments: [
        // Four addresses, the last octet wrapping without a carry; two addresses.
        ("24:0a:c4:12:35:00", "24:0a:c4:12:35:ff"), ("24:0a:c4:12:34:00", "24:0a:c4:12:34:ff"),
        ("ac:67:b2:00:00:11", "ae:67:b2:00:00:10"),
    ])
    func knowsTheAddressesOfEspressifsChips(bluetooth: String, bssid: String) throws {
        let device = try device(bluetooth, .public)
        let candidate = try #require(both(device, try network("Lamp", bssid)))
        #expect(candidate.families == ["Espressif"] && candidate.objections.isEmpty)
        #expect(!candidate.isSufficient, "firmware may set other addresses, so this alone is no answer")
    }

    @Test(arguments: [
        ("24:0a:c4:12:35:00", "24:0a:c4:12:34:ff"), ("ac:67:b2:00:00:11", "ac:67:b2:00:00:11"),
        ("ac:67:b2:00:00:11", "ae:67:b2:00:00:11"), ("c8:00:00:00:00:02", "c8:00:00:00:00:01"),
    ])
    func calculatesNothingElse(bluetooth: String, bssid: String) throws {
        #expect(both(try device(bluetooth, .public), try network("Lamp", bssid)) == nil)
    }

    @Test func knowsEspressifsProvisioningNames() throws {
        let name = "PROV_12F0A0"
        let device = try device("24:0a:c4:12:f0:a2", .public, name: name)
        let candidate = try #require(both(device, try network(name, "24:0a:c4:12:f0:a1")))
        #expect(candidate.families == ["Espressif", "Espressif"] && candidate.isSufficient && !candidate.isStructural)
        let hidden = try #require(both(device, try network(nil, "24:0a:c4:12:f0:a1")))
        #expect(hidden.families == ["Espressif"], "the name and the address follow from one address")
    }

    @Test func findsTheAddressThatEspressifsSSIDEndsWith() throws {
        let device = try device("24:0a:c4:12:f0:a2", .public, name: "Lamp")
        let candidate = try #require(both(device, try network("Lamp_12F0A0", "24:0a:c4:12:f0:a1")))
        #expect(candidate.evidence.count == 2 && candidate.isSufficient)
    }

    // MARK: Matter

    @Test(arguments: ["MATTER-F00-FFF1-8000", "Matter-f00-fff1-8000", "CHIP-F00-FFF1-8000"])
    func knowsMattersSSID(ssid: String) throws {
        let device = try device(service: ("FFF6", "00 00 0F F1 FF 00 80 00"))
        let candidate = try #require(both(device, try network(ssid)))
        #expect(candidate.families == ["Matter"] && candidate.isStructural && candidate.isSufficient)
    }

    @Test(arguments: [
        // No vendor and product; Linux; other ports.
        ("00 00 0F 00 00 00 00 00", "MATTER-F00-FFF1-8000"), ("00 00 0F F1 FF 00 80 00", "MATTER-3840"),
        ("00 00 0F F1 FF 00 80 00", "MATTER-FFF1-8000"),
    ])
    func isUnsureOfMattersOtherForms(data: String, ssid: String) throws {
        let candidate = try #require(both(try device(service: ("FFF6", data)), try network(ssid)))
        #expect(candidate.families == ["Matter"] && !candidate.isSufficient)
    }

    @Test(arguments: [
        ("00 01 0F F1 FF 00 80 00", "MATTER-F00-FFF1-8000"), ("01 00 0F F1 FF 00 80 00", "MATTER-F00-FFF1-8000"),
        ("00 00 0F F1 FF", "MATTER-F00-FFF1-8000"), ("00 00 0F F1 FF 00 80 00", "MATTER-F00-FFF1-8001x"),
    ])
    func isNotMatter(data: String, ssid: String) throws {
        #expect(both(try device(service: ("FFF6", data)), try network(ssid)) == nil)
    }

    @Test func takesTheAdvertisementsVersionForNoPartOfTheDiscriminator() throws {
        let device = try device(service: ("FFF6", "00 00 1F F1 FF 00 80 00"))
        #expect(both(device, try network("MATTER-F00-FFF1-8000"))?.isStructural == true)
    }

    // MARK: GoPro

    /// The advertisement of Open GoPro's own tests: the six bytes of the serial number are not printable in it.
    private func goPro(hash: String = "B3 FE 2A 79 DC EB") throws -> Advertisement {
        try device(
            name: "GoPro 1058", company: (0x02F2, "02 01 38 33 00 \(hash) 0F"),
            service: ("FEA6", "F7 A9 76 88 31 30 35 38"), services: ["FEA6"])
    }

    @Test func knowsAGoPro() throws {
        let plain = try #require(both(try goPro(), try network("GP24501058")))
        #expect(plain.families == ["GoPro"] && !plain.isSufficient, "four digits are not enough")
        let beside = try #require(both(try goPro(), try network("GP24501058", "06:41:f7:a9:76:88")))
        #expect(beside.families == ["GoPro", "GoPro"] && beside.isSufficient)
        #expect(both(try goPro(), try network("GP24501059")) == nil)
    }

    @Test func knowsAGoProBySerialNumber() throws {
        // C3501324500711: the middle is 132450, as in the fixture's SSID GP24500711.
        var device = try goPro(hash: "31 33 32 34 35 30")
        device.name = "GoPro 0711"
        let candidate = try #require(both(device, try network("GP24500711")))
        #expect(
            candidate.isSufficient && candidate.evidence.first?.text == "the SSID has the serial number (2450/0711)")
    }

    /// Its service data has the serial number's last eight characters, where an earlier schema has the last four.
    @Test func knowsAGoProOfTheThirdSchema() throws {
        let device = try device(
            name: "GoPro 0711", company: (0x02F2, "03 03 46 F3 00 00 00 00 00 31 33 0F"),
            service: ("FEA6", "F7 A9 76 88 32 34 35 30 30 37 31 31"), services: ["FEA6"])
        let candidate = try #require(both(device, try network("GP24500711")))
        #expect(candidate.isSufficient && candidate.evidence.first?.text == "the SSID has the serial number (24500711)")
        var nameless = device
        nameless.name = nil
        #expect(both(nameless, try network("GP11112450")) == nil, "the first of eight are not the last of four")
    }

    // MARK: Shelly

    private static let shelly = "Shellyplus1-C4DD57877294"

    @Test func knowsAShelly() throws {
        let device = try device(name: Self.shelly)
        let candidate = try #require(both(device, try network(Self.shelly)))
        #expect(candidate.families == ["Shelly"] && candidate.isSufficient && !candidate.isStructural)
        let whole = try #require(both(device, try network(Self.shelly, "c4:dd:57:87:72:95")))
        #expect(whole.isStructural && whole.evidence.count == 1 && whole.corroboration.count == 1, "one address, twice")
        let other = try #require(both(device, try network(Self.shelly, "c4:dd:57:87:72:99")))
        #expect(!other.isSufficient && other.objections.count == 1, "a copy on another chip")
    }

    @Test(arguments: ["E87388EF49C0", "C049EF8873E8"])
    func readsAShellysAddressInBothOrders(digits: String) throws {
        let device = try device(company: (0x0BA9, "01 07 00 0A C0 49 EF 88 73 E8 0B 34 12"))
        let candidate = try #require(both(device, try network("ShellyPlus1-\(digits)")))
        #expect(candidate.families == ["Shelly"] && candidate.isStructural)
    }

    @Test func findsAShellysAccessPointByTheAddressInItsData() throws {
        let device = try device(company: (0x0BA9, "01 07 00 0A C0 49 EF 88 73 E8 0B 34 12"))
        for bssid in ["c0:49:ef:88:73:e9", "c2:49:ef:88:73:e8", "c0:49:ef:88:73:e8", "e8:73:88:ef:49:c0"] {
            #expect(both(device, try network("Renamed", bssid))?.isStructural == true, "\(bssid)")
        }
        #expect(both(device, try network("Renamed", "c0:49:ef:88:73:ea")) == nil)
    }

    @Test(arguments: ["0B 34 12 05 0A C0 49 EF 88 73 E8", "0A C0 49 EF", "", "01"])
    func stopsAtWhatItDoesNotKnowInAShellysData(data: String) throws {
        let device = try device(company: (0x0BA9, data))
        #expect(both(device, try network("ShellyPlus1-C049EF8873E8")) == nil)
    }

    @Test func calculatesAShellysAddressFromBluetooths() throws {
        let device = try device("c4:dd:57:87:72:96", .public, company: (0x0BA9, "0B 34 12"))
        #expect(both(device, try network(Self.shelly, "c4:dd:57:87:72:95"))?.isStructural == true)
        let other = try AccessoryBridgeTests.device("c4:dd:57:87:72:96", .public)
        #expect(both(other, try network(Self.shelly))?.isStructural != true, "another maker's device")
    }

    // MARK: ESPHome, Improv

    @Test(arguments: [
        ("kitchen-12f0a0", "kitchen-12f0a0"),
        // 20 bytes of Bluetooth, 32 of Wi-Fi.
        ("living-room-c-12f0a0", "living-room-ceiling-light-12f0a0"),
        ("living-room-c-12f0a0", "living-room-ceiling-light-12F0A0"),
        (
            "living-room-c-12f0a0",
            "living-room-ceiling-lamp"
                + "-12f0a0"
        ),
    ])
    func knowsESPHomesNames(bluetooth: String, ssid: String) throws {
        let candidate = try #require(both(try device(name: bluetooth), try network(ssid)))
        #expect(candidate.families == ["ESPHome"] && candidate.isSufficient)
    }

    @Test(arguments: [("kitchen-12f0a0", "kitchen-12f0a1"), ("kitchen-12f0a0", "bathroom-12f0a0")])
    func distinguishesESPHomesNames(bluetooth: String, ssid: String) throws {
        #expect(both(try device(name: bluetooth), try network(ssid)) == nil)
    }

    @Test func knowsImprovByHowNamesEnd() throws {
        let device = try device(name: "wled 12f0a0", service: ("4677", "02 01 00 00 00 00"))
        let candidate = try #require(both(device, try network("WLED-12F0A0")))
        #expect(candidate.families == ["Improv"] && !candidate.isSufficient)
        var other = device
        other.serviceData[try uuid("4677")] = try bytes("05 01 00 00 00 00")
        #expect(both(other, try network("WLED-12F0A0")) == nil)
    }

    // MARK: Cameras

    @Test(
        arguments: [
            ("THETAYL00101082", "THETA"), ("00101082", "THETA"), ("AA01234567", "THETA"), ("Insta360 12345678", "OSC"),
        ])
    func knowsSphericalCameras(name: String, family: String) throws {
        let ssids = ["00101082": "THETAYL00101082.OSC", "AA01234567": "THETAAA01234567.OSC"]
        let ssid = ssids[name] ?? "\(name).OSC"
        let candidate = try #require(both(try device(name: name), try network(ssid)))
        #expect(candidate.isSufficient && [["OSC"], [family]].contains(candidate.families))
    }

    @Test func theLettersOfAThetaCount() throws {
        #expect(both(try device(name: "AA01234567"), try network("THETAYR01234567.OSC")) == nil)
    }

    @Test func takesASonyForOneOfItsModelOnly() throws {
        let device = try device(name: "ILCE-7M4", company: (0x012D, "03 00 64 00 45 31 22 EF 00"))
        let candidate = try #require(both(device, try network("DIRECT-aBC1:ILCE-7M4")))
        #expect(candidate.families == ["Sony"] && !candidate.isSufficient)
    }

    // MARK: Any device

    @Test(arguments: [("Acme 8812", true), ("Acme Camera", false), ("Insta360", false), ("Acme-12F0A0", true)])
    func wantsANumberInANameThatIsTheSSID(name: String, isSufficient: Bool) throws {
        let candidate = try #require(both(try device(name: name), try network(name)))
        #expect(candidate.isSufficient == isSufficient)
    }
}

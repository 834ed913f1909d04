// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import Testing

struct FamilyRecognitionTests {
    private func advertisement(
        name: String? = nil, services: [String] = [], data: [String: [UInt8]] = [:], maker: [UInt16: [UInt8]] = [:]
    ) throws -> Advertisement {
        let address = try #require(MACAddress("c0:49:ef:00:00:01"))
        return Advertisement(
            address: BluetoothAddress(address, kind: .public), name: name,
            services: Set(services.compactMap { BluetoothUUID($0) }),
            serviceData: Dictionary(
                uniqueKeysWithValues: try data.map { (try #require(BluetoothUUID($0.key)), $0.value) }),
            manufacturerData: maker)
    }

    @Test(arguments: [
        ("shelly1-B929CC", Family.shelly1), ("shellyplug-s-12ab3f", .shelly1), ("ShellyPlus1-C4DD57877294", .shelly),
        ("ShellyFloodG4-D885ACEB602C", .shelly), ("shelly1minig3-5432045caad0", .shelly),
        ("shellyplusplugs-c4dd57877294", .shelly), ("PROV_01B1E8", .espressif), ("tasmota-2A3B4C-1234", .tasmota),
        ("tasmota_8C480C-1234", .tasmota), ("tasmota_8C480D", .tasmota), ("tasmota-8c480d", .tasmota),
        ("THETAYL00101082.OSC", .theta), ("THETAAA01234567.OSC", .theta),
    ])
    func ownFormsAreCertain(ssid: String, family: Family) throws {
        let recognition = try #require(Family.recognise(hotspot: try SSID(text: ssid)))
        #expect(recognition.family == family && recognition.certainty == .certain)
    }

    @Test(arguments: [
        ("Kitchen Fallback Hotspot", Family.esphome), ("PROV_Lamp", .espressif), ("tasmota-1234", .tasmota),
        ("sonoff-1234", .tasmota), ("sonoff-8C480C-1234", .tasmota), ("Sonoff_8C480C", .tasmota),
        ("tasmota_1234", .tasmota),
        ("GP24500456", .gopro), ("WLED-AP", .wled), ("shellydimmer2-E0980695B2EC", .shelly1),
        ("ShellySwitch-35FA58", .shelly1),
    ])
    func otherFormsAreLikely(ssid: String, family: Family) throws {
        let recognition = try #require(Family.recognise(hotspot: try SSID(text: ssid)))
        #expect(recognition.family == family && recognition.certainty == .likely)
    }

    @Test(arguments: [
        "Home", "Shelly", "shelly-", "shelly1-B929C", "shelly1-B929CG", "Shelly's café", "WLED", "WLED-12345",
        "tasmota", "tasmota_", "tasmota_8C480", "sonoff", "sonoff-basic", "tasmota_8C480C_123", "tasmotas-1234",
        "tasmota-12x4", "tasmota-12-34-5678", "PROV", "THETAYL0010108.OSC", "THETA.OSC", "THETAYP00101082.OSC",
        "THETAXS00101082.OSC", "THETAYJ00101082.OSC", "GP123", "Fallback Hotspot",
        "shelly1-B929C\\xff",
    ])
    func othersAreNone(ssid: String) throws {
        #expect(Family.recognise(hotspot: try SSID(text: ssid), security: .wpa2) == nil)
    }

    @Test func aProtectedWLEDIsCertain() throws {
        for ssid in ["WLED-AP", "WLED-8c480c"] {
            let recognition = Family.recognise(hotspot: try SSID(text: ssid), security: .wpa2)
            #expect(recognition?.family == .wled && recognition?.certainty == .certain)
        }
    }

    @Test func improvIsCertain() throws {
        let data = try advertisement(data: ["4677": [2, 1, 0, 0, 0, 0]])
        let service = try advertisement(services: ["00467768-6228-2272-4663-277478268000"])
        for one in [data, service] { #expect(Family.recognise(advertisement: one)?.family == .improv) }
        for wrong in [[], [2], [0, 1, 0, 0, 0, 0], [5, 1, 0, 0, 0, 0], [2, 1, 0, 0, 0, 1]] as [[UInt8]] {
            #expect(Family.recognise(advertisement: try advertisement(data: ["4677": wrong])) == nil)
        }
    }

    @Test(arguments: [
        ([UInt8](), FamilyRecognition.Readiness.new), ([0], .stopped), ([0, 0, 0, 0, 0, 0], .stopped),
        ([1, 0, 0, 0, 0, 0], .new), ([2, 7, 0, 0, 0, 0], .new), ([3, 0, 0, 0, 0, 0], .busy),
        ([4, 0, 0, 0, 0, 0], .onNetwork), ([9, 0, 0, 0, 0, 0], .new),
    ])
    func improvSaysWhetherItTakesANetwork(data: [UInt8], readiness: FamilyRecognition.Readiness) throws {
        let device = try advertisement(services: ["00467768-6228-2272-4663-277478268000"], data: ["4677": data])
        #expect(Family.recognise(advertisement: device)?.readiness == readiness)
    }

    @Test(arguments: [
        ([UInt8](), false), ([2], false), ([2, 0, 0, 0, 0, 0], false), ([2, 6], false), ([1, 1], true),
    ])
    func improvSaysWhetherItCanShowWhichOneItIs(data: [UInt8], canIdentify: Bool) throws {
        let device = try advertisement(services: ["00467768-6228-2272-4663-277478268000"], data: ["4677": data])
        #expect(Family.recognise(advertisement: device)?.canIdentify == canIdentify)
    }

    @Test func anImprovDeviceShowsItselfByOneCommand() throws {
        let service = try #require(BluetoothUUID("00467768-6228-2272-4663-277478268000"))
        let command = try #require(BluetoothUUID("00467768-6228-2272-4663-277478268003"))
        #expect(
            Family.improv.identification == [.write(service: service, characteristic: command, value: [2, 0, 2])])
        #expect(Family.allCases.filter { $0.identification != nil } == [.improv])
    }

    @Test func aShellyTakesCalls() throws {
        let plug: [UInt8] = [0x01, 0x07, 0x00, 0x0A, 0xC0, 0x49, 0xEF, 0x88, 0x73, 0xE8, 0x0B, 0x34, 0x12]
        #expect(Family.recognise(advertisement: try advertisement(maker: [0x0BA9: plug]))?.certainty == .certain)
        // A button: the same maker, no calls.
        #expect(Family.recognise(advertisement: try advertisement(maker: [0x0BA9: [0x01, 0x03, 0x00]])) == nil)
        #expect(Family.recognise(advertisement: try advertisement(maker: [0x0BA9: []])) == nil)
        let named = Family.recognise(advertisement: try advertisement(name: "ShellyPlus1-C4DD57877294"))
        #expect(named?.family == .shelly && named?.certainty == .likely)
    }

    @Test(arguments: ["1775244d-6b43-439b-877c-060f2d9bed07", "021a9004-0382-4aea-bff4-6b3f1c5adfb4"])
    func espressifsServicesAreCertain(service: String) throws {
        let recognition = Family.recognise(advertisement: try advertisement(services: [service]))
        #expect(recognition?.family == .espressif && recognition?.certainty == .certain)
    }

    @Test func goProIsCertain() throws {
        #expect(Family.recognise(advertisement: try advertisement(services: ["FEA6"]))?.family == .gopro)
        #expect(Family.recognise(advertisement: try advertisement(maker: [0x02F2: [2]]))?.family == .gopro)
    }

    @Test func theMoreCertainOneDecides() throws {
        let hotspot = try SSID(text: "PROV_01B1E8")
        let named = Family.recognise(
            hotspot: hotspot, advertisement: try advertisement(name: "ShellyPlus1-C4DD57877294"))
        #expect(named?.family == .espressif)
        let heard = Family.recognise(hotspot: hotspot, advertisement: try advertisement(services: ["FEA6"]))
        #expect(heard?.family == .gopro)
        #expect(Family.recognise() == nil)
    }

    @Test(arguments: Family.allCases)
    func everyFamilyHasAWay(family: Family) {
        // By Wi-Fi Easy Connect a radio calls the accessory, which has neither.
        #expect((family.worksOverHotspot || family.worksOverBluetooth) == (family != .easyConnect))
        #expect(!family.title.isEmpty)
        if family == .easyConnect {
            #expect(family.protection(hotspot: nil) == .proven)
        } else {
            #expect(family.protection(hotspot: .open) == .clearText && family.protection(hotspot: .wpa2) == .link)
        }
    }
}

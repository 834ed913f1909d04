// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing

@testable import AccessoryModel
@testable import SimulatedRadios

@Suite struct AirFileTests {
    @Test(arguments: [
        ("Colour=red", "Colour", "unknown key"),
        ("Signal=0", "Signal", "1 to 100"),
        ("Signal=strong", "Signal", "1 to 100"),
        ("Frequency=2440", "Frequency", "no Wi-Fi channel"),
        ("Frequency=80", "Frequency", "2412 to 7115"),
        ("Security=wpa1", "Security", "not one of open, owe, wep, wpa2, wpa2-wpa3, wpa3, enterprise"),
        ("Passphrase=of-no-use", "Passphrase", "takes none"),
        ("Security=owe\nPassphrase=of-no-use", "Passphrase", "takes none"),
        ("Security=wpa3", "Passphrase", "takes one"),
        ("Security=wpa2\nPassphrase=1234567", "Passphrase", "has 7"),
        ("Hidden=perhaps", "Hidden", "neither true nor false"),
        ("Appears=soon", "Appears", "not a time"),
        ("Appears=2", "Appears", "not a time"),
        ("Appears=-2s", "Appears", "not a time"),
        ("Appears=1.2345s", "Appears", "not a time"),
        ("Appears=2s\nGoes=2s", "Goes", "before it appears"),
        ("Returns=2s", "Returns", "set Goes"),
        ("Goes=2s\nReturns=2s", "Returns", "before it goes"),
        ("Goes=2s\nTimesFrom=now", "TimesFrom", "not one of start, look"),
        ("Fault=fire", "Fault", "not one of none, wrong-passphrase, no-dhcp, reject, vanish, slow, silent"),
        ("Fault=wrong-passphrase", "Fault", "asks for no passphrase"),
        ("FaultCount=2", "FaultCount", "no Fault"),
        ("Fault=vanish\nFaultCount=2", "FaultCount", "once and for good"),
        ("Fault=no-dhcp\nAddress=10.0.0.2/24", "Address", "gives none"),
        ("Address=10.0.0.2", "Address", "not an address"),
        ("Address=10.0.0.256/24", "Address", "not an address"),
        ("Address=10.0.0.2/31", "Address", "not an address"),
        ("Address=10.0.0.2/24\nGateway=10.0.1.1", "Gateway", "not another address of 10.0.0.2/24"),
        ("Gateway=192.168.4.2", "Gateway", "not another address"),
        ("Drops=1s\nInterrupts=1s", "Interrupts", "set one of them"),
        ("HomeTime=1s", "HomeTime", "set HomeAddress"),
        ("HomeAddress=plug.local", "HomeAddress", "not an address"),
        ("HomeAddress=::1", "HomeAddress", "not an address"),
        ("HomeAddress=fe80::17%wlan0", "HomeAddress", "not an address"),
    ])
    func refusesAnAccessPoint(keys: String, key: String, reason: String) throws {
        let fault = try #require(throws: KeyFileFault.self) { try SimulatedRadios(try air(cam: keys)) }
        #expect(fault.path == "air.conf" && fault.group == "AccessPoint cam" && fault.key == key)
        #expect(fault.reason.contains(reason), "\(fault)")
    }

    @Test(arguments: [
        ("Profile=HomeNet", "SSID", "the profile needs its network"),
        ("SSID=", "SSID", "at least 1 byte"),
        ("SSID=HomeNet\nProfile=", "Profile", "empty"),
        ("RestoreTime=2s", "RestoreTime", "nothing to bring back"),
        ("Unusable=broken", "Unusable", "not one of backendAway, noRadio, switchedOff"),
        ("UnusableAfter=2s", "UnusableAfter", "set Unusable"),
        ("UnusableUntil=2s", "UnusableUntil", "set Unusable"),
        ("Unusable=notReady\nUnusableAfter=2s\nUnusableUntil=2s", "UnusableUntil", "not later"),
        ("Passphrase=12345678", "Passphrase", "unknown key"),
    ])
    func refusesARadio(keys: String, key: String, reason: String) throws {
        let fault = try #require(throws: KeyFileFault.self) { try SimulatedRadios(try air(radio: keys)) }
        #expect(fault.group == "Radio wlan0" && fault.key == key)
        #expect(fault.reason.contains(reason), "\(fault)")
    }

    @Test(
        arguments: [
            (
                "[Weather]\nRain=yes", "Weather", nil,
                "known are Air, Radio INTERFACE, AccessPoint LABEL, Bluetooth ADAPTER"
            ),
            ("[Radio ]", "Radio ", nil, "not an interface's name"),
            ("[Radio wlan 0]", "Radio wlan 0", nil, "not an interface's name"),
            ("[Air]\nSweep=1s", "Air", "Sweep", "unknown key; known are AddressTime"),
            ("[Air]\nQuickLookTime=0s", "Air", "QuickLookTime", "longer than no time"),
            ("[Air]\nSweepTime=300ms", "Air", "SweepTime", "longer than the likely ones"),
            ("[AccessPoint b]\nBSSID=02:00:00:00:01:01", "AccessPoint b", "SSID", "every access point has one"),
            ("[AccessPoint b]\nSSID=B", "AccessPoint b", "BSSID", "every access point has one"),
            ("[AccessPoint b]\nSSID=B\nBSSID=02:00", "AccessPoint b", "BSSID", "six bytes"),
            ("[AccessPoint b]\nSSID=B\nBSSID=03:00:00:00:01:01", "AccessPoint b", "BSSID", "group address"),
            ("[AccessPoint b]\nSSID=B\nBSSID=02:00:00:00:01:00", "AccessPoint b", "BSSID", "another access point's"),
            (
                "[AccessPoint b]\nSSID=123456789012345678901234567890123\nBSSID=02:00:00:00:01:01", "AccessPoint b",
                "SSID", "at most 32 bytes"
            ),
            ("[AccessPoint b]\nSSID=\\q\nBSSID=02:00:00:00:01:01", "AccessPoint b", "SSID", "not an escape"),
        ] as [(String, String, String?, String)])
    func refusesAGroup(more: String, group: String, key: String?, reason: String) throws {
        let fault = try #require(throws: KeyFileFault.self) { try SimulatedRadios(try air(more: more)) }
        #expect(fault.group == group && fault.key == key)
        #expect(fault.reason.contains(reason), "\(fault)")
    }

    @Test func refusesAPersonWithoutANetwork() throws {
        let fault = try #require(throws: KeyFileFault.self) {
            try SimulatedRadios(try air(cam: "Interrupts=1s", radio: ""))
        }
        #expect(fault.group == "AccessPoint cam" && fault.key == "Interrupts")
    }

    @Test func namesTheLineOfWhatIsWrong() throws {
        var file = try air(cam: "Signal=0")
        file.groups[1].line = 4
        file.groups[1].lines = ["Signal": 7]
        let fault = try #require(throws: KeyFileFault.self) { try SimulatedRadios(file) }
        #expect(fault.description.hasPrefix("air.conf:7: [AccessPoint cam] Signal: "))
    }

    @Test func neverQuotesAPassphrase() throws {
        let fault = try #require(throws: KeyFileFault.self) {
            try SimulatedRadios(try air(cam: "Security=wpa2\nPassphrase=s3cret\u{7f}s3cret"))
        }
        #expect(!fault.description.contains("s3cret"))
    }

    @Test(arguments: [
        ("300ms", Duration.milliseconds(300)), ("2s", .seconds(2)), ("1.5s", .milliseconds(1500)),
        ("0.25s", .milliseconds(250)), ("0.005s", .milliseconds(5)), ("1.5ms", .microseconds(1500)),
    ])
    func readsTimes(text: String, time: Duration) throws {
        #expect(try Air(try air(cam: "Appears=\(text)")).points[0].presence.appears == time)
    }

    @Test(arguments: Unavailability.allCases) func knowsWhyARadioCannotBeUsed(why: Unavailability) async throws {
        let radios = try SimulatedRadios(try air(radio: "Unusable=\(why)", more: "[Radio wlan1]"))
        var states = await radios.states().makeAsyncIterator()
        let state = try #require(await states.next())
        let idle = Adapter(interface: "wlan1", activity: .idle)
        switch why {
        case .backendAway: #expect(state.unavailable == .backendAway && state.adapters.isEmpty)
        case .noRadio: #expect(state.unavailable == nil && state.adapters == [idle])
        case .switchedOff, .hardBlocked, .unmanaged, .accessPoint, .noSupplicant, .iwdBackend, .notReady:
            #expect(state.adapters == [Adapter(interface: "wlan0", activity: .unusable(why)), idle])
        }
    }

    @Test func readsTheDemonstration() throws {
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
        let path = root + "/conf/demo-air.conf"
        let air = try Air(try keyFile(String(contentsOfFile: path, encoding: .utf8), path: path))
        #expect(air.name == path)
        #expect(air.stations.map(\.home?.name) == ["HomeNet"])
        let cameras = try SSID(text: "MyCam-")
        #expect(air.points.filter { $0.ssid.hasPrefix(cameras) }.count == 5)
        let strongest = air.points.filter { $0.ssid.hasPrefix(cameras) }.max { $0.signal < $1.signal }
        #expect(strongest?.ssid.description == "MyCam-0001" && strongest?.fault == SimulatedAccessPoint.Fault.none)
        #expect(air.points.contains { $0.ssid.bytes.starts(with: "🔌".utf8) })
        #expect(air.points.contains { $0.isHidden })
    }
}

// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Foundation
import Testing

@Suite struct LocationTests {
    private func address(_ text: String) throws -> IPAddress { try #require(IPAddress(text), "\(text)") }

    @Test(arguments: [
        ("192.168.1.23", "192.168.1.23"), ("10.0.0.1", "10.0.0.1"), ("FD00:0:0:0:0:0:0:1", "fd00::1"),
        ("2001:db8::", "2001:db8::"), ("2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"),
        ("2001:0:0:1:0:0:0:1", "2001:0:0:1::1"), ("2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"),
        ("fe80::c249:efff:fe8c:480c", "fe80::c249:efff:fe8c:480c"), ("FE80:0::17%wlan0", "fe80::17%wlan0"),
    ])
    func writesAnAddressInItsOneForm(text: String, form: String) throws {
        #expect(try address(text).description == form)
        #expect(try address(form) == address(text))
    }

    @Test(arguments: [
        "", "192.168.1", "192.168.1.256", "192.168.1.1.1", "192.168.01.1", " 192.168.1.1", "192.168.1.1\n", "+1.1.1.1",
        "0.0.0.0", "127.0.0.1", "224.0.0.251", "255.255.255.255", "::", "::1",
        "::ffff:192.168.1.1", "ff02::fb", "fd00:::1", "fd00::1::2", "fd00:0:0:0:0:0:0:0:1", "fd00:1", "fd00::12345",
        "fd00::g", "fd00::+1", "fd00::1%wlan0", "192.168.1.1%wlan0", "fe80::1%", "fe80::1%a/b",
        "fe80::1%a%b", "fe80::1%sixteen-letters-", "%wlan0",
        "fd00:0:0:0:0:0:0::1", ":", "plug.local", "1", "0x7f.1.1.1", "١٩٢.168.1.1",
    ])
    func refusesWhatIsNoDevicesAddress(text: String) { #expect(IPAddress(text) == nil) }

    @Test(arguments: [
        ("http://192.168.1.23", "192.168.1.23"), ("http://192.168.1.23/", "192.168.1.23"),
        ("http://192.168.1.23:8080/a?b=c%20d", "192.168.1.23"), ("http://[fd00::1]/", "fd00::1"),
        ("http://[fd00::1]:80", "fd00::1"),
    ])
    func takesAPageOnTheSameAddress(page: String, place: String) throws {
        #expect(DevicePage(page, at: try address(place), by: .station)?.text == page)
    }

    @Test(arguments: [
        "https://192.168.1.23/", "HTTP://192.168.1.23/", "javascript:alert(1)//http://192.168.1.23/",
        "http://192.168.1.230/", "http://192.168.1.2/",
        "http://192.168.1.23.evil.example/",
        "http://192.168.1.23@evil.example/",
        "http://evil.example/192.168.1.23", "http://192.168.1.23:80@evil.example/", "http://192.168.1.23:/",
        "http://192.168.1.23:0/", "http://192.168.1.23:65536/", "http://192.168.1.23:+80/",
        "http://192.168.1.23\\@evil.example/",
        "http://192.168.1.23/ onclick=x", "http://192.168.1.23/\"><script>", "http://192.168.1.23/\n",
        "http://192.168.1.23#a",
        "http://192.168.1.23?a", "http://192.168.1.23/\u{202E}", "http://192.168.1.23\u{301}/",
        "http://[192.168.1.23]/",
        "http://user:secret@192.168.1.23/", "//192.168.1.23/", " http://192.168.1.23/", "",
        "http://192.168.1.23/" + String(repeating: "a", count: 109),
    ])
    func refusesAPageAnywhereElse(page: String) throws {
        #expect(DevicePage(page, at: try address("192.168.1.23"), by: .station) == nil)
    }

    /// No URL can name the interface that such an address needs.
    @Test func aLinkLocalAddressHasNoPage() throws {
        #expect(DevicePage("http://[fe80::1]/", at: try address("fe80::1"), by: .station) == nil)
        #expect(DevicePage("http://[fe80::1%25wlan0]/", at: try address("fe80::1%wlan0"), by: .station) == nil)
    }

    /// An accessory that names the router's address as its own would choose where a person's click goes.
    @Test func itsOwnWordForItsAddressBringsNoPage() throws {
        let page = "http://192.168.1.1/"
        #expect(DevicePage(page, at: try address("192.168.1.1"), by: .address) == nil)
        for evidence in ArrivalEvidence.allCases where evidence != .address {
            #expect(DevicePage(page, at: try address("192.168.1.1"), by: evidence) != nil, "\(evidence)")
        }
        let before = try location(page: "http://192.168.1.23/")
        var now = before
        now.evidence = .address
        #expect(now.filled(from: before).page == nil)
    }

    @Test func onlyALinkLocalAddressNamesItsInterface() throws {
        #expect(try address("fe80::1").seen(on: "wlan0") == address("fe80::1%wlan0"))
        #expect(try address("fe80::1%eth0").seen(on: "wlan0") == address("fe80::1%wlan0"))
        for text in ["192.168.1.23", "fd00::1", "2001:db8::1"] {
            #expect(try address(text).seen(on: "wlan0").description == text)
        }
        #expect(try address("fe80::1").seen(on: "a b") == address("fe80::1"))
        #expect(try address("fe80::1").seen(on: nil) == address("fe80::1"))
    }

    private func location(host: String? = nil, page: String? = nil) throws -> Location {
        Location(
            address: try address("192.168.1.23"), host: host, page: page, evidence: .station, isConfirmed: true,
            lastSeen: Timestamp(seconds: 9))
    }

    @Test func leavesOutWhatADeviceMayNotSay() throws {
        #expect(try location(host: "plug-8c480c.local").host == "plug-8c480c.local")
        #expect(try location(host: "plug.local.").host == "plug.local")
        for host in [
            "", ".", "a..b", "plug local", "<b>", "plug\u{1B}[2J", "plüg", String(repeating: "a", count: 64),
            String(repeating: "abc.", count: 64) + "abc",
        ] {
            #expect(try location(host: host).host == nil, "\(host)")
        }
        #expect(try location(page: "http://192.168.1.24/").page == nil)
    }

    @Test func isTheSameAfterTheWire() throws {
        let local = Location(
            address: try address("fe80::1%wlan0"), evidence: .station, isConfirmed: true,
            lastSeen: Timestamp(seconds: 9))
        for place in [try location(), try location(host: "plug.local", page: "http://192.168.1.23/"), local] {
            #expect(try JSONDecoder().decode(Location.self, from: JSONEncoder().encode(place)) == place)
        }
    }

    @Test func theWireBringsNoOtherPage() throws {
        let text = """
            {"address":"192.168.1.23","page":"http://evil.example/","host":"<b>","evidence":"key","isConfirmed":true,\
            "lastSeen":9,"isOnline":true}
            """
        let place = try JSONDecoder().decode(Location.self, from: Data(text.utf8))
        #expect(place.page == nil && place.host == nil && place.isOnline)
        let strange = Data(text.replacing("192.168.1.23", with: "127.0.0.1").utf8)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Location.self, from: strange) }
    }

    @Test func keepsWhatWasKnownOfTheSameAddressOnly() throws {
        let known = try location(host: "plug.local", page: "http://192.168.1.23/")
        let bare = try location()
        #expect(bare.filled(from: known).page == known.page && bare.filled(from: known).host == known.host)
        let moved = Location(
            address: try address("192.168.1.24"), evidence: .station, isConfirmed: true,
            lastSeen: Timestamp(seconds: 10))
        #expect(moved.filled(from: known) == moved)
    }
}

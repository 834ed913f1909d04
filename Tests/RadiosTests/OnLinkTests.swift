// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import Radios

/// Which addresses this machine asks at: those of its neighbours.
struct OnLinkTests {
    private let here: OnLink

    init() throws {
        here = OnLink(
            interfaces: [
                .init(name: "wlan0", address: try #require(IPAddress("192.168.101.58")), prefixLength: 24),
                .init(name: "eth0", address: try #require(IPAddress("10.0.0.5")), prefixLength: 22),
                .init(name: "wlan0", address: try #require(IPAddress("fd00:1::58")), prefixLength: 64),
                .init(name: "wlan0", address: try #require(IPAddress("2001:db8:1::58")), prefixLength: 64),
                .init(name: "wlan0", address: try #require(IPAddress("fe80::58")), prefixLength: 64),
                .init(name: "eth0", address: try #require(IPAddress("fe80::5")), prefixLength: 64),
            ], routers: [try #require(IPAddress("192.168.101.1")), try #require(IPAddress("fe80::a"))])
    }

    @Test(
        arguments: [
            ("192.168.101.7", "wlan0"), ("10.0.3.255", "eth0"), ("10.0.4.1", nil), ("192.168.102.7", nil),
            ("127.0.0.1", nil), ("fd00:1::9", "wlan0"), ("fd00:2::9", nil), ("fe80::1", nil), ("fe80::1%eth0", "eth0"),
            ("fe80::1%docker0", nil), ("2001:db8:1::9", "wlan0"), ("2001:db8:2::9", nil), ("8.8.8.8", nil),
            ("router.local", nil), ("", nil),
        ] as [(String, String?)]) func leadsToItsNeighboursAlone(address: String, interface: String?)
    {
        let place = interface.map { AddressPlace.station(interface: $0) } ?? .elsewhere
        #expect(here.place(of: address, seenOn: nil, home: nil) == place)
    }

    @Test func asksInNoOtherNetworkThanHomeForAWordAlone() {
        #expect(here.place(of: "10.0.0.9", seenOn: nil, home: "wlan0") == .elsewhere)
        #expect(here.place(of: "fe80::9%eth0", seenOn: nil, home: "wlan0") == .elsewhere)
        #expect(here.place(of: "fe80::9%wlan0", seenOn: nil, home: "wlan0") == .station(interface: "wlan0"))
        #expect(here.place(of: "192.168.101.7", seenOn: nil, home: "wlan0") == .station(interface: "wlan0"))
        #expect(here.place(of: "10.0.0.9", seenOn: "eth0", home: "wlan0") == .station(interface: "eth0"))
    }

    @Test(arguments: ["192.168.101.58", "fe80::58%wlan0", "192.168.101.1", "fe80::a%wlan0"])
    func itsOwnAddressAndItsRoutersAreNoStations(address: String) {
        #expect(here.place(of: address, seenOn: nil, home: nil) == .taken)
        #expect(here.place(of: address, seenOn: "wlan0", home: nil) == .taken)
    }

    @Test func believesNoAnnouncementOfAnotherNetworksAddress() {
        #expect(here.place(of: "192.168.101.7", seenOn: "wlan0", home: nil) == .station(interface: "wlan0"))
        #expect(here.place(of: "10.0.0.9", seenOn: "wlan0", home: nil) == .elsewhere)
        #expect(here.place(of: "fe80::1", seenOn: "wlan0", home: nil) == .station(interface: "wlan0"))
        #expect(here.place(of: "fe80::1", seenOn: "docker0", home: nil) == .elsewhere)
        #expect(here.place(of: "2001:db8:1::9", seenOn: "eth0", home: nil) == .elsewhere)
    }

    @Test func readsTheAddressesOfThisMachine() {
        #expect(!OnLink.now().interfaces.contains { $0.name == "lo" })
    }
}

// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AccessoryRules
import Testing

/// One accessory's arrival: its identity against what the home network shows.
struct ArrivalTests {
    private static let own = MACAddress([0xC0, 0x49, 0xEF, 0x8C, 0x48, 0x0C])
    private static let liar = MACAddress([0x24, 0x0A, 0xC4, 0x00, 0x00, 0x01])

    private func shelly() throws -> ExpectedIdentity {
        ExpectedIdentity(family: .shelly, hotspot: try SSID(text: "ShellyPlus1-C049EF8C480C"), bssid: nil)
    }

    private func neighbour(_ address: String, _ station: MACAddress?) throws -> Arrival.Event {
        .seen(.neighbour(Neighbour(address: address, station: try #require(station), interface: "wlan0")))
    }

    private func announced(
        _ address: String, host: String = "shellyplus1-c049ef8c480c", service: String = "plug"
    ) -> Arrival.Event {
        let isV6 = address.contains(":")
        return .seen(
            .announced(
                Announcement(
                    id: .init(name: service, type: "_shelly._tcp", interface: "wlan0", isV6: isV6),
                    host: "\(host).local", address: address, station: Self.own)))
    }

    private func named(_ address: String, _ station: MACAddress? = own) -> Arrival.Event {
        .checked(address, .named(DeviceIdentity(name: "shellyplus1-c049ef8c480c", address: station)))
    }

    private func play(_ expected: ExpectedIdentity, _ events: [Arrival.Event]) -> [Arrival.Effect] {
        var machine = Arrival(expected)
        return ([.began] + events).flatMap { machine.receive($0) }
    }

    private func finding(_ expected: ExpectedIdentity, _ events: [Arrival.Event]) -> ArrivalFinding? {
        guard case .finish(let finding)? = play(expected, events + [.due]).last else { return nil }
        return finding
    }

    @Test func isConfirmedByItsPageAndItsStationAddress() throws {
        let effects = play(
            try shelly(), [announced("192.168.1.23"), try neighbour("192.168.1.23", Self.own), named("192.168.1.23")])
        let place = ArrivalFinding.Place(
            address: "192.168.1.23", host: "shellyplus1-c049ef8c480c", station: Self.own, interface: "wlan0")
        #expect(
            effects == [
                .startTimer(Arrival.patience), .check("192.168.1.23", interface: "wlan0"),
                .finish(.confirmed(place, .ownInterface)),
            ])
    }

    @Test(arguments: ["fe80::17%wlan0", "fd00::17", "2001:db8::17"])
    func isConfirmedByAnAddressOfIPv6Alone(at: String) throws {
        let effects = play(try shelly(), [announced(at), try neighbour(at, Self.own), named(at), .rested])
        let place = ArrivalFinding.Place(
            address: at, host: "shellyplus1-c049ef8c480c", station: Self.own, interface: "wlan0")
        #expect(
            effects == [
                .startTimer(Arrival.patience), .check(at, interface: "wlan0"), .rest(Arrival.pause),
                .finish(.confirmed(place, .ownInterface)),
            ])
    }

    /// The look goes on for a moment: a device has its link-local address before DHCP gives it one of IPv4.
    @Test(arguments: [
        (["fe80::17%wlan0", "192.168.1.23"], "192.168.1.23"), (["192.168.1.23", "fe80::17%wlan0"], "192.168.1.23"),
        (["2001:db8::17", "192.168.1.23"], "192.168.1.23"), (["fe80::17%wlan0", "2001:db8::17"], "2001:db8::17"),
        (["2001:db8::17", "fe80::17%wlan0"], "2001:db8::17"), (["fe80::17%wlan0"], "fe80::17%wlan0"),
    ]) func takesIPv4BeforeIPv6AndALinkLocalAddressLast(addresses: [String], taken: String) throws {
        let events = try addresses.flatMap { [announced($0), try neighbour($0, Self.own), named($0)] }
        #expect(finding(try shelly(), events)?.place?.address == taken)
    }

    @Test func anAddressOfIPv4ThatNeverAnswersIsNotTaken() throws {
        let (old, new) = ("192.168.1.66", "fe80::17%wlan0")
        let events = [
            announced(old), .checked(old, .silent), announced(new), try neighbour(new, Self.own), named(new),
        ]
        #expect(finding(try shelly(), events)?.place?.address == new)
    }

    @Test func isConfirmedWhicheverOfTheTwoComesFirst() throws {
        let events = [announced("192.168.1.23"), named("192.168.1.23"), try neighbour("192.168.1.23", Self.own)]
        #expect(finding(try shelly(), events)?.isConfirmed == true)
    }

    @Test func anAnnouncementAloneIsNothing() throws {
        let silent = finding(try shelly(), [announced("192.168.1.66"), .checked("192.168.1.66", .silent)])
        guard case .notSeen(let trace)? = silent else {
            Issue.record("\(String(describing: silent))")
            return
        }
        #expect(trace.silent == ["192.168.1.66"] && silent?.text.contains("client isolation") == true)
    }

    @Test func aLiarIsToldByItsStation() throws {
        let at = "192.168.1.66"
        let events = [announced(at), try neighbour(at, Self.liar), named(at)]
        for order in [events, [events[0], events[2], events[1]], [events[1], events[0], events[2]]] {
            guard case .notSeen(let trace)? = finding(try shelly(), order) else {
                Issue.record("\(order)")
                continue
            }
            #expect(trace.foreign == [at])
        }
    }

    @Test func aLiarDoesNotHideTheAccessory() throws {
        let events = [
            announced("192.168.1.66"), try neighbour("192.168.1.66", Self.liar),
            announced("192.168.1.23", service: "2"),
            try neighbour("192.168.1.23", Self.own), named("192.168.1.23"),
        ]
        #expect(finding(try shelly(), events)?.place?.address == "192.168.1.23")
    }

    /// Whoever answers ARP in the accessory's name gets none of the frames.
    @Test func aNeighbourThatNeverAnswersIsLikelyAtMost() throws {
        let found = finding(
            try shelly(), [try neighbour("192.168.1.66", Self.own), .checked("192.168.1.66", .silent)])
        guard case .likely(_, .station)? = found else {
            Issue.record("\(String(describing: found))")
            return
        }
    }

    @Test func aStationThatChangesAfterItsAnswerIsAskedAgain() throws {
        let at = "192.168.1.66"
        let first = [announced(at), try neighbour(at, Self.liar), named(at), try neighbour(at, Self.own)]
        #expect(play(try shelly(), first).count { $0 == .check(at, interface: "wlan0") } == 2)
        #expect(finding(try shelly(), first)?.isConfirmed == false)
        let anew = first + [.seen(.neighboursAnew), try neighbour(at, Self.own)]
        #expect(finding(try shelly(), anew)?.isConfirmed == false)
    }

    @Test func aPageThatNamesAnotherStationIsAnothers() throws {
        let at = "192.168.1.66"
        let events = [announced(at), try neighbour(at, Self.own), named(at, Self.liar)]
        #expect(finding(try shelly(), events)?.place == nil)
    }

    @Test func isConfirmedByItsStationWhereNoPageNamesIt() throws {
        let bssid = MACAddress("24:0a:c4:12:34:00")
        let expected = ExpectedIdentity(family: .espressif, hotspot: try SSID(text: "PROV_1234FF"), bssid: bssid)
        #expect(expected.station == MACAddress("24:0a:c4:12:34:ff"))
        let at = "192.168.1.23"
        let found = finding(expected, [try neighbour(at, expected.station), .checked(at, .reached)])
        #expect(found?.evidence == .station && found?.isConfirmed == true)
        #expect(found?.text == "it is at 192.168.1.23, confirmed by its station address")
    }

    @Test func aProvenSessionNeedsNoLook() throws {
        var expected = try shelly()
        expected.end(.onNetwork(address: "192.168.1.9", page: nil), protection: .proven)
        let place = ArrivalFinding.Place(address: "192.168.1.9", station: Self.own)
        #expect(play(expected, []) == [.finish(.confirmed(place, .key))])
    }

    @Test func anAddressOfItsOwnWordIsLikely() {
        var expected = ExpectedIdentity()
        expected.end(.onNetwork(address: nil, page: "http://192.168.1.9/setup?x=1"), protection: .clearText)
        #expect(play(expected, []).last == .check("192.168.1.9", interface: nil))
        #expect(finding(expected, [.checked("192.168.1.9", .reached)])?.evidence == .address)
        #expect(finding(expected, [.checked("192.168.1.9", .silent)])?.place == nil)
    }

    @Test func theRoutersAddressIsNoAccessorys() {
        var expected = ExpectedIdentity()
        expected.end(.onNetwork(address: nil, page: "http://192.168.1.1/"), protection: .clearText)
        let found = finding(expected, [.taken("192.168.1.1")])
        #expect(found?.place == nil)
        #expect(found?.text.contains("192.168.1.1 was named as its address, which is this machine's or its") == true)
    }

    /// ESPHome's own page, and a chip by Espressif: together they are enough.
    @Test func aStationThatBluetoothImpliesConfirms() throws {
        let bluetooth = try #require(MACAddress("c0:49:ef:8c:48:0e"))
        var lamp = ExpectedIdentity(
            family: .improv, bluetooth: BluetoothAddress(bluetooth, kind: .public), name: "Lamp")
        lamp.end(.onNetwork(address: "192.168.1.23", page: "http://192.168.1.23:80"), protection: .clearText)
        let at = "192.168.1.23"
        let own = finding(lamp, [try neighbour(at, Self.own), .checked(at, .reached)])
        let other = finding(lamp, [try neighbour(at, Self.liar), .checked(at, .reached)])
        #expect(own?.isConfirmed == true && own?.evidence == .station)
        #expect(other?.isConfirmed == false && other?.evidence == .address, "another maker's chip is no contradiction")
    }

    @Test func thePageOfAHostOnTheLinkNamesTheAccessory() {
        var expected = ExpectedIdentity()
        expected.end(.onNetwork(address: nil, page: "http://Lamp.local:8080/"), protection: .clearText)
        #expect(expected.has(name: "lamp") && expected.address == nil)
    }

    @Test func twoStationsThatMayBeItAreNoAnswer() throws {
        let expected = ExpectedIdentity(family: .tasmota, hotspot: try SSID(text: "tasmota-8C480C-2060"), bssid: nil)
        let twin = MACAddress([0x24, 0x0A, 0xC4, 0x8C, 0x48, 0x0C])
        let events = [
            try neighbour("192.168.1.5", Self.own), try neighbour("192.168.1.6", twin),
            .checked("192.168.1.5", .reached), .checked("192.168.1.6", .reached),
        ]
        guard case .ambiguous(let places)? = finding(expected, events) else {
            Issue.record("a guess")
            return
        }
        #expect(places.map(\.address) == ["192.168.1.5", "192.168.1.6"])
        #expect(finding(expected, [events[0], events[2]])?.isConfirmed == false, "three octets are not six")
    }

    @Test func aHostIsNamedWithHyphensForLowLines() throws {
        let expected = ExpectedIdentity(family: .tasmota, hotspot: try SSID(text: "tasmota_8C480C-2060"), bssid: nil)
        #expect(expected.has(name: "tasmota-8c480c-2060") && expected.has(name: "tasmota_8C480C-2060"))
    }

    @Test func aSilentAddressIsAskedAgainAfterAPause() throws {
        let at = "192.168.1.23"
        let effects = play(
            try shelly(), [announced(at), .checked(at, .silent), .rested, .checked(at, .silent), .rested])
        #expect(effects.filter { $0 == .rest(Arrival.pause) }.count == 2)
        #expect(effects.filter { $0 == .check(at, interface: "wlan0") }.count == 3)
    }

    @Test func anAddressThatMovesIsFollowed() throws {
        let events = [
            announced("192.168.1.23"), .checked("192.168.1.23", .silent), announced("192.168.1.24"),
            try neighbour("192.168.1.24", Self.own), named("192.168.1.24"),
        ]
        #expect(finding(try shelly(), events)?.place?.address == "192.168.1.24")
    }

    @Test func aFloodIsBounded() throws {
        var machine = Arrival(try shelly())
        var checks = 0
        func count(_ effects: [Arrival.Effect]) -> [String] {
            effects.compactMap { if case .check(let address, _) = $0 { address } else { nil } }
        }
        for number in 0..<2000 {
            let asked = count(machine.receive(announced("10.0.\(number / 250).\(number % 250)", service: "\(number)")))
            checks += asked.count
            for address in asked { checks += count(machine.receive(.checked(address, .silent))).count }
        }
        #expect(checks <= Arrival.mostChecks)
    }

    @Test func whatIsMissingIsExplained() throws {
        let text = finding(try shelly(), [.seen(.unavailable(.announcements, reason: "Avahi does not run"))])?.text
        #expect(text?.contains("Avahi does not run") == true)
        #expect(play(ExpectedIdentity(), []) == [.finish(.notSeen(.init()))])
    }

    @Test func endsOnce() throws {
        #expect(play(try shelly(), [.due, .due, announced("192.168.1.23"), .began]).count == 2)
    }
}

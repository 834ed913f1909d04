// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import Radios

/// Which object of Avahi's comes next, and what a reader gets of its signals.
struct AvahiBrowseTests {
    private func item(_ name: String, proto: Int32 = 0) throws -> AvahiItem {
        try #require(
            AvahiItem([
                .int(3), .int(proto), .string(name), .string("_shelly._tcp"), .string("local"), .uint(4),
            ]))
    }

    private func found(
        _ item: AvahiItem, _ address: String = "192.168.1.23", texts: [String] = ["id=plug", "MAC=C049EF8C480C"]
    ) -> Announcement? {
        item.announcement(
            found: [
                .int(3), .int(item.proto), .string(item.name), .string(item.type), .string("local"),
                .string("Plug.local"), .int(item.proto), .string(address), .uint(80),
                .list(of: "ay", texts.map { .bytes(Array($0.utf8)) }), .uint(4),
            ], on: "wlan0")
    }

    @Test func browsesAsSoonAsAvahiIsThere() throws {
        var browse = AvahiBrowse(types: ["_a._tcp", "_b._tcp"])
        let first = browse.receive(.owned(false))
        #expect(first.first == .forgetAll && first.count == 2)
        #expect(
            browse.receive(.owned(true)) == [
                .forgetAll, .prepare(.browser(type: "_a._tcp")), .prepare(.browser(type: "_b._tcp")),
            ])
        #expect(
            browse.receive(.prepared(.browser(type: "_a._tcp"), path: "/b"))
                == [.start(.browser(type: "_a._tcp"), path: "/b")])
    }

    @Test func resolvesAServiceAndFollowsItsAddress() throws {
        var browse = AvahiBrowse(types: ["_shelly._tcp"])
        _ = browse.receive(.owned(true))
        let plug = try item("plug")
        #expect(browse.receive(.added(plug)) == [.prepare(.resolver(plug))])
        #expect(browse.receive(.added(plug)).isEmpty)
        #expect(
            browse.receive(.prepared(.resolver(plug), path: "/r")) == [.start(.resolver(plug), path: "/r")])
        let (first, second) = (try #require(found(plug)), try #require(found(plug, "192.168.1.24")))
        #expect(first.station?.description == "c0:49:ef:8c:48:0c" && first.identifier == "plug" && first.host == "plug")
        #expect(browse.receive(.found(plug, first)) == [.notify(.announced(first))])
        #expect(browse.receive(.found(plug, first)).isEmpty)
        #expect(browse.receive(.found(plug, second)) == [.notify(.announced(second))])
        #expect(
            browse.receive(.removed(plug)) == [.free(.resolver(plug), path: "/r"), .notify(.withdrawn(second.id))])
    }

    @Test func aServiceOverBothProtocolsHasAnAddressOfEach() throws {
        var browse = AvahiBrowse(types: ["_shelly._tcp"])
        _ = browse.receive(.owned(true))
        let (old, new) = (try item("plug"), try item("plug", proto: 1))
        let pair = [(old, "192.168.1.23"), (new, "fe80::17")]
        let announcements = try pair.map { try #require(found($0, $1)) }
        for ((item, _), announcement) in zip(pair, announcements) {
            #expect(item.question[5] == .int(item.proto))
            #expect(browse.receive(.added(item)) == [.prepare(.resolver(item))])
            _ = browse.receive(.prepared(.resolver(item), path: "/r"))
            #expect(browse.receive(.found(item, announcement)) == [.notify(.announced(announcement))])
        }
        #expect(announcements.map(\.address) == ["192.168.1.23", "fe80::17%wlan0"])
        #expect(
            browse.receive(.removed(old))
                == [.free(.resolver(old), path: "/r"), .notify(.withdrawn(announcements[0].id))])
        #expect(announcements[0].id != announcements[1].id)
    }

    @Test func forgetsAllWithAvahi() throws {
        var browse = AvahiBrowse(types: ["_shelly._tcp"])
        _ = browse.receive(.owned(true))
        let plug = try item("plug")
        _ = browse.receive(.added(plug))
        _ = browse.receive(.prepared(.resolver(plug), path: "/r"))
        let announcement = try #require(found(plug))
        _ = browse.receive(.found(plug, announcement))
        let effects = browse.receive(.owned(false))
        #expect(effects.prefix(2) == [.forgetAll, .notify(.withdrawn(announcement.id))])
        guard case .notify(.unavailable(.announcements, _))? = effects.last else {
            Issue.record("\(effects)")
            return
        }
        #expect(browse.receive(.added(plug)).isEmpty)
    }

    @Test func aFloodOfServicesIsBounded() throws {
        var browse = AvahiBrowse(types: ["_shelly._tcp"])
        _ = browse.receive(.owned(true))
        var effects: [AvahiBrowse.Effect] = []
        for number in 0..<1000 { effects += browse.receive(.added(try item("\(number)"))) }
        #expect(effects.count == AvahiBrowse.mostOpen)
        var resolved = 0
        while let effect = effects.popLast() {
            guard case .prepare(.resolver(let item)) = effect else { continue }
            resolved += 1
            effects += browse.receive(.prepared(.resolver(item), path: "/\(item.name)"))
            effects += browse.receive(.found(item, found(item)))
        }
        #expect(resolved == AvahiBrowse.mostItems)
    }

    @Test func anUnansweredOrRefusedResolverMakesRoom() throws {
        var browse = AvahiBrowse(types: ["_shelly._tcp"])
        _ = browse.receive(.owned(true))
        for number in 0...AvahiBrowse.mostOpen { _ = browse.receive(.added(try item("\(number)"))) }
        let (first, second) = (try item("0"), try item("1"))
        let next = try item("\(AvahiBrowse.mostOpen)")
        _ = browse.receive(.prepared(.resolver(first), path: "/r"))
        #expect(
            browse.receive(.failed(first)) == [.free(.resolver(first), path: "/r"), .prepare(.resolver(next))])
        #expect(browse.receive(.removed(second)).isEmpty)
        #expect(
            browse.receive(.prepared(.resolver(second), path: "/late")) == [.free(.resolver(second), path: "/late")])
    }

    @Test func foreignTextsAreBoundedAndHarmless() throws {
        let odd = try item("plug\u{1B}[2J\(String(repeating: "x", count: 100))")
        let announcement = try #require(
            found(odd, texts: ["mac", "=x", "mac=zz", "id=\u{7}", String(repeating: "y", count: 300)]))
        #expect(!announcement.id.name.contains("\u{1B}") && announcement.id.name.utf8.count <= Announcement.longest)
        #expect(announcement.station == nil && announcement.identifier?.contains("\u{7}") == false)
        let long = String(repeating: "x", count: 300)
        #expect(AvahiItem([.int(3), .int(0), .string(long), .string("_a._tcp"), .string("local")]) == nil)
        #expect(AvahiItem([.int(3)]) == nil)
    }

    @Test(arguments: ["127.0.0.1", "224.0.0.251", "0.0.0.0", "::1", "ff02::fb", "1.2.3", "1.2.3.999", ""])
    func anAddressOfNoStationIsLeftOut(_ address: String) throws {
        #expect(found(try item("plug"), address) == nil)
    }
}

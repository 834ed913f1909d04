// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import Glibc
import Testing

@testable import accessory_provision

/// What the program is to do, from its descriptor.
struct AssignmentTests {
    private func read(_ text: String) throws -> Assignment {
        let stream = try #require(tmpfile())
        defer { fclose(stream) }
        let (file, bytes) = (fileno(stream), Array(text.utf8))
        #expect(write(file, bytes, bytes.count) == bytes.count)
        lseek(file, 0, SEEK_SET)
        return try Assignment.read(file)
    }

    @Test func readsWhatAPlansProgramGets() throws {
        let assignment = try read(
            """
            {"plan":"plug","app":"a","ssid":"Plug-1","interface":"wlan0","address":"192.168.4.2","gateway":"192.168.4.1",\
            "uplink":{"ssid":"Home","security":"wpa2","passphrase":"home sweet home","isHidden":false},\
            "provision":{"family":"wled","secret":"1234","leastProtection":"link","security":"wpa2"}}
            """)
        #expect(assignment.ssid.bytes == Array("Plug-1".utf8) && assignment.gateway == "192.168.4.1")
        #expect(assignment.uplink?.passphrase?.secret == "home sweet home")
        #expect(assignment.provision?.secret == "1234")
    }

    @Test(arguments: ["", "{}", #"{"ssid":1}"#, #"{"ssid":"a","interface":"b","uplink":{"passphrase":"my secret"}}"#])
    func refusesOtherTextWithoutQuotingIt(text: String) {
        let refusal = #expect(throws: Refusal.self) { try read(text) }
        #expect(refusal?.description.contains("secret") == false)
    }

    @Test func refusesMoreThanItsLimit() {
        #expect(throws: Refusal.self) { try read(String(repeating: " ", count: 70_000)) }
    }

    @Test(arguments: [
        ("192.168.4.1", true), ("fe80::1%wlan0", true), ("fe80::1", true), ("example.org", false), ("", false),
        ("fe80::1%", false), ("192.168.4.1%a", false), ("fe80::1%a/b", false), ("192.168.4.1/x@y", false),
    ]) func takesAddressesOnly(text: String, isOne: Bool) {
        #expect(IPAddress.isOne(text) == isOne)
    }

    @Test func namesTheZoneAsPartOfAnAddress() {
        #expect(WebPages(gateway: "192.168.4.1", interface: "wlan0").origin == "http://192.168.4.1")
        #expect(WebPages(gateway: "fe80::1%wlan0", interface: nil).origin == "http://[fe80::1%25wlan0]")
    }
}

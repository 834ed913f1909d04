// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AgentInterface
import Glibc
import Testing

@testable import accessory_provision

/// What the program is to do, from its descriptor.
struct AssignmentTests {
    private func read(_ text: String) throws -> Errand {
        let stream = try #require(tmpfile())
        defer { fclose(stream) }
        let (file, bytes) = (fileno(stream), Array(text.utf8))
        #expect(write(file, bytes, bytes.count) == bytes.count)
        lseek(file, 0, SEEK_SET)
        return try Errand.read(file)
    }

    @Test func readsWhatAPlansProgramGets() throws {
        let errand = try read(
            """
            {"plan":"plug","app":"a","ssid":"Plug-1","interface":"wlan0","address":"192.168.4.2","gateway":"192.168.4.1",\
            "uplink":{"ssid":"Home","security":"wpa2","passphrase":"home sweet home","isHidden":false},\
            "provision":{"family":"wled","secret":"1234","leastProtection":"link","security":"wpa2"}}
            """)
        guard case .handOver(let assignment) = errand else {
            Issue.record("\(errand)")
            return
        }
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
        ("192.168.4.1", true), ("127.0.0.1", true), ("fe80::1%wlan0", true), ("fe80::1", true), ("::1", true),
        ("example.org", false), ("", false),
        ("fe80::1%", false), ("192.168.4.1%a", false), ("fe80::1%a/b", false), ("192.168.4.1/x@y", false),
    ]) func takesAddressesOnly(text: String, isOne: Bool) {
        #expect((IPAddress(any: text) != nil) == isOne)
    }

    @Test func readsACheckWithoutASecret() throws {
        let errand = try read(#"{"check":{"address":"192.168.1.23","family":"shelly","interface":"wlan0"}}"#)
        guard case .check(let place) = errand else {
            Issue.record("\(errand)")
            return
        }
        #expect(place == .init(address: "192.168.1.23", interface: "wlan0", family: .shelly))
        #expect(throws: Refusal.self) { try read(#"{"check":{"address":"192.168.1.23","family":"toaster"}}"#) }
        #expect(throws: Refusal.self) { try read(#"{"check":{"address":"192.168.1.23"}}"#) }
        #expect(throws: Refusal.self) { try read(#"{"check":{}}"#) }
    }

    @Test(arguments: [
        ("192.168.1.23", true), ("10.1.2.3", true), ("172.31.0.1", true), ("172.32.0.1", false), ("169.254.7.7", true),
        ("fe80::1%wlan0", true), ("fd00::1", true), ("127.0.0.1", false), ("203.0.113.7", false), ("::1", false),
        ("224.0.0.251", false), ("2001:db8::1", false), ("router.local", false), ("", false),
    ]) func asksAtAddressesOfAHomeOnly(text: String, isOne: Bool) {
        #expect(((try? AddressCheck(.init(address: text, interface: "wlan0"))) != nil) == isOne)
    }

    @Test func namesTheZoneAsPartOfAnAddress() {
        #expect(WebPages(gateway: "192.168.4.1", interface: "wlan0").origin == "http://192.168.4.1")
        #expect(WebPages(gateway: "fe80::1%wlan0", interface: nil).origin == "http://[fe80::1%25wlan0]")
    }
}

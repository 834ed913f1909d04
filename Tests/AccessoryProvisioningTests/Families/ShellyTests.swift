// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import Testing

struct ShellyTests {
    private static let info = ProvisioningEvent.json(
        #"{"id":1,"src":"shellyplugus-c049ef8c480c","result":{"name":null,"id":"shellyplugus-c049ef8c480c","#
            + #""mac":"C049EF8C480C","model":"SNPL-00116US","gen":2,"ver":"1.4.4","app":"PlugUS","auth_en":false}}"#)
    private static let done = ProvisioningEvent.json(#"{"id":1,"src":"x","result":{"restart_required":false}}"#)

    private static func status(_ status: String, ssid: String = "MyWirelessAP", ip: String = "null")
        -> ProvisioningEvent
    {
        .json(#"{"id":1,"result":{"sta_ip":\#(ip),"status":"\#(status)","ssid":"\#(ssid)","rssi":-50}}"#)
    }

    private static func machine() throws -> ShellyMachine { ShellyMachine(try Credentials.home(), hotspot: .open) }

    /// The network was taken, and the first look at the status is under way.
    private static func looking() throws -> ShellyMachine {
        var machine = try machine()
        _ = machine.play([.joined, info, done, .due])
        return machine
    }

    @Test func asksWhoItIsFirst() throws {
        var machine = try Self.machine()
        let effects = machine.receive(.joined)
        guard case .request(let request) = effects.first, effects.count == 1 else {
            Issue.record("no request")
            return
        }
        #expect(request.method == .post && request.target == "/rpc" && request.contentType == "application/json")
        #expect(effects.asked == #"{"id":1,"src":"accessoryd","method":"Shelly.GetDeviceInfo"}"#)
    }

    @Test func handsOverTheNetwork() throws {
        var machine = try Self.machine()
        let effects = machine.play([.joined, Self.info])
        let identity = DeviceIdentity(
            name: "shellyplugus-c049ef8c480c", model: "PlugUS", version: "1.4.4",
            address: MACAddress("c0:49:ef:8c:48:0c"))
        #expect(effects.prefix(2) == [.report(.identified(identity)), .report(.handingOver(.clearText))])
        #expect(
            effects.asked == #"{"id":1,"src":"accessoryd","method":"WiFi.SetConfig","params":{"config":{"sta":{"#
                + #""ssid":"MyWirelessAP","pass":"mysecurepassword","is_open":false,"enable":true}}}}"#)
        #expect(
            machine.receive(Self.done) == [.report(.waitingForAccessory), .wait(ShellyMachine.pollPause)])
    }

    @Test func anOpenNetworkHasNoPassphrase() throws {
        var machine = ShellyMachine(try Credentials.home("Café \"1\"\\", nil), hotspot: .wpa2)
        let effects = machine.play([.joined, Self.info])
        #expect(effects.contains(.report(.handingOver(.link))))
        #expect(effects.asked?.contains(#"{"sta":{"ssid":"Café \"1\"\\","is_open":true,"enable":true}}"#) == true)
    }

    @Test func closesItsDoorsAfterwards() throws {
        var machine = try Self.looking()
        #expect(machine.play([Self.status("connecting"), .due]).asked?.contains("WiFi.GetStatus") == true)
        let effects = machine.receive(Self.status("got ip", ip: #""192.168.1.42""#))
        #expect(
            effects.asked?.contains(#"BLE.SetConfig","params":{"config":{"rpc":{"enable":false}}}"#) == true,
            "firmware 2.0 has no switch for Bluetooth as a whole")
        #expect(machine.receive(Self.done).asked?.contains(#"{"config":{"ap":{"enable":false}}}"#) == true)
        #expect(machine.receive(Self.done) == [.finish(.onNetwork(address: "192.168.1.42", page: nil))])
        #expect(machine.receive(.linkLost).isEmpty)
    }

    @Test(arguments: [
        [ProvisioningEvent.linkLost], [.notAnswered(.closed), .notAnswered(.timedOut)],
        [.json("{"), .linkLost], [.json(#"{"error":{"code":-103}}"#), .notAnswered(.closed)],
    ])
    func isOnTheNetworkWithItsDoorsOpen(end: [ProvisioningEvent]) throws {
        var machine = try Self.looking()
        _ = machine.receive(Self.status("got ip", ip: #""192.168.1.42""#))
        #expect(machine.play(end) == [.finish(.onNetwork(address: "192.168.1.42", page: nil))])
    }

    @Test func theNetworkBeforeDoesNotCount() throws {
        var machine = try Self.looking()
        let effects = machine.receive(Self.status("got ip", ssid: "Other", ip: #""10.0.0.2""#))
        #expect(effects == [.wait(ShellyMachine.pollPause)])
    }

    @Test func anAddressIsOne() throws {
        var machine = try Self.looking()
        _ = machine.receive(Self.status("got ip", ip: #""javascript:x""#))
        #expect(machine.receive(.linkLost) == [.finish(.onNetwork(address: nil, page: nil))])
    }

    @Test func namesBothCausesOfAFailedJoin() throws {
        var machine = try Self.looking()
        for _ in 1..<ShellyMachine.mostPolls { _ = machine.play([Self.status("disconnected"), .due]) }
        let refusal = try #require(machine.receive(Self.status("disconnected")).refusal)
        #expect(refusal.contains("passphrase") && refusal.contains("range"))
    }

    @Test func pollsWithoutAnAnswerAreUnknown() throws {
        var machine = try Self.looking()
        for _ in 1..<ShellyMachine.mostPolls { _ = machine.play([.json("[]"), .due]) }
        #expect(machine.receive(.json("null")) == [.finish(.unknown)])
    }

    @Test func aDroppedLinkMayReturn() throws {
        var machine = try Self.looking()
        #expect(machine.play([.notAnswered(.timedOut), .due]).asked?.contains("GetStatus") == true)
        #expect(machine.play([.notAnswered(.notConnected), .due]).asked?.contains("GetStatus") == true)
        #expect(machine.receive(Self.status("connecting")) == [.wait(ShellyMachine.pollPause)])
    }

    @Test func silenceAfterwardsIsUnknown() throws {
        var machine = try Self.looking()
        for _ in 1..<5 { #expect(machine.play([.notAnswered(.timedOut), .due]).outcome == nil) }
        #expect(machine.receive(.notAnswered(.timedOut)) == [.finish(.unknown)])
    }

    @Test func silenceBeforeIsVanished() throws {
        var machine = try Self.machine()
        _ = machine.receive(.joined)
        #expect(machine.answer(to: .linkLost) == [.finish(.vanished)])
        for _ in 1..<5 { #expect(machine.play([.notAnswered(.notConnected), .due]).outcome == nil) }
        #expect(machine.receive(.notAnswered(.notConnected)) == [.finish(.vanished)])
    }

    @Test func anUnsentNetworkIsNotHandedOver() throws {
        var machine = try Self.machine()
        _ = machine.play([.joined, Self.info])
        #expect(machine.answer(to: .notAnswered(.notConnected)) == [.finish(.vanished)])
        #expect(machine.answer(to: .linkLost) == [.finish(.unknown)])
        #expect(
            machine.receive(.notAnswered(.closed)) == [.report(.waitingForAccessory), .wait(ShellyMachine.pollPause)])
    }

    @Test func aLockedDeviceIsRefusedWithItsCure() throws {
        var machine = try Self.machine()
        _ = machine.receive(.joined)
        #expect(machine.answer(to: .page(401, "")).refusal?.contains("factory") == true)
        let locked = ProvisioningEvent.json(#"{"result":{"gen":2,"auth_en":true}}"#)
        #expect(machine.answer(to: locked).refusal?.contains("password") == true)
    }

    @Test(arguments: [
        "", "<html>", "{}", #"{"result":{}}"#, #"{"result":{"gen":1}}"#, #"{"result":{"gen":"2"}}"#, "[[[[",
    ])
    func anotherDeviceIsRefused(answer: String) throws {
        var machine = try Self.machine()
        #expect(machine.play([.joined, .json(answer)]).refusal?.contains("Shelly") == true)
    }

    @Test func itsOwnWordsAreBounded() throws {
        var machine = try Self.machine()
        let words = String(repeating: "x", count: 300) + "\\u001b[2J"
        let effects = machine.play([.joined, Self.info, .json(#"{"error":{"code":-114,"message":"\#(words)"}}"#)])
        let refusal = try #require(effects.refusal)
        #expect(refusal.utf8.count <= 64 && !refusal.contains("\u{1B}"))
        #expect(effects.reason == FailureReason(.ownWords, names: [refusal]))
    }

    @Test func aNameThatIsNoTextIsRefusedAtOnce() throws {
        var machine = ShellyMachine(try Credentials.bytes(), hotspot: .open)
        let effects = machine.receive(.joined)
        #expect(effects.count == 1 && effects.refusal?.contains("UTF-8") == true)
        #expect(effects.reason == FailureReason(.nameUnreadable))
    }
}

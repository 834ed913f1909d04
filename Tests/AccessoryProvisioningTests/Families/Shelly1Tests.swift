// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import Testing

struct Shelly1Tests {
    private static let info = ProvisioningEvent.json(
        #"{"type":"SHSW-1","mac":"E8DB84B929CC","auth":false,"fw":"20230913-112003/v1.14.0-gcb84623"}"#)

    private static func machine() throws -> Shelly1Machine {
        Shelly1Machine(try Credentials.home("My AP", "pass&word"), hotspot: .open)
    }

    private static func status(_ station: String) -> ProvisioningEvent { .json(#"{"wifi_sta":\#(station),"mac":"x"}"#) }

    @Test func reachesTheNetwork() throws {
        var machine = try Self.machine()
        #expect(machine.receive(.joined).asked == "/shelly")
        let effects = machine.receive(Self.info)
        let identity = DeviceIdentity(
            model: "SHSW-1", version: "20230913-112003/v1.14.0-gcb84623", address: MACAddress("e8:db:84:b9:29:cc"))
        #expect(effects.prefix(2) == [.report(.identified(identity)), .report(.handingOver(.clearText))])
        #expect(effects.asked == "/settings/sta?enabled=1&ssid=My%20AP&key=pass%26word&ipv4_method=dhcp")
        #expect(machine.receive(.json("{}")) == [.report(.waitingForAccessory), .wait(Shelly1Machine.pollPause)])
        #expect(machine.receive(.due).asked == "/status")
        let alone = #"{"connected":false,"ssid":"","ip":"192.168.33.1","rssi":0}"#
        #expect(machine.receive(Self.status(alone)) == [.wait(Shelly1Machine.pollPause)])
        let station = #"{"connected":true,"ssid":"My AP","ip":"10.1.2.3","rssi":-40}"#
        #expect(machine.play([.due, Self.status(station)]) == [.finish(.onNetwork(address: "10.1.2.3", page: nil))])
    }

    @Test func theNetworkBeforeDoesNotCount() throws {
        var machine = try Self.machine()
        _ = machine.play([.joined, Self.info, .json("{}"), .due])
        let effects = machine.receive(Self.status(#"{"connected":true,"ssid":"Other","ip":"10.1.2.3"}"#))
        #expect(effects == [.wait(Shelly1Machine.pollPause)])
    }

    @Test func theHotspotsAddressIsNotTheNetworks() throws {
        var machine = try Self.machine()
        _ = machine.play([.joined, Self.info, .json("{}"), .due])
        let effects = machine.receive(Self.status(#"{"connected":true,"ssid":"My AP","ip":"192.168.33.1"}"#))
        #expect(effects == [.finish(.onNetwork(address: nil, page: nil))])
    }

    @Test func aClosedHotspotIsUnknown() throws {
        var machine = try Self.machine()
        _ = machine.play([.joined, Self.info])
        #expect(machine.answer(to: .notAnswered(.notConnected)) == [.finish(.vanished)])
        let effects = machine.play([.notAnswered(.closed), .due])
        #expect(effects.asked == "/status")
        #expect(machine.receive(.linkLost) == [.finish(.unknown)])
    }

    @Test func looksAreBounded() throws {
        var machine = try Self.machine()
        _ = machine.play([.joined, Self.info, .json("{}"), .due])
        for _ in 1..<Shelly1Machine.mostPolls { #expect(machine.play([.json("{"), .due]).outcome == nil) }
        #expect(machine.receive(.json("")) == [.finish(.unknown)])
    }

    @Test(arguments: [
        "", "{}", "[]", #"{"type":"SHSW-1"}"#, #"{"type":"x","mac":"E8DB84B929CC","gen":2}"#, #"{"type":1,"mac":2}"#,
    ])
    func anotherDeviceIsRefused(body: String) throws {
        var machine = try Self.machine()
        #expect(machine.play([.joined, .json(body)]).refusal?.contains("first generation") == true)
    }

    @Test func aLockedDeviceIsRefusedWithItsCure() throws {
        var machine = try Self.machine()
        _ = machine.receive(.joined)
        #expect(machine.answer(to: .page(401, "")).refusal?.contains("factory") == true)
        let locked = ProvisioningEvent.json(#"{"type":"SHSW-1","mac":"E8DB84B929CC","auth":true}"#)
        #expect(machine.answer(to: locked).refusal?.contains("factory") == true)
    }

    @Test func aRefusalIsInTheAccessorysWords() throws {
        var machine = try Self.machine()
        _ = machine.play([.joined, Self.info])
        #expect(machine.answer(to: .page(400, "Bad ssid!")).refusal == "Bad ssid!")
        #expect(machine.answer(to: .page(400, "")).refusal?.contains("400") == true)
        #expect(machine.receive(.page(500, "<html>")).refusal?.contains("500") == true)
    }
}

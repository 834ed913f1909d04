// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import Testing

struct TasmotaTests {
    private static let foot = signature("15.5.0 (release-tasmota)")
    private static let reload = "<script>setTimeout(function(){location.href='.';},10000);</script>"
    private static let field = "<form method='get' action='wi'><input id='s1' value=\"\"><input id='p1'></form>"
    private static let form = ProvisioningEvent.page(200, "<h2>Tasmota</h2>\(field)\(foot)")
    private static let testing = ProvisioningEvent.page(200, "\(reload)\(field)Trying to connect<br>\(foot)")
    private static let saved = ProvisioningEvent.page(200, "\(reload)<b>Configuration saved</b>\(foot)")
    private static let failed = ProvisioningEvent.page(
        200, "\(field)Connect failed to MyWirelessAP<br>Please, check your credentials\(foot)")
    private static let done = ProvisioningEvent.page(
        200, "Successful WiFi Connection<br><br></div><a href='http://192.168.1.77'>192.168.1.77</a>\(foot)")

    private static func signature(_ version: String) -> String {
        "<a href='https://github.com/arendst/Tasmota' target='_blank'>Tasmota \(version) by Theo Arends</a>"
    }

    private static func machine() throws -> TasmotaMachine { TasmotaMachine(try Credentials.home(), hotspot: .open) }

    /// The network was sent, and the first look is under way.
    private static func looking() throws -> TasmotaMachine {
        var machine = try machine()
        _ = machine.play([.joined, form, testing, .due])
        return machine
    }

    @Test func testsTheNetwork() throws {
        var machine = TasmotaMachine(try Credentials.home("Home & Co", "a b+c=d&e"), hotspot: .open)
        #expect(machine.receive(.joined).asked == "/wi?")
        let effects = machine.receive(Self.form)
        #expect(effects.first == .report(.identified(DeviceIdentity(version: "15.5.0"))))
        #expect(effects.dropFirst().first == .report(.handingOver(.clearText)))
        #expect(effects.asked == "/wi?s1=Home%20%26%20Co&p1=a%20b%2Bc%3Dd%26e&save=")
        #expect(machine.receive(Self.testing) == [.report(.waitingForAccessory), .wait(TasmotaMachine.pollPause)])
        #expect(machine.receive(.due).asked == "/wi?")
    }

    /// Builds before version 14 have no space in their name.
    @Test func namesTheVersionOfOlderBuilds() throws {
        var machine = try Self.machine()
        let effects = machine.play([.joined, .page(200, Self.field + Self.signature("13.4.0(tasmota)"))])
        #expect(effects.first == .report(.identified(DeviceIdentity(version: "13.4.0(tasmota)"))))
    }

    @Test func theLinkIsTheAddress() throws {
        var machine = try Self.looking()
        #expect(machine.receive(Self.testing) == [.wait(TasmotaMachine.pollPause)])
        #expect(machine.play([.due, Self.done]) == [.finish(.onNetwork(address: "192.168.1.77", page: nil))])
    }

    @Test(arguments: [
        "Successful WiFi Connection<br>", "Successful WiFi Connection<br><a href='http://192.168.4.1'>",
    ])
    func aSuccessMayHaveNoAddress(page: String) throws {
        var machine = try Self.looking()
        #expect(machine.receive(.page(200, page)) == [.finish(.onNetwork(address: nil, page: nil))])
    }

    @Test func namesOfNetworksAreNoSigns() throws {
        var machine = try Self.looking()
        let names = "Successful WiFi Connection</a>href='http://1.2.3.4'Please, check your credentials"
        #expect(machine.receive(.page(200, names)) == [.wait(TasmotaMachine.pollPause)])
    }

    @Test func namesBothCausesOfAFailedTest() throws {
        var machine = try Self.looking()
        let refusal = try #require(machine.receive(Self.failed).refusal)
        #expect(refusal.contains("passphrase") && refusal.contains("range"))
    }

    @Test func theFormAloneIsAFailureAfterTheTest() throws {
        var machine = try Self.looking()
        for _ in 1..<TasmotaMachine.pollsOfATest { #expect(machine.play([Self.form, .due]).outcome == nil) }
        #expect(machine.receive(Self.form).refusal != nil)
    }

    @Test func aTestWithoutAnEndIsUnknown() throws {
        var machine = try Self.looking()
        for _ in 1..<TasmotaMachine.mostPolls { #expect(machine.play([Self.testing, .due]).outcome == nil) }
        #expect(machine.receive(Self.testing) == [.finish(.unknown)])
    }

    @Test func aNetworkThatIsKeptUntestedIsUnknown() throws {
        var machine = try Self.looking()
        #expect(machine.receive(Self.saved) == [.finish(.unknown)])
    }

    @Test func anOwnPasswordHidesTheEndAlone() throws {
        var machine = try Self.machine()
        _ = machine.play([.joined, Self.form])
        let effects = machine.receive(.page(401, ""))
        #expect(effects == [.report(.waitingForAccessory), .wait(TasmotaMachine.pollPause)])
        #expect(machine.play([.due, Self.testing, .due]).asked == "/wi?")
        #expect(machine.answer(to: Self.failed).refusal?.contains("passphrase") == true)
        #expect(machine.receive(.page(401, "")) == [.finish(.unknown)])
    }

    @Test func aRestartIsUnknown() throws {
        var machine = try Self.looking()
        for _ in 1..<5 { _ = machine.play([.notAnswered(.notConnected), .due]) }
        #expect(machine.receive(.notAnswered(.timedOut)) == [.finish(.unknown)])
    }

    @Test(arguments: [
        ProvisioningEvent.page(401, ""), .page(404, "Tasmota id='s1'"), .page(200, ""), .page(200, "<h2>Tasmota</h2>"),
        .page(200, "<input id='s1'>"), .page(302, "", location: "/"),
    ])
    func anotherPageIsNoPortal(page: ProvisioningEvent) throws {
        var machine = try Self.machine()
        #expect(machine.play([.joined, page]) == [.finish(.portalNotServed)])
    }

    @Test func theNetworkDecidesWhatSilenceMeans() throws {
        var machine = try Self.machine()
        _ = machine.receive(.joined)
        #expect(machine.answer(to: .linkLost) == [.finish(.vanished)])
        _ = machine.receive(Self.form)
        #expect(machine.answer(to: .linkLost) == [.finish(.unknown)])
        #expect(machine.answer(to: .notAnswered(.notConnected)) == [.finish(.vanished)])
        #expect(machine.answer(to: .page(403, "")) == [.finish(.portalNotServed)])
        #expect(machine.play([.notAnswered(.closed), .due]).asked == "/wi?")
    }

    @Test func aNameThatIsNoTextIsRefusedAtOnce() throws {
        var machine = TasmotaMachine(try Credentials.bytes(), hotspot: .open)
        #expect(machine.receive(.joined).refusal?.contains("UTF-8") == true)
    }
}

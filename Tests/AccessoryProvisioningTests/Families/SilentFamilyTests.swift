// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import Testing

/// The families that report nothing after the network was handed over.
struct ESPHomeTests {
    private static let portal = ProvisioningEvent.json(
        #"{"mac":"AA:BB:CC:00:11:22","name":"plug","aps":[{},{"ssid":"a "quoted" name","rssi":-60,"lock":1}]}"#)

    @Test func savesTheNetworkDespiteBrokenNames() throws {
        var machine = ESPHomeMachine(try Credentials.home("My AP"), hotspot: .wpa2)
        #expect(machine.receive(.joined).asked == "/config.json")
        let effects = machine.receive(Self.portal)
        let identity = DeviceIdentity(name: "plug", address: MACAddress("aa:bb:cc:00:11:22"))
        #expect(effects.prefix(2) == [.report(.identified(identity)), .report(.handingOver(.link))])
        #expect(effects.asked == "/wifisave?ssid=My%20AP&psk=mysecurepassword")
        #expect(effects.contains { if case .request(let request) = $0 { request.isSentOnce } else { false } })
        let saved = ProvisioningEvent.page(302, "", location: "/?save")
        #expect(machine.receive(saved) == [.report(.waitingForAccessory), .finish(.unknown)])
    }

    @Test(arguments: [
        ProvisioningEvent.page(401, ""), .page(404, ""), .page(302, "", location: "/"), .json("<html>"), .json("{}"),
        .json(#"{"aps":1}"#), .json(""),
    ])
    func anotherPageIsNoPortal(page: ProvisioningEvent) throws {
        var machine = ESPHomeMachine(try Credentials.home(), hotspot: .open)
        #expect(machine.play([.joined, page]) == [.finish(.portalNotServed)])
    }

    /// A portal that hangs or garbles is there. One that nobody can connect to has gone.
    @Test(arguments: [
        (HTTPFailure.timedOut, ProvisioningOutcome.portalNotServed), (.malformed, .portalNotServed),
        (.closed, .portalNotServed), (.notConnected, .vanished),
    ]) func saysOfASilentPortalWhatIsKnown(failure: HTTPFailure, outcome: ProvisioningOutcome) throws {
        var machine = ESPHomeMachine(try Credentials.home(), hotspot: .open)
        var effects = machine.receive(.joined)
        for _ in 0..<5 {
            effects = machine.receive(.notAnswered(failure))
            if case .wait? = effects.last { effects = machine.receive(.due) }
        }
        #expect(effects == [.finish(outcome)])
    }

    @Test func theNetworkDecidesWhatSilenceMeans() throws {
        var machine = ESPHomeMachine(try Credentials.home(), hotspot: .open)
        _ = machine.receive(.joined)
        #expect(machine.answer(to: .linkLost) == [.finish(.vanished)])
        _ = machine.receive(Self.portal)
        for silence in [ProvisioningEvent.linkLost, .notAnswered(.closed), .notAnswered(.timedOut)] {
            #expect(machine.answer(to: silence) == [.finish(.unknown)])
        }
        #expect(machine.answer(to: .notAnswered(.notConnected)) == [.finish(.vanished)])
        #expect(machine.answer(to: .page(404, "")) == [.finish(.portalNotServed)])
    }
}

struct WLEDTests {
    private static let info = ProvisioningEvent.json(
        #"{"ver":"0.15.0","name":"Shelf","mac":"c049ef8c480c","arch":"esp32","brand":"WLED","product":"FOSS"}"#)

    @Test func setsTheNetworkAndRestarts() throws {
        var machine = WLEDMachine(try Credentials.home(), hotspot: .wpa2)
        #expect(machine.receive(.joined).asked == "/json/info")
        let effects = machine.receive(Self.info)
        let identity = DeviceIdentity(
            name: "Shelf", model: "FOSS", version: "0.15.0", address: MACAddress("c0:49:ef:8c:48:0c"))
        #expect(effects.prefix(2) == [.report(.identified(identity)), .report(.handingOver(.link))])
        #expect(effects.asked == #"{"nw":{"ins":[{"ssid":"MyWirelessAP","psk":"mysecurepassword"}]}}"#)
        guard case .request(let request) = effects.last else {
            Issue.record("no request")
            return
        }
        #expect(request.method == .post && request.target == "/json/cfg" && request.contentType == "application/json")
        #expect(machine.receive(.json(#"{"success":true}"#)).asked == #"{"rb":true}"#)
        #expect(machine.answer(to: .json(#"{"success":true}"#)) == [.finish(.unknown)])
        #expect(machine.answer(to: .page(401, "")) == [.finish(.unknown)])
        #expect(machine.receive(.notAnswered(.notConnected)) == [.finish(.unknown)])
    }

    @Test func aPINIsTheProof() throws {
        var machine = WLEDMachine(try Credentials.home("A", nil, pin: "1234"), hotspot: .open)
        let effects = machine.play([.joined, Self.info])
        #expect(effects.asked == #"{"pin":"1234","nw":{"ins":[{"ssid":"A","psk":""}]}}"#)
        #expect(machine.receive(.page(401, #"{"error":1}"#)) == [.finish(.wrongProof)])
    }

    @Test(arguments: [
        (ProvisioningEvent.json(#"{"error":9}"#), "9", "WLED 9"), (.json("{}"), "200", "HTTP 200"),
        (.page(503, ""), "503", "HTTP 503"),
    ])
    func aRefusedNetworkHasItsReason(answer: ProvisioningEvent, word: String, name: String) throws {
        var machine = WLEDMachine(try Credentials.home(), hotspot: .wpa2)
        let effects = machine.play([.joined, Self.info, answer])
        #expect(effects.refusal?.contains(word) == true)
        #expect(effects.reason == FailureReason(.accessoryError, names: [name]))
    }

    @Test(arguments: ["", "{", #"{"brand":"Other"}"#, #"{"brand":1}"#])
    func anotherDeviceIsRefused(body: String) throws {
        var machine = WLEDMachine(try Credentials.home(), hotspot: .wpa2)
        let effects = machine.play([.joined, .json(body)])
        #expect(effects.refusal?.contains("WLED") == true)
        #expect(effects.reason == FailureReason(.wrongFamily, names: ["WLED"]))
    }

    @Test func theNetworkDecidesWhatSilenceMeans() throws {
        var machine = WLEDMachine(try Credentials.home(), hotspot: .wpa2)
        _ = machine.receive(.joined)
        #expect(machine.answer(to: .linkLost) == [.finish(.vanished)])
        _ = machine.receive(Self.info)
        #expect(machine.answer(to: .linkLost) == [.finish(.unknown)])
        #expect(machine.receive(.notAnswered(.closed)) == [.finish(.unknown)])
    }
}

struct ThetaTests {
    private static let info = ProvisioningEvent.json(
        #"{"manufacturer":"RICOH","model":"RICOH THETA Z1","serialNumber":"YN10000001","firmwareVersion":"3.01.1"}"#)

    private static let done = ProvisioningEvent.json(#"{"name":"camera._setAccessPoint","state":"done"}"#)

    @Test func storesTheNetwork() throws {
        var machine = ThetaMachine(try Credentials.home(), hotspot: .wpa2)
        #expect(machine.receive(.joined).asked == "/osc/info")
        let effects = machine.receive(Self.info)
        let identity = DeviceIdentity(name: "YN10000001", model: "RICOH THETA Z1", version: "3.01.1")
        #expect(effects.prefix(2) == [.report(.identified(identity)), .report(.handingOver(.link))])
        #expect(
            effects.asked
                == #"{"name":"camera._setAccessPoint","parameters":{"ssid":"MyWirelessAP","ssidStealth":false,"#
                + #""security":"WPA/WPA2 PSK","password":"mysecurepassword","connectionPriority":1,"#
                + #""ipAddressAllocation":"dynamic"}}"#)
        let switched = machine.receive(Self.done)
        #expect(switched.first == .report(.waitingForAccessory))
        #expect(switched.asked == #"{"name":"camera.setOptions","parameters":{"options":{"_networkType":"CL"}}}"#)
        // Its hotspot may go before the answer; and one that refuses keeps the network.
        for answer in [
            ProvisioningEvent.json(#"{"name":"camera.setOptions","state":"done"}"#), .notAnswered(.closed),
            .notAnswered(.notConnected), .linkLost, .page(403, #"{"error":{"code":"disabledCommand"}}"#),
        ] {
            #expect(machine.answer(to: answer) == [.finish(.unknown)])
        }
    }

    @Test(arguments: ["RICOH THETA S", "RICOH THETA SC", "RICOH THETA SC2"])
    func aModelThatIsNoStationGetsNoPassphrase(model: String) throws {
        var machine = ThetaMachine(try Credentials.home(), hotspot: .wpa2)
        let effects = machine.play([.joined, .json(#"{"model":"\#(model)","serialNumber":"YP10000001"}"#)])
        #expect(effects.count == 1 && effects.reason?.kind == .wrongFamily)
    }

    @Test func anOpenNetworkHasNoPassphrase() throws {
        var machine = ThetaMachine(try Credentials.home("A", nil), hotspot: .wpa2)
        let asked = try #require(machine.play([.joined, Self.info]).asked)
        #expect(asked.contains(#""security":"none""#) && !asked.contains("password"))
    }

    @Test(arguments: [
        (
            ProvisioningEvent.page(400, #"{"error":{"code":"invalidParameterValue","message":"bad ssid"}}"#),
            FailureReason(.ownWords, names: ["bad ssid"])
        ),
        (
            .page(403, #"{"error":{"code":"tooManyParameters"}}"#),
            FailureReason(.ownWords, names: ["tooManyParameters"])
        ),
        (
            .page(400, #"{"error":{"code":"unknownCommand","message":"Command executed is unknown."}}"#),
            FailureReason(.firmwareOld)
        ),
        (.page(403, #"{"error":{"code":"disabledCommand"}}"#), FailureReason(.accessoryBusy)),
        (.page(503, #"{"error":{"code":"serviceUnavailable"}}"#), FailureReason(.accessoryBusy)),
        (.page(503, ""), FailureReason(.accessoryError, names: ["HTTP 503"])),
    ])
    func aRefusedNetworkHasItsReason(answer: ProvisioningEvent, reason: FailureReason) throws {
        var machine = ThetaMachine(try Credentials.home(), hotspot: .wpa2)
        #expect(machine.play([.joined, Self.info, answer]).reason == reason)
    }

    @Test(arguments: [ProvisioningEvent.json("{}"), .json(#"{"model":"Insta360 ONE"}"#), .page(404, "")])
    func anotherCameraIsRefused(answer: ProvisioningEvent) throws {
        var machine = ThetaMachine(try Credentials.home(), hotspot: .wpa2)
        #expect(machine.play([.joined, answer]).refusal?.contains("THETA") == true)
    }

    @Test func theNetworkDecidesWhatSilenceMeans() throws {
        var machine = ThetaMachine(try Credentials.home(), hotspot: .wpa2)
        _ = machine.receive(.joined)
        #expect(machine.answer(to: .linkLost) == [.finish(.vanished)])
        _ = machine.receive(Self.info)
        #expect(machine.receive(.notAnswered(.timedOut)) == [.finish(.unknown)])
    }
}

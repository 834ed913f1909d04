// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessoryProvisioning

/// The machine on the accessory's hotspot, line by line.
struct EspressifMachineTests {
    static let home = ProvisioningOutcome.onNetwork(address: "192.168.1.42", page: nil)
    static let identity = DeviceIdentity(model: "lamp", version: "2.3")
    private static let internalError = ProvisioningOutcome.refusing(
        .accessoryError, "the accessory refuses: internal error", names: ["InternalError"])

    @Test func provisionsWithAProofOfPossession() throws {
        var talk = try EspressifTalk(EspressifAccessory())
        #expect(talk.run() == Self.home)
        #expect(talk.accessory.network == KeyExchangeVectors.plainNetwork)
        #expect(talk.accessory.isApplied)
        #expect(
            talk.steps == [.identified(Self.identity), .securing, .handingOver(.session), .waitingForAccessory])
        #expect(
            talk.requests.map(\.target) == [
                "/proto-ver", "/prov-session", "/prov-session", "/prov-config", "/prov-config", "/prov-config",
                "/prov-config",
            ])
        #expect(
            talk.requests.allSatisfy { $0.method == .post && $0.contentType == "application/x-www-form-urlencoded" })
        #expect(talk.requests.map(\.cookie) == [nil] + .init(repeating: "session=1", count: 6))
        #expect(talk.requests[0].body == Array("---".utf8))
        #expect(talk.requests[1].body == hex("10015a25a201220a20") + KeyExchangeVectors.clientPublicKey)
        #expect(talk.requests[2].body == hex("10015a270802b201221220") + KeyExchangeVectors.clientProof)
        #expect(talk.requests[3].body == KeyExchangeVectors.sealedNetwork)
        #expect(talk.waits == 2)
    }

    @Test func provisionsWithoutAProof() throws {
        var accessory = EspressifAccessory(possession: [])
        accessory.capabilities.append("no_pop")
        var talk = try EspressifTalk(accessory, secret: nil)
        #expect(talk.run() == Self.home)
        #expect(talk.steps.contains(.handingOver(.session)))
    }

    @Test func provisionsFirmwareWithoutANumberedSecurity() throws {
        var talk = try EspressifTalk(EspressifAccessory(security: nil, capabilities: ["wifi_scan"]))
        #expect(talk.run() == Self.home)
        #expect(talk.steps.contains(.handingOver(.session)))
    }

    @Test(arguments: [nil, 0] as [Int?])
    func provisionsInTheClearOnlyIfThereIsNoOther(security: Int?) throws {
        var talk = try EspressifTalk(EspressifAccessory(security: security, capabilities: ["no_sec"]), secret: nil)
        #expect(talk.run() == Self.home)
        #expect(talk.steps.contains(.handingOver(.clearText)))
        #expect(talk.requests[1].body == hex("5203a20100"))
        #expect(talk.requests[2].body == KeyExchangeVectors.plainNetwork)
    }

    @Test func provisionsWithAPassword() throws {
        var talk = try EspressifTalk(
            EspressifAccessory(security: 2, patch: 1), draws: [PasswordVectors.clientSecret])
        #expect(talk.run() == Self.home)
        #expect(talk.steps.contains(.handingOver(.proven)))
        #expect(talk.requests[1].body.suffix(384) == PasswordVectors.clientPublicKey[...])
        #expect(talk.requests[1].body.count == 406)
        #expect(talk.requests[2].body == hex("100262470802b201420a40") + PasswordVectors.proof)
        #expect(
            talk.requests[3].body
                == hex("30842126c7e5557f7706de2fe09c69975eac8718b82e035580dcf145c39ecc20411a1c81f01a"))
        #expect(talk.requests[4].body == hex("78ffcdd7d4d11d9e8ce455b74c9b3db482a53764"))
        #expect(talk.requests[5].body == hex("c420111c660f9329b84989c15e3bb5a0c66f"))
    }

    @Test(arguments: [nil, 0] as [Int?])
    func reportsLessForANonceThatStaysTheSame(patch: Int?) throws {
        var talk = try EspressifTalk(
            EspressifAccessory(security: 2, patch: patch), draws: [PasswordVectors.clientSecret])
        #expect(talk.run() == Self.home)
        #expect(talk.steps.contains(.handingOver(.link)))
    }

    @Test func handsOverAnOpenNetwork() throws {
        var talk = try EspressifTalk(EspressifAccessory())
        let network = UplinkCredentials(ssid: try SSID(text: "home"), security: .open, passphrase: nil)
        talk.machine = EspressifMachine(
            ProvisioningCredentials(network: network, proof: ProvisioningProof(secret: "abcd1234")),
            randomness: .these([KeyExchangeVectors.clientPrivateKey]))
        #expect(talk.run() == Self.home)
        #expect(talk.accessory.network == hex("080262060a04686f6d65"))
    }

    @Test(
        arguments: [
            ([EspressifAccessory.connecting, EspressifAccessory.wrongPassphrase], .wrongPassphrase),
            ([EspressifAccessory.networkNotFound], .networkNotInReach),
            (
                [EspressifAccessory.failed],
                .refusing(
                    .joinFailed, "the accessory failed to join the network, for a reason that it does not name")
            ),
            (
                [EspressifAccessory.disconnected],
                .refusing(.joinFailed, "the accessory does not try to join the network")
            ),
        ] as [([String], ProvisioningOutcome)])
    func resetsAnAccessoryThatFailed(states: [String], outcome: ProvisioningOutcome) throws {
        var talk = try EspressifTalk(EspressifAccessory(states: states))
        #expect(talk.run() == outcome)
        #expect(talk.accessory.controls == 1)
    }

    @Test func failureOutlivesALostReset() throws {
        for loss in [.answer(.timedOut), .request(.notConnected), .link, .other(HTTPAnswer(status: 500))]
            as [EspressifTalk.Loss]
        {
            var talk = try EspressifTalk(EspressifAccessory(states: [EspressifAccessory.wrongPassphrase]))
            talk.losses = [6: loss]
            #expect(talk.run() == .wrongPassphrase)
        }
        var talk = try EspressifTalk(
            EspressifAccessory(states: [EspressifAccessory.wrongPassphrase], hasControl: false))
        #expect(talk.run() == .wrongPassphrase)
    }

    @Test(arguments: [1, 2])
    func clearsTheNetworkOfAnEarlierAttempt(security: Int) throws {
        var talk = try EspressifTalk(
            EspressifAccessory(security: security, patch: 1, isStuck: true), draws: [PasswordVectors.clientSecret])
        #expect(talk.run() == Self.home)
        #expect(
            talk.requests.map(\.target).dropFirst(3) == [
                "/prov-config", "/prov-config", "/prov-ctrl", "/prov-config", "/prov-config", "/prov-config",
                "/prov-config",
            ])
    }

    @Test func namesOldFirmwareThatKeepsItsNetwork() throws {
        var talk = try EspressifTalk(EspressifAccessory(hasControl: false, isStuck: true))
        #expect(
            talk.run()
                == .refusing(
                    .networkKept, "the accessory keeps an earlier network; reset it to its factory settings"))
    }

    @Test func clearsOnlyOnce() throws {
        var talk = try EspressifTalk(EspressifAccessory(security: 0), secret: nil)
        talk.losses = [3: .other(HTTPAnswer(status: 200, body: hex("08057a020805")))]
        talk.losses[6] = talk.losses[3]
        #expect(talk.run() == Self.internalError)
        #expect(talk.accessory.controls == 1)
    }

    @Test(arguments: [EspressifTalk.Loss.answer(.timedOut), .request(.notConnected), .link])
    func aLostClearingIsNoJoin(loss: EspressifTalk.Loss) throws {
        var talk = try EspressifTalk(EspressifAccessory(isStuck: true))
        talk.losses = [5: loss]
        let outcome = talk.run()
        switch loss {
        case .link: #expect(outcome == .unknown)
        case .answer: #expect(outcome == Self.home)
        case .request, .other: #expect(outcome == Self.internalError)
        }
    }

    @Test func waitsThroughMomentsWithoutAState() throws {
        let states = [
            EspressifAccessory.disconnected, EspressifAccessory.disconnected, EspressifAccessory.connecting,
            EspressifAccessory.disconnected, EspressifAccessory.internalError, EspressifAccessory.disconnected,
            EspressifAccessory.connected,
        ]
        var talk = try EspressifTalk(EspressifAccessory(states: states))
        #expect(talk.run() == Self.home)
    }

    @Test func asksOnlySoOften() throws {
        var talk = try EspressifTalk(EspressifAccessory(states: [EspressifAccessory.connecting]))
        #expect(talk.run() == .unknown)
        #expect(talk.requests.count == 5 + EspressifMachine.Limits.polls)
    }

    @Test func believesNoAddressThatIsNone() throws {
        // "999.1.1.1" at the place of the address.
        var talk = try EspressifTalk(EspressifAccessory(states: ["08015a0d5a0b0a093939392e312e312e31"]))
        #expect(talk.run() == .onNetwork(address: nil, page: nil))
    }

    @Test func endsOnce() throws {
        var talk = try EspressifTalk(EspressifAccessory())
        #expect(talk.run() == Self.home)
        for event in [.joined, .linkLost, .due, .answered(HTTPAnswer(status: 200)), .connected([])]
            as [ProvisioningEvent]
        {
            #expect(talk.machine.receive(event).isEmpty)
        }
    }

    @Test func showsNoKeys() throws {
        let talk = try EspressifTalk(EspressifAccessory())
        var text = "\(talk.machine)"
        dump(talk.machine, to: &text)
        #expect(!text.contains("secret") && !text.contains("abcd"))
    }
}

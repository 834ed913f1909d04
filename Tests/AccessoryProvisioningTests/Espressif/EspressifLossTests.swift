// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessoryProvisioning

/// Lost links, lost answers and garbage, at each step. The requests of a whole provisioning are: 0 the version, 1 and 2 the
/// session, 3 the network, 4 the request to join it, from 5 on the state.
struct EspressifLossTests {
    private static let failures: [HTTPFailure] = [.notConnected, .timedOut, .closed, .malformed]

    @Test(arguments: 0...2)
    func vanishesWithTheLinkBeforeTheHandOver(number: Int) throws {
        var talk = try EspressifTalk(EspressifAccessory())
        talk.losses = [number: .link]
        #expect(talk.run() == .vanished)
    }

    @Test(arguments: 3...6)
    func knowsNothingWithoutTheLinkAfterTheHandOver(number: Int) throws {
        var talk = try EspressifTalk(EspressifAccessory())
        talk.losses = [number: .link]
        #expect(talk.run() == .unknown)
    }

    @Test(arguments: 0...6, [HTTPFailure.notConnected, .timedOut, .closed])
    func goesOnAfterOneLostAnswer(number: Int, failure: HTTPFailure) throws {
        var talk = try EspressifTalk(
            EspressifAccessory(states: [EspressifAccessory.connecting, EspressifAccessory.connected]))
        talk.losses = [number: .answer(failure)]
        let isProof = number == 2 && failure == .closed
        #expect(talk.run() == (isProof ? .wrongProof : EspressifMachineTests.home))
    }

    @Test(arguments: 0...3, failures)
    func vanishesInSilenceBeforeTheHandOver(number: Int, failure: HTTPFailure) throws {
        var talk = try EspressifTalk(EspressifAccessory())
        talk.lossFrom = (number, .request(failure))
        let outcome = talk.run()
        switch (number, failure) {
        case (0, .malformed): #expect(outcome == .portalNotServed)
        case (2, .closed): #expect(outcome == .wrongProof)
        case (_, .malformed): #expect(outcome == .refusing(.answerGarbled, "the accessory's answer is garbled"))
        // Only what was not sent has certainly not arrived.
        case (3, .timedOut), (3, .closed): #expect(outcome == .unknown)
        case _: #expect(outcome == .vanished)
        }
        #expect(talk.requests.count <= number + 3)
    }

    @Test(arguments: 4...6, failures)
    func knowsNothingInSilenceAfterTheHandOver(number: Int, failure: HTTPFailure) throws {
        var talk = try EspressifTalk(EspressifAccessory())
        talk.lossFrom = (number, .answer(failure))
        #expect(talk.run() == .unknown)
        #expect(talk.requests.count <= number + 1 + EspressifMachine.Limits.renewalsAfter)
    }

    @Test func asksInANewSessionAfterALostAnswer() throws {
        var talk = try EspressifTalk(EspressifAccessory(states: [EspressifAccessory.wrongPassphrase]))
        talk.losses = [4: .answer(.timedOut)]
        #expect(talk.run() == .wrongPassphrase)
        #expect(
            talk.requests.map(\.target).dropFirst(4) == [
                "/prov-config", "/prov-session", "/prov-session", "/prov-config", "/prov-ctrl",
            ])
        #expect(talk.requests[5].cookie == nil)
        #expect(talk.requests[6].cookie == "session=2")
    }

    @Test func handsOverAgainWhatDidNotArrive() throws {
        var talk = try EspressifTalk(EspressifAccessory())
        talk.losses = [4: .request(.notConnected)]
        #expect(talk.run() == EspressifMachineTests.home)
        #expect(talk.accessory.sessions == 2)
    }

    @Test func handsOverOnlySoOften() throws {
        var talk = try EspressifTalk(EspressifAccessory())
        talk.losses = Dictionary(
            uniqueKeysWithValues: (4..<200).filter { $0 % 4 == 0 }.map { ($0, .request(.notConnected)) })
        #expect(talk.run() == .unknown)
    }

    @Test func triesForItsVersionThreeTimes() throws {
        var talk = try EspressifTalk(EspressifAccessory())
        talk.losses = [0: .request(.notConnected), 1: .request(.timedOut)]
        #expect(talk.run() == EspressifMachineTests.home)
        #expect(talk.waits == 2 + 2)
    }

    @Test(arguments: [
        HTTPAnswer(status: 404), HTTPAnswer(status: 302), HTTPAnswer(status: 200),
        HTTPAnswer(status: 200, body: Array("<html>".utf8)), HTTPAnswer(status: 200, body: Array("{}".utf8)),
        HTTPAnswer(status: 200, body: Array("{\"prov\":1}".utf8)),
    ])
    func namesAHotspotWithoutThisProtocol(answer: HTTPAnswer) throws {
        var talk = try EspressifTalk(EspressifAccessory())
        talk.losses = [0: .other(answer)]
        #expect(talk.run() == .portalNotServed)
    }

    @Test(arguments: [
        "", "00", "ff", "08", "1001", "10015a00", "10015a020801", "10025a390801aa01341220", "0803", "08036a", "5a00",
        "08015a00", "10015a0c0801aa0107120101", "52050801aa0100",
    ])
    func endsWithGarbageAtEachStep(garbage: String) throws {
        for security in [0, 1, 2] {
            for number in 1...(security == 0 ? 4 : 6) {
                var talk = try EspressifTalk(
                    EspressifAccessory(security: security, patch: 1), secret: security == 0 ? nil : "abcd1234",
                    draws: [PasswordVectors.clientSecret])
                talk.lossFrom = (number, .other(HTTPAnswer(status: 200, body: hex(garbage))))
                let outcome = talk.run()
                // With security 0 the session is made at once.
                let applying = security == 0 ? 3 : 4
                if number < applying {
                    #expect(outcome == .refusing(.answerGarbled, "the accessory's answer is garbled"))
                    #expect(!talk.accessory.isApplied)
                } else {
                    #expect(outcome == .unknown)
                }
            }
        }
    }

    @Test func refusesWhatTheAccessoryRefuses() throws {
        var talk = try EspressifTalk(EspressifAccessory(security: 0), secret: nil)
        talk.losses = [2: .other(HTTPAnswer(status: 200, body: hex("08036a020804")))]
        let refusal = ProvisioningOutcome.refusing(
            .accessoryError, "the accessory refuses: an argument is invalid", names: ["InvalidArgument"])
        #expect(talk.run() == refusal)
        var other = try EspressifTalk(EspressifAccessory(security: 0), secret: nil)
        other.losses = [3: .other(HTTPAnswer(status: 200, body: hex("08057a020804")))]
        #expect(other.run() == refusal)
    }

    @Test func sendsNoCookieButTheSessions() throws {
        for cookie in ["id=1", "session=", "session=1;x", "session=12345678901", "session=-1"] {
            var talk = try EspressifTalk(EspressifAccessory())
            talk.losses = [0: .other(HTTPAnswer(status: 200, body: Array(talk.accessory.version.utf8), cookie: cookie))]
            #expect(talk.run() == EspressifMachineTests.home)
            #expect(talk.requests[1].cookie == nil)
        }
    }
}

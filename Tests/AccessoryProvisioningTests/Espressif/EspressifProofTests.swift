// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessoryProvisioning

/// Proofs that are wrong, missing or of no use, on either side.
struct EspressifProofTests {
    @Test(arguments: [1, 2])
    func endsWithAWrongProof(security: Int) throws {
        var talk = try EspressifTalk(
            EspressifAccessory(security: security, patch: 1), secret: "abcd1235", draws: [PasswordVectors.clientSecret])
        #expect(talk.run() == .wrongProof)
        #expect(talk.requests.count == 3)
        #expect(talk.accessory.network == nil)
    }

    @Test(arguments: [nil, ""] as [String?])
    func sendsNothingWithoutANeededProof(secret: String?) throws {
        for security in [1, 2] {
            var talk = try EspressifTalk(EspressifAccessory(security: security), secret: secret)
            #expect(talk.run() == .wrongProof)
            #expect(talk.requests.count == 1)
        }
    }

    /// The answer 500 instead of a closed connection, and the message that names an error.
    @Test(arguments: [
        HTTPAnswer(status: 500), HTTPAnswer(status: 200, body: hex("10015a070803ba01020805")),
    ])
    func takesARefusalOfTheProofForAWrongOne(answer: HTTPAnswer) throws {
        var talk = try EspressifTalk(EspressifAccessory())
        talk.losses = [2: .other(answer)]
        #expect(talk.run() == .wrongProof)
    }

    /// An impostor cannot know what the label's secret is, and closes nothing.
    @Test func refusesAnAccessoryThatDoesNotProveItself() throws {
        let blank = [UInt8](repeating: 7, count: 64)
        var first = try EspressifTalk(EspressifAccessory())
        first.losses = [2: .other(HTTPAnswer(status: 200, body: hex("10015a270803ba01221a20") + blank.prefix(32)))]
        #expect(first.run() == .wrongProof)
        var second = try EspressifTalk(
            EspressifAccessory(security: 2, patch: 1), draws: [PasswordVectors.clientSecret])
        second.losses = [
            2: .other(
                HTTPAnswer(
                    status: 200,
                    body: hex("1002 6255 0803 ba01 50 1240") + blank + hex("1a0c 001122334455667700000001")))
        ]
        #expect(second.run() == .wrongProof)
    }

    @Test(arguments: [["wifi_prov", "no_sec"], ["wifi_prov", "no_pop"]])
    func refusesToDropTheProofOfALabel(capabilities: [String]) throws {
        var talk = try EspressifTalk(EspressifAccessory(security: nil, capabilities: capabilities))
        guard case .refused(let refusal) = talk.run() else {
            Issue.record("no refusal")
            return
        }
        #expect(refusal.text.contains("if its label has no secret, leave it out"))
        #expect(refusal.reason == FailureReason(.proofUnused))
        #expect(talk.requests.count == 1)
    }

    /// A label with a user is one of security 2, whose proof nobody can try out.
    @Test(arguments: [0, 1])
    func refusesToDropTheUserOfALabel(security: Int) throws {
        var talk = try EspressifTalk(
            EspressifAccessory(security: security), user: "wifiprov", secret: security == 0 ? nil : "abcd1234")
        guard case .refused(let refusal) = talk.run() else {
            Issue.record("no refusal")
            return
        }
        #expect(refusal.text.contains("if its label has no user, leave it out"))
        #expect(talk.requests.count == 1)
    }

    @Test func blamesNoProofWhereThereIsNone() throws {
        var accessory = EspressifAccessory(possession: [])
        accessory.capabilities.append("no_pop")
        var closed = try EspressifTalk(accessory, secret: nil)
        closed.lossFrom = (2, .request(.closed))
        #expect(closed.run() == .vanished)
        accessory.possession = Array("other".utf8)
        var other = try EspressifTalk(accessory, secret: nil)
        #expect(other.run() == .vanished)
    }

    @Test func takesTheUserOfTheLabel() throws {
        var accessory = EspressifAccessory(security: 2, patch: 1)
        accessory.password = PasswordSide(user: "somebody", password: "abcd1234", salt: PasswordVectors.salt)
        var talk = try EspressifTalk(accessory, user: "somebody", draws: [PasswordVectors.clientSecret])
        #expect(talk.run() == EspressifMachineTests.home)
        var other = try EspressifTalk(accessory, draws: [PasswordVectors.clientSecret])
        #expect(other.run() == .wrongProof)
    }

    @Test func takesTheUsualUserForAnEmptyOne() throws {
        var talk = try EspressifTalk(
            EspressifAccessory(security: 2, patch: 1), user: "", draws: [PasswordVectors.clientSecret])
        #expect(talk.run() == EspressifMachineTests.home)
    }

    @Test func takesAShortPublicKeyOfTheAccessory() throws {
        var accessory = EspressifAccessory(security: 2, patch: 1)
        accessory.password = PasswordSide(
            user: "wifiprov", password: "abcd1234", salt: [0] + PasswordVectors.salt.dropFirst())
        accessory.password.secret = PasswordSide.shortKeySecret
        var talk = try EspressifTalk(accessory, draws: [PasswordVectors.clientSecret])
        #expect(talk.run() == EspressifMachineTests.home)
    }

    @Test func refusesWithoutRandomBytes() throws {
        var talk = try EspressifTalk(EspressifAccessory(), draws: [[]])
        #expect(talk.run() == .refusing(.sessionFailed, "there are no random bytes"))
    }
}

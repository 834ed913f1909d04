// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AgentInterface
import LabelReading
import Testing

@testable import accessoryctl

/// Which of several hotspots of one name is added: those of a family share an SSID, and a stranger may imitate one.
@Suite struct OnboardNamesakeTests {
    private let agrees = OnboardTerms(allowsClearText: true)

    private func ended(_ outcome: OnboardOutcome) -> OnboardProgress {
        OnboardProgress(step: .ended, outcome: outcome, explanation: "it ended")
    }

    private func lines(_ effects: [OnboardCall.Effect]) -> [String] {
        effects.flatMap { effect in
            if case .report(let result) = effect { result.lines } else { [String]() }
        }
    }

    private func secured(_ last: UInt8) throws -> NewAccessory {
        try Fixture.newcomer("WLED-AP", .wled, .wpa2, signal: 50, last: last)
    }

    @Test func anOpenTwinIsNotWhatANameMeans() throws {
        let twin = try Fixture.newcomer("WLED-AP", .wled, .open, signal: 90, last: 7)
        let genuine = try secured(3)
        var call = OnboardCallOnTime(.named(.text("WLED-AP")), agrees, asks: false)
        #expect(call.find([twin], isComplete: false) == [])
        guard case .finish(let failure?, status: 2)? = call.find([twin, genuine]).last else {
            Issue.record("one of the two was taken")
            return
        }
        #expect(failure.text.contains("2 accessories are named") && failure.text.contains("name one by its address"))
        var alone = OnboardCallOnTime(.named(.text("WLED-AP")), agrees, asks: false)
        guard case .begin(_, twin)? = alone.find([twin]).last else {
            Issue.record("an open one alone is not taken")
            return
        }
        let address = try #require(twin.bssid).description
        var exact = OnboardCallOnTime(.named(.text(address)), agrees, asks: false)
        guard case .begin(_, twin)? = exact.find([twin], isComplete: false).last else {
            Issue.record("what its address names is not taken")
            return
        }
    }

    @Test func addsNoOpenTwinWithAllOthers() throws {
        let twin = try Fixture.newcomer("WLED-AP", .wled, .open, signal: 90, last: 7)
        let genuine = try secured(3)
        var call = OnboardCallOnTime(.all, agrees, asks: false)
        let plug = try Fixture.plug()
        let effects = call.find([twin, genuine, plug])
        let reports = effects.compactMap { if case .report(let result) = $0 { result.failure?.text } else { nil } }
        #expect(
            reports.count == 2
                && reports.first?.contains("a hotspot of the same name in range has one") == true)
        guard case .begin(_, plug)? = effects.last else {
            Issue.record("\(effects)")
            return
        }
    }

    /// A passphrase that was given is of the accessory, so an open one of its name is another's.
    @Test(arguments: [OnboardChoice.person, .named(.text("WLED-AP")), .named(.label([])), .all])
    func givesNothingToAnOpenTwin(choice: OnboardChoice) throws {
        var terms = agrees
        terms.passphrase = try Passphrase("wled1234")
        let twin = try Fixture.newcomer("WLED-AP", .wled, .open, signal: 90, last: 7)
        let choice = choice == .named(.label([])) ? .named(.label([try SSID(text: "WLED-AP")])) : choice
        var call = OnboardCallOnTime(choice, terms, asks: false)
        #expect(call.find([twin], isComplete: false).allSatisfy { if case .list = $0 { true } else { false } })
        let end = choice == .person ? call.receive(.chosen(twin)) : call.find([twin])
        #expect(lines(end).first?.contains("WPA2 or better was expected, and it is open") == true, "\(end)")
        #expect(end.last == .finish(nil, status: 4))
    }

    @Test func takesTheOneWithAKeyThoughAnOpenTwinIsLouder() throws {
        var terms = agrees
        terms.passphrase = try Passphrase("wled1234")
        let twin = try Fixture.newcomer("WLED-AP", .wled, .open, signal: 90, last: 7)
        let genuine = try secured(3)
        var call = OnboardCallOnTime(.named(.text("WLED-AP")), terms, asks: false)
        guard case .begin(let request, genuine)? = call.find([twin, genuine], isComplete: false).last else {
            Issue.record("it does not begin with the genuine one")
            return
        }
        #expect(request.bssid == genuine.bssid?.description && request.passphrase == "wled1234")
    }

    /// Another's hotspot of the name does not take the passphrase of the accessory.
    @Test func triesTheNextOfTheNameWhenAPassphraseIsRefused() throws {
        var terms = agrees
        terms.passphrase = try Passphrase("wled1234")
        let (twin, genuine) = (try secured(7), try secured(3))
        var call = OnboardCallOnTime(.named(.text("WLED-AP")), terms, asks: false)
        _ = call.find([twin], isComplete: false)
        let wrong = call.receive(.ended(Failure(AccessoryError(.wrongPassphrase, "refused"))))
        #expect(wrong.last == .lookAgain)
        #expect(call.find([twin], isComplete: false) == [])
        guard case .begin(_, genuine)? = call.find([twin, genuine], isComplete: false).last else {
            Issue.record("the genuine one is not tried")
            return
        }
        _ = call.receive(.progress(ended(.onNetwork)))
        #expect(call.receive(.ended(nil)).last == .finish(nil, status: 0))
    }

    private func proven() throws -> (label: OnboardChoice, terms: OnboardTerms) {
        let label = try Label(parsing: #"{"ver":"v1","name":"PROV_C049EF","pop":"k7qm2vxd","transport":"softap"}"#)
        var terms = OnboardTerms()
        terms.add(label)
        return (.named(try #require(OnboardName(label))), terms)
    }

    private func sensor(_ last: UInt8) throws -> NewAccessory {
        try Fixture.newcomer("PROV_C049EF", .espressif, .open, signal: 90 - Int(last), last: last)
    }

    /// Whoever reads the name can open a hotspot that rejects, garbles or says nothing.
    @Test(arguments: [
        AccessoryError.Code.wrongPassphrase, .associationRejected, .joinTimedOut, .noAddress, .networkNotFound,
        .connectionFailed,
    ])
    func triesTheNextOfTheNameWhenOneCannotBeJoined(code: AccessoryError.Code) throws {
        var terms = agrees
        terms.passphrase = try Passphrase("wled1234")
        let (twin, genuine) = (try secured(7), try secured(3))
        var call = OnboardCallOnTime(.named(.text("WLED-AP")), terms, asks: false)
        _ = call.find([twin, genuine], isComplete: false)
        #expect(call.receive(.ended(Failure(AccessoryError(code, "no")))).last == .lookAgain)
        guard case .begin(_, genuine)? = call.find([twin, genuine], isComplete: false).last else {
            Issue.record("the genuine one is not tried")
            return
        }
    }

    @Test(arguments: [OnboardOutcome.wrongProof, .portalNotServed, .refused, .vanished])
    func triesTheNextOfTheNameWhenAProofCameToNothing(outcome: OnboardOutcome) throws {
        let (choice, terms) = try proven()
        let (twin, genuine) = (try sensor(7), try sensor(9))
        var call = OnboardCallOnTime(choice, terms, asks: false)
        guard case .begin(_, twin)? = call.find([twin, genuine]).last else {
            Issue.record("the louder one is not tried")
            return
        }
        _ = call.receive(.progress(ended(outcome)))
        #expect(call.receive(.ended(nil)).last == .lookAgain)
        guard case .begin(_, genuine)? = call.find([twin, genuine], isComplete: false).last else {
            Issue.record("the genuine one is not tried")
            return
        }
        _ = call.receive(.progress(ended(outcome)))
        #expect(call.receive(.ended(nil)).last == .lookAgain)
        let first = OnboardResult(twin, ended(outcome), nil, after: .zero)
        #expect(call.find([twin, genuine]).last == .finish(nil, status: first.status), "there is no third")
    }

    @Test func triesNoOtherOnceOneHasTheNetwork() throws {
        let (choice, terms) = try proven()
        let (twin, genuine) = (try sensor(7), try sensor(9))
        var call = OnboardCallOnTime(choice, terms, asks: false)
        _ = call.find([twin, genuine])
        _ = call.receive(.progress(OnboardProgress(step: .handingOver)))
        _ = call.receive(.progress(ended(.refused)))
        #expect(call.receive(.ended(nil)).last == .finish(nil, status: 29))
    }

    @Test(arguments: [AccessoryError.Code.busy, .radioUnavailable, .notAuthorized, .restoreFailed])
    func triesNoOtherAfterATroubleOfThisMachine(code: AccessoryError.Code) throws {
        let (choice, terms) = try proven()
        var call = OnboardCallOnTime(choice, terms, asks: false)
        _ = call.find([try sensor(7), try sensor(9)])
        guard case .finish? = call.receive(.ended(Failure(AccessoryError(code, "no")))).last else {
            Issue.record("another one is tried")
            return
        }
    }

    /// Whether a percent sign means itself, only the hotspot knows.
    @Test func readsTheLabelAgainWhenAPassphraseIsRefused() throws {
        let label = try Label(parsing: "WIFI:S:WLED-AP;T:WPA;P:wled%31234;;")
        var terms = agrees
        terms.add(label)
        let hotspot = try secured(3)
        var call = OnboardCallOnTime(.named(.label([try SSID(text: "WLED-AP")])), terms, asks: false)
        var tried: [String?] = []
        var effects = call.find([hotspot])
        while case .begin(let request, hotspot)? = effects.last {
            tried.append(request.passphrase)
            effects = call.receive(.ended(Failure(AccessoryError(.wrongPassphrase, "refused"))))
        }
        #expect(tried == ["wled%31234", "wled1234"] && effects.last == .lookAgain)
    }

    @Test func saysThatThePassphraseIsWrongWhereNoOtherIs() throws {
        var terms = agrees
        terms.passphrase = try Passphrase("wled1234")
        var call = OnboardCallOnTime(.named(.text("WLED-AP")), terms, asks: false)
        _ = call.find([try secured(3)], isComplete: false)
        let failure = Failure(AccessoryError(.wrongPassphrase, "refused"))
        _ = call.receive(.ended(failure))
        #expect(call.find([try secured(3)]).last == .finish(nil, status: failure.status))
    }

    @Test func namesTheAddressesOfSeveralOfOneName() throws {
        var call = OnboardCallOnTime(.named(.text("WLED-AP")), agrees, asks: false)
        guard case .finish(let failure?, status: 2)? = call.find([try secured(3), try secured(7)]).first else {
            Issue.record("two accessories of one name are not one")
            return
        }
        #expect(failure.text.contains("02:00:00:00:01:03 (WPA2), 02:00:00:00:01:07 (WPA2)"), "\(failure.text)")
    }

    @Test func addsEachOfOneName() throws {
        var terms = OnboardTerms()
        terms.passphrase = try Passphrase("wled1234")
        var call = OnboardCallOnTime(.all, terms)
        var begun = [call.find([try secured(3), try secured(7), try secured(8)]).last]
        for _ in 0..<2 {
            _ = call.receive(.progress(ended(.onNetwork)))
            begun.append(call.receive(.ended(nil)).last)
        }
        let all = try [3, 7, 8].map { try secured($0) }
        let accessories = begun.compactMap { effect -> NewAccessory? in
            if case .begin(_, let accessory)? = effect { accessory } else { nil }
        }
        #expect(accessories == all)
    }
}

// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AgentInterface
import LabelReading
import Testing

@testable import accessoryctl

@Suite struct OnboardCallTests {
    private let plug: NewAccessory
    private let sensor: NewAccessory
    private let agrees = OnboardTerms(allowsClearText: true)

    init() throws {
        plug = try Fixture.plug()
        sensor = try Fixture.sensor()
    }

    private func request(_ accessory: NewAccessory, allowsClearText: Bool? = nil) -> OnboardRequest {
        OnboardRequest(
            ssid: accessory.ssid?.description, bssid: accessory.bssid?.description,
            bluetoothAddress: accessory.bluetoothAddress?.description, allowsClearText: allowsClearText)
    }

    private func ended(_ outcome: OnboardOutcome, address: String? = nil) -> OnboardProgress {
        OnboardProgress(step: .ended, outcome: outcome, explanation: "it ended", address: address)
    }

    private func lines(_ effects: [OnboardCall.Effect]) -> [String] {
        effects.flatMap { effect in
            if case .report(let result) = effect { result.lines } else { [String]() }
        }
    }

    @Test func takesAPersonFromTheListToTheNetwork() {
        var call = OnboardCallOnTime(.person)
        #expect(call.find([plug], isComplete: false) == [.list([plug], others: [], isComplete: false)])
        #expect(call.find([plug, sensor]) == [.list([plug, sensor], others: [], isComplete: true)])
        #expect(call.receive(.chosen(plug), after: 5) == [.endLook, .ask(.consent, plug)])
        #expect(call.find([plug]) == [])
        #expect(
            call.receive(.answered(.consent(true)), after: 5) == [.begin(request(plug, allowsClearText: true), plug)])
        let step = OnboardProgress(step: .handingOver, protection: "clear-text")
        #expect(call.receive(.progress(step), after: 4) == [.show(step, plug)])
        _ = call.receive(.progress(ended(.onNetwork, address: "192.168.1.23")))
        let end = call.receive(.ended(nil), after: 5)
        #expect(lines(end) == ["ShellyPlusPlugS-C049EF8C480C is on the network, 192.168.1.23, after 9 s"])
        #expect(end.last == .finish(nil, status: 0))
        #expect(call.receive(.interrupted(signal: 2)) == [])
    }

    @Test func addsNothingWithoutConsent() {
        var call = OnboardCallOnTime(.person)
        _ = call.receive(.chosen(plug))
        let failure = Failure("'\(plug.name)' was not added", .cancelled)
        #expect(call.receive(.answered(.consent(false))) == [.finish(failure, status: 13)])
    }

    @Test func asksOneQuestionAfterTheOther() throws {
        let accessory = try Fixture.newcomer("PROV_C049EF", .espressif, .wpa2, signal: 50, last: 3)
        var call = OnboardCallOnTime(.person)
        #expect(call.receive(.chosen(accessory)) == [.endLook, .ask(.proof, accessory)])
        #expect(call.receive(.answered(.proof(""))) == [.ask(.passphrase, accessory)])
        var wanted = request(accessory)
        wanted.passphrase = "wled1234"
        let answer = OnboardForm.Answer.passphrase(try Passphrase("wled1234"))
        #expect(call.receive(.answered(answer)) == [.begin(wanted, accessory)])
    }

    /// Hardly any has a PIN, and the accessory itself shows whether it has one.
    @Test func asksForAPINOnlyOnceTheAccessoryWantsOne() throws {
        let accessory = try Fixture.newcomer("WLED-AP", .wled, .wpa2, signal: 50, last: 3)
        var call = OnboardCallOnTime(.person)
        #expect(call.receive(.chosen(accessory)) == [.endLook, .ask(.passphrase, accessory)])
        _ = call.receive(.answered(.passphrase(try Passphrase("wled1234"))))
        _ = call.receive(.progress(ended(.wrongProof)))
        #expect(call.receive(.ended(nil)).last == .ask(.proof, accessory))
        var wanted = request(accessory)
        (wanted.passphrase, wanted.proof) = ("wled1234", "0815")
        #expect(call.receive(.answered(.proof("0815"))) == [.begin(wanted, accessory)])
    }

    @Test func asksByTheFamilysOwnNameOfItsSecret() throws {
        let strip = try Fixture.newcomer("WLED-AP", .wled, .wpa2, signal: 50, last: 3)
        #expect(strip.proofQuestion == "PIN of the settings of 'WLED-AP'")
        #expect(sensor.proofQuestion == "Proof of possession on the label of 'PROV_C049EF'")
    }

    @Test func addsTheAccessoryOfAnAddressAsSoonAsItIsSeen() {
        var call = OnboardCallOnTime(.named(.text(plug.bssid?.description ?? "")), agrees, asks: false)
        #expect(call.find([sensor], isComplete: false) == [])
        #expect(
            call.find([sensor, plug], isComplete: false)
                == [.endLook, .begin(request(plug, allowsClearText: true), plug)])
    }

    /// Another one may be on a channel that is not visited yet.
    @Test func waitsForAllNetworksBeforeItTakesAName() throws {
        var twin = plug
        twin.bssid = MACAddress("02:00:00:00:01:77")
        for proof in [nil, "of another family"] {
            var terms = agrees
            terms.proof.secret = proof
            var call = OnboardCallOnTime(.named(.text(plug.name)), terms, asks: false)
            #expect(call.find([sensor, plug], isComplete: false) == [])
            guard case .finish(let failure?, status: 2)? = call.find([sensor, plug, twin]).last else {
                Issue.record("one of the two was taken")
                return
            }
            #expect(failure.text.contains("2 accessories are named"))
        }
        var call = OnboardCallOnTime(.named(.text(plug.name)), agrees, asks: false)
        #expect(call.find([sensor, plug]) == [.endLook, .begin(request(plug, allowsClearText: true), plug)])
    }

    @Test func takesWhatAProofTellsApartAsSoonAsItIsSeen() {
        var terms = agrees
        terms.proof.secret = "k7qm2vxd"
        var call = OnboardCallOnTime(.named(.text(sensor.name)), terms, asks: false)
        #expect(call.find([sensor], isComplete: false).last.map { if case .begin = $0 { true } else { false } } == true)
    }

    @Test func waitsForAllDevicesBeforeItTakesABluetoothName() throws {
        let (bulb, twin) = (try Fixture.bulb(), try Fixture.bulb(last: 10))
        var call = OnboardCallOnTime(.named(.text("Kitchen bulb")), agrees, asks: false)
        #expect(call.find([bulb], isComplete: false) == [])
        #expect(call.find([bulb]) == [.endLook, .begin(request(bulb, allowsClearText: true), bulb)])
        var other = OnboardCallOnTime(.named(.bluetooth("Kitchen bulb")), agrees)
        guard case .finish(let failure?, status: 2)? = other.find([bulb, twin]).first else {
            Issue.record("two devices of one name are not one accessory")
            return
        }
        #expect(failure.text.contains("2 accessories are named 'Kitchen bulb'"))
    }

    @Test func addsEachAndExitsWithTheFirstFailure() throws {
        let bulb = try Fixture.bulb("PROV_C049EF")
        var call = OnboardCallOnTime(.all, agrees)
        #expect(call.find([plug, sensor, bulb], isComplete: false) == [])
        #expect(
            call.find([plug, sensor, bulb]) == [.endLook, .begin(request(plug, allowsClearText: true), plug)])
        _ = call.receive(.progress(ended(.networkNotInReach)))
        let next = call.receive(.ended(nil))
        #expect(lines(next) == ["Error: '\(plug.name)': it ended"])
        #expect(next.last == .begin(request(sensor, allowsClearText: true), sensor))
        _ = call.receive(.progress(ended(.wrongProof)))
        #expect(call.receive(.ended(nil)).last == .finish(nil, status: 25))
    }

    private func summary(_ effects: [OnboardCall.Effect]) -> String? {
        for effect in effects { if case .summarise(let tally) = effect { return tally.line } }
        return nil
    }

    @Test func countsTheAddedAndNamesTheFailedAtTheEndOfAll() throws {
        var call = OnboardCallOnTime(.all, agrees)
        _ = call.find([plug, sensor, try Fixture.bulb()])
        _ = call.receive(.progress(ended(.onNetwork)))
        #expect(summary(call.receive(.ended(nil))) == nil)
        _ = call.receive(.progress(ended(.wrongProof)))
        var cut = call
        _ = cut.receive(.ended(nil))
        #expect(
            summary(cut.receive(.interrupted(signal: 2))) == "1 added, 1 not tried, 1 failed: 'PROV_C049EF'")
        _ = call.receive(.ended(nil))
        _ = call.receive(.progress(ended(.onNetwork)))
        #expect(summary(call.receive(.ended(nil))) == "2 added, 1 failed: 'PROV_C049EF'")
        var one = OnboardCallOnTime(.named(.text(sensor.name)), asks: false)
        _ = one.find([sensor])
        _ = one.receive(.progress(ended(.onNetwork)))
        #expect(summary(one.receive(.ended(nil))) == nil)
    }

    @Test func asksNothingForAll() throws {
        let secured = try Fixture.newcomer("WLED-AP", .wled, .wpa2, signal: 50, last: 3)
        var call = OnboardCallOnTime(.all)
        let effects = call.find([secured, plug, sensor])
        #expect(
            lines(effects) == [
                "Error: 'WLED-AP' has a hotspot with a passphrase; --passphrase-file gives it",
                "Error: '\(plug.name)': whoever listens can read the passphrase of your network while it is handed over; "
                    + "--allow-cleartext agrees to that",
            ])
        #expect(effects.last == .begin(request(sensor), sensor))
        _ = call.receive(.progress(ended(.onNetwork)))
        #expect(call.receive(.ended(nil)).last == .finish(nil, status: 12))
    }

    @Test func addsOnlyTheNamedFamily() {
        var call = OnboardCallOnTime(.all, OnboardTerms(family: .espressif))
        var wanted = request(sensor)
        wanted.family = "espressif"
        #expect(call.find([plug, sensor]) == [.endLook, .begin(wanted, sensor)])
        var none = OnboardCallOnTime(.all, OnboardTerms(family: .tasmota))
        #expect(
            none.find([plug, sensor])
                == [.finish(Failure("no accessory that takes a network is in range", .notFound), status: 10)])
    }

    @Test(arguments: [
        (OnboardOutcome.onNetwork, Int32(0)), (.unknown, 0), (.wrongPassphrase, 24), (.networkNotInReach, 25),
        (.wrongProof, 26), (.buttonNeeded, 27), (.portalNotServed, 28), (.refused, 29), (.vanished, 30),
        (.notSeen, 31),
    ])
    func exitsWithAStatusForEachOutcome(_ outcome: OnboardOutcome, _ status: Int32) {
        var call = OnboardCallOnTime(.named(.text(sensor.name)), asks: false)
        _ = call.find([sensor])
        _ = call.receive(.progress(ended(outcome)))
        let end = call.receive(.ended(nil))
        #expect(end.last == .finish(nil, status: status))
        #expect(lines(end).first?.hasPrefix("Error: ") == (status != 0))
    }

    @Test func reportsAnErrorOfTheAgentWithTheAccessorysName() {
        var call = OnboardCallOnTime(.named(.text(sensor.name)), asks: false)
        _ = call.find([sensor])
        let end = call.receive(.ended(Failure("NotAuthorized: no", .notAuthorized)))
        #expect(lines(end) == ["Error: 'PROV_C049EF': NotAuthorized: no"])
        #expect(end.last == .finish(nil, status: 9))
    }

    @Test func asksAgainForAProofThatTheAccessoryRefused() {
        var call = OnboardCallOnTime(.named(.text(sensor.name)))
        #expect(call.find([sensor]).last == .ask(.proof, sensor))
        for _ in 0..<OnboardCall.mostAttempts {
            _ = call.receive(.answered(.proof("wrong")))
            _ = call.receive(.progress(ended(.wrongProof)))
            #expect(call.receive(.ended(nil)).last == .ask(.proof, sensor))
        }
        var right = call
        _ = right.receive(.answered(.proof("k7qm2vxd")))
        _ = right.receive(.progress(ended(.onNetwork)))
        #expect(right.receive(.ended(nil)).last == .finish(nil, status: 0))
        var none = call
        #expect(none.receive(.answered(.proof(""))) == [.finish(nil, status: 26)])
        var left = call
        #expect(left.receive(.gaveUp(Failure("no proof was given", .noPassphrase))) == [.finish(nil, status: 26)])
        _ = call.receive(.answered(.proof("wrong")))
        _ = call.receive(.progress(ended(.wrongProof)))
        #expect(call.receive(.ended(nil)).last == .finish(nil, status: 26))
    }

    @Test func asksForConsentToAProofThatTryingFinds() {
        var call = OnboardCallOnTime(.named(.text(sensor.name)))
        _ = call.find([sensor])
        var withNone = call
        var end = ended(.refused)
        end.reason = FailureReason(.credentialsUnprotected)
        _ = call.receive(.answered(.proof("abcd1234")))
        _ = call.receive(.progress(end))
        #expect(call.receive(.ended(nil)).last == .ask(.weakProof, sensor))
        var refusing = call
        guard case .finish(_, let status)? = refusing.receive(.answered(.consent(false))).last else {
            Issue.record("the person declined")
            return
        }
        #expect(status != 0)
        guard case .begin(let request, _)? = call.receive(.answered(.consent(true))).last else {
            Issue.record("the person agreed")
            return
        }
        #expect(request.allowsClearText == true && request.proof == "abcd1234")
        // Who agreed is not asked again.
        _ = call.receive(.progress(end))
        #expect(call.receive(.ended(nil)).last == .finish(nil, status: 29))
        // Without a proof, an impostor would only have to do without encryption.
        _ = withNone.receive(.answered(.proof("")))
        _ = withNone.receive(.progress(end))
        #expect(withNone.receive(.ended(nil)).last == .finish(nil, status: 29))
    }

    @Test func asksAgainForAPassphraseThatTheHotspotRefused() throws {
        let plug = try Fixture.plug(.wpa2)
        var call = OnboardCallOnTime(.person)
        _ = call.receive(.chosen(plug))
        _ = call.receive(.answered(.passphrase(try Passphrase("wrong one"))))
        let wrong = Failure(AccessoryError(.wrongPassphrase, "the access point refused the passphrase"))
        #expect(call.receive(.ended(wrong)).last == .ask(.passphrase, plug))
    }

    @Test func endsWithTheSignalThatInterruptsIt() {
        var call = OnboardCallOnTime(.named(.text(sensor.name)), asks: false)
        _ = call.find([sensor])
        #expect(call.receive(.interrupted(signal: 15)) == [.finish(nil, status: 143)])
    }

    @Test func showsThatOnlyTheNetworkKnowsAnUnknownEnd() {
        var call = OnboardCallOnTime(.named(.text(sensor.name)), asks: false)
        _ = call.find([sensor])
        _ = call.receive(.progress(OnboardProgress(step: .ended, outcome: .unknown)))
        let end = call.receive(.ended(nil), after: 12)
        #expect(lines(end) == ["PROV_C049EF, after 12 s: \(ProvisioningEnd.unknown.explanation)"])
    }

    private func failure(_ effects: [OnboardCall.Effect]) -> Failure? {
        if case .finish(let failure, status: 2)? = effects.last { failure } else { nil }
    }

    @Test func showsWhatAnotherProgramAdds() throws {
        var call = OnboardCallOnTime(.person)
        let other = try Fixture.other()
        #expect(call.find([plug], others: [other]) == [.list([plug], others: [other], isComplete: true)])
        call = OnboardCallOnTime(.person, OnboardTerms(family: .shelly))
        #expect(call.find([plug], others: [other]) == [.list([plug], others: [], isComplete: true)])
    }

    @Test func namesTheAccessoryOfAnotherProgramsLabel() throws {
        let choice = OnboardChoice.named(.other(try Label(parsing: "MT:Y.K9042C00KA0648G00")))
        var call = OnboardCallOnTime(choice)
        var stranger = try Fixture.other("Hall bulb", last: 6)
        stranger.product = 0x8001
        #expect(call.find([plug], others: [stranger], isComplete: false) == [])
        let seen = failure(call.find([plug], others: [stranger, try Fixture.other()], isComplete: false))
        #expect(seen?.text.contains("of 'Desk Bulb' (Matter, vendor FFF1, product 8000) in range, which") == true)
        #expect(seen?.text.contains("a Matter controller, such as") == true)
        call = OnboardCallOnTime(choice)
        #expect(failure(call.find([], others: [stranger]))?.text.contains("not seen over Bluetooth") == true)
    }

    /// Without a radio or an agent, the label itself still shows the way.
    @Test func namesWhatAddsALabelsAccessoryWithoutALook() throws {
        var call = OnboardCallOnTime(.named(.other(try Label(parsing: "X-HM://0071THAXQHSPN"))))
        let effects = call.receive(.gaveUp(Failure("there is no radio", .unknown)))
        #expect(failure(effects)?.text.contains("a HomeKit accessory, which `accessoryctl onboard` cannot add") == true)
    }

    @Test func namesWhatAddsAnAccessoryThatAPersonNames() throws {
        let other = try Fixture.other()
        for name in ["Desk Bulb", "\(other.bluetoothAddress)"] {
            var call = OnboardCallOnTime(.named(.text(name)))
            #expect(call.find([plug], others: [other], isComplete: false) == [])
            let text = failure(call.find([plug], others: [other]))?.text
            #expect(text?.contains("'Desk Bulb' (Matter, vendor FFF1, product 8000)") == true)
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessoryRules

/// Networks that are secured with less than expected: what poses as an accessory is not joined.
struct SecurityTests {
    private let paths: LeasePaths
    private let setups: SetupPaths

    init() throws {
        paths = try LeasePaths()
        setups = try SetupPaths()
    }

    private func reason(_ join: Lease) -> JoinFailure? {
        guard case .finished(.left(let failure)) = join.state else { return nil }
        return failure
    }

    // MARK: Joining

    @Test func takesTheGenuineOneRatherThanALouderOpenTwin() throws {
        var join = paths.join(at: .searching)
        let genuine = try network("CAM-1", 1, signal: 40)
        let twin = try network("CAM-1", 2, signal: 90, security: .open)
        #expect(join.receive(.heard(Look(networks: [twin], isComplete: false))).isEmpty)
        _ = join.receive(.heard(Look(networks: [twin, genuine], isComplete: true)))
        #expect(join.state == .protecting(genuine))
    }

    @Test(arguments: [Security.open, .owe, .wep, .enterprise, .unknown])
    func refusesWhatHasNoKeyWhereAPassphraseIsGiven(security: Security) throws {
        var join = paths.join(at: .searching)
        let twin = try network("CAM-1", 2, security: security)
        _ = join.receive(.heard(Look(networks: [twin], isComplete: true)))
        #expect(reason(join)?.change == SecurityChange(expected: .wpa2, seen: security))
        #expect(reason(join)?.detail.contains("02:00:00:00:01:02") == true)
    }

    @Test func refusesTheTwinWhenTheTimeToSearchIsOver() throws {
        var join = paths.join(at: .searching)
        _ = join.receive(.heard(Look(networks: [try network("CAM-1", 2, security: .open)], isComplete: false)))
        _ = join.receive(.heard(Look(networks: [], isComplete: false)))
        _ = join.receive(.due(.search))
        #expect(reason(join)?.reason == .securityChanged)
    }

    @Test func refusesAChosenNetworkBeforeAnythingIsCut() throws {
        var target = paths.target
        target.network = try network("CAM-1", security: .open)
        var join = Lease(target)
        let effects = join.receive(.start)
        #expect(reason(join)?.reason == .securityChanged)
        #expect(!effects.contains(.protect(interface: "wlan0")))
    }

    @Test func doesNotLeaveSAEForWPA2() throws {
        var target = paths.target
        target.expected = ExpectedSecurity(.wpa3)
        for (security, isJoined) in [(Security.wpa2, false), (.wpa2wpa3, true), (.wpa3, true)] {
            var join = paths.join(at: .searching, target)
            _ = join.receive(.heard(Look(networks: [try network("CAM-1", security: security)], isComplete: true)))
            #expect((reason(join) == nil) == isJoined, "\(security)")
        }
    }

    @Test func prefersTheAccessPointByWhichItWasJoined() throws {
        var target = paths.target
        let known = try network("CAM-1", 7, signal: 10)
        target.accessPoints = [known.bssid]
        var join = paths.join(at: .searching, target)
        _ = join.receive(.heard(Look(networks: [try network("CAM-1", 2, signal: 90), known], isComplete: false)))
        #expect(join.state == .protecting(known))
    }

    @Test func asksTheRadioForAtLeastWhatWasChosen() throws {
        for (chosen, expected) in [(Security.open, Security.open), (.owe, .owe), (.wpa2, .wpa2), (.wpa3, .wpa3)] {
            var target = paths.target
            if chosen.key == .none { target.passphrase = nil }
            target.expected = ExpectedSecurity(.open)
            target.network = try network("CAM-1", security: chosen)
            var join = Lease(target)
            let events: [Lease.Event] = [.start, .protected(paths.protection), .journalled]
            let requests = events.flatMap { join.receive($0) }.compactMap { effect in
                if case .join(let request) = effect { request.expected } else { nil }
            }
            #expect(requests == [ExpectedSecurity(expected)])
        }
    }

    @Test func restoresTheUplinkWhenTheRadioMeetsTheTwin() throws {
        var join = paths.join(at: .joining)
        let refusal = JoinFailure(SecurityChange(expected: .wpa2, seen: .open), at: paths.network.bssid)
        let effects = join.receive(.ended(refusal))
        #expect(
            effects.contains(.restore(paths.protection))
                && effects.contains(.report(.left(refusal, restoring: paths.protection.uplink))))
    }

    // MARK: Choosing

    private var open: WiFiNetwork {
        var open = setups.network
        open.security = .open
        return open
    }

    @Test func asksAPersonWhetherToAcceptItAsNew() throws {
        var setup = setups.setup(at: .joining)
        let asked = setup.receive(.joinFailed(setups.doubt))
        guard case .ask(.security(let candidate, setups.change))? = asked.first else {
            Issue.record("\(asked)")
            return
        }
        #expect(asked.last == .startTimer(Setup.questionPatience))
        var accepted = candidate
        accepted.network = open
        #expect(
            setup.receive(.consented)
                == [.stopTimer, .join(accepted, setups.item.passphrase, accepting: .open)])
        let granting = setup.receive(setups.joined)
        guard case .grant(let choice, _)? = granting.first else {
            Issue.record("\(granting)")
            return
        }
        #expect(choice.isAcceptedAsNew)
    }

    @Test(arguments: [Security.enterprise, .wep]) func asksNobodyToAcceptWhatIsNeverJoined(seen: Security) throws {
        let change = SecurityChange(expected: .wpa2, seen: seen)
        let error = AccessoryError(JoinFailure(change, at: setups.network.bssid), joining: try ssid("CAM-1"))
        #expect(error.message.contains("joins none like it") && !error.message.contains("as new"))
        #expect(setups.doubt.message.contains("as new"))
        var setup = setups.setup(at: .joining)
        #expect(setup.receive(.joinFailed(error)).last == .settle(.failed(error)))
    }

    @Test(arguments: [Setup.Event.declined, .due])
    func doesNotJoinItWithoutAYes(event: Setup.Event) {
        var setup = setups.setup(at: .doubting)
        #expect(setup.receive(event).last == .settle(.failed(setups.doubt)))
    }

    private func planned(_ choice: Plan.Choice, _ networks: [WiFiNetwork]) -> (setup: Setup, effects: [Setup.Effect]) {
        var setup = Setup(items: [setups.item], interface: "wlan0", choice: choice)
        let effects = setup.receive(.start) + setup.receive(.heard(Look(networks: networks, isComplete: true)))
        return (setup, effects)
    }

    @Test(arguments: [Plan.Choice.strongest, .only])
    func aPlanWithAPassphraseDoesNotCountOpenNetworks(choice: Plan.Choice) throws {
        let louder = try network("CAM-2", 2, signal: 99, security: .open)
        let (_, effects) = planned(choice, [louder, setups.network])
        var chosen = setups.candidate
        chosen.isAnyOfItsName = true
        #expect(effects.contains(.join(chosen, setups.item.passphrase)))
    }

    @Test func grantsTheOneOfItsNameThatARuleJoined() throws {
        var (setup, effects) = planned(.strongest, [setups.network])
        guard case .join(let candidate, _, _)? = effects.last else {
            Issue.record("it joins nothing")
            return
        }
        #expect(candidate.accessPoint == nil)
        let other = try #require(MACAddress("02:00:00:00:01:07"))
        var link = setups.link
        link.bssid = other
        effects = setup.receive(.joined(link, setups.accessory, isShared: false))
        guard case .grant(let choice, _)? = effects.last else {
            Issue.record("it grants nothing")
            return
        }
        #expect(choice.candidate.network?.bssid == other)
        // A person's choice is this very one.
        #expect(setups.candidate.accessPoint == setups.network.bssid)
        #expect(setups.candidate.joined(at: other) == setups.candidate)
    }

    @Test func aPlanReportsWhyItTakesNoneOfWhatIsThere() throws {
        var (setup, effects) = planned(.strongest, [open])
        effects += setup.receive(.due)
        #expect(!effects.contains { if case .join = $0 { true } else { false } })
        guard case .settle(.failed(let error))? = effects.last else {
            Issue.record("\(effects)")
            return
        }
        #expect(error.code == .securityChanged && error.change == setups.change)
    }

    @Test func aPlanNeverAcceptsASecurityAsNew() {
        var (setup, _) = planned(.strongest, [setups.network])
        #expect(setup.receive(.joinFailed(setups.doubt)).last == .settle(.failed(setups.doubt)))
    }

    @Test func aRoundWaitsForTheGenuineOneAndThenFails() throws {
        let refusal = setups.doubt
        var round = PlanRound([try RoundSamples.entry("a")])
        _ = round.receive(.start, at: .zero)
        _ = round.receive(.sighted(["a": []], isComplete: true, refused: ["a": refusal]), at: .seconds(1))
        #expect(round.receive(.due, at: .seconds(30)).map(\.line).contains("report a waiting 5 SecurityChanged"))
        let end = round.receive(.due, at: .seconds(301)).map(\.line)
        #expect(end.contains("report a failed SecurityChanged"), "\(end)")
    }
}

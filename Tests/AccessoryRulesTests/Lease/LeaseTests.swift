// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessoryRules

/// One lease, event by event.
struct LeaseTests {
    private let paths: LeasePaths
    private let stopAll: [Lease.Effect] = Lease.Timer.allCases.map { .stop($0) } + [.stopLooking]

    init() throws { paths = try LeasePaths() }

    private func finish(_ outcome: Lease.Outcome) -> [Lease.Effect] { stopAll + [.report(.finished(outcome))] }

    private func restore(because failure: JoinFailure?) -> [Lease.Effect] {
        [
            .stop(.join), .stopJoining, .report(.left(failure, restoring: paths.protection.uplink)),
            .start(.heartbeat, Lease.heartbeat), .restore(paths.protection),
        ]
    }

    private func release(because failure: JoinFailure?) -> [Lease.Effect] {
        [
            .stop(.join), .stop(.heartbeat), .stopJoining, .report(.left(failure, restoring: nil)),
            .release(paths.protection),
        ]
    }

    // MARK: An uplink that would not come back

    private func protected(_ target: Lease.Target) -> (lease: Lease, protection: Protection) {
        var (lease, protection) = (Lease(target), paths.protection)
        protection.uplink.asksForPassphrase = true
        _ = lease.receive(.start)
        _ = lease.receive(.heard(Look(networks: [paths.network], isComplete: false)))
        return (lease, protection)
    }

    @Test func cutsNoUplinkWhosePassphraseNobodyCouldType() throws {
        var (lease, protection) = protected(paths.target)
        let effects = lease.receive(.protected(protection))
        guard case .report(.left(let failure?, restoring: nil)) = effects.dropLast().last else {
            Issue.record("\(effects)")
            return
        }
        #expect(effects.last == .release(protection))
        #expect(failure.reason == .uplinkNotStored && failure.detail.contains("'Home' on wlan0"))
        #expect(lease.receive(.released) == [.forget(protection)] + finish(.left(failure)))
    }

    @Test func cutsItForWhoeverCanTypeThePassphraseOrAgrees() throws {
        var target = paths.target
        target.mayLoseUplink = true
        var (lease, protection) = protected(target)
        #expect(lease.receive(.protected(protection)) == [.journal(protection)])
    }

    // MARK: The whole way

    @Test func findsProtectsJournalsJoinsHoldsLeavesAndRestores() throws {
        var join = Lease(paths.target)
        let look = LookRequest(
            interface: "wlan0", ssids: [paths.target.ssid], likelyFrequencies: [2437], remembers: false)
        #expect(join.receive(.start) == [.report(.scanning), .start(.search, Lease.searchLimit), .look(look)])
        #expect(
            join.receive(.heard(Look(networks: [paths.network], isComplete: false)))
                == [
                    .stop(.search), .stopLooking, .start(.join, Lease.joinLimit), .protect(interface: "wlan0"),
                ])
        #expect(join.receive(.protected(paths.protection)) == [.journal(paths.protection)])
        #expect(
            join.receive(.journalled)
                == [
                    .start(.heartbeat, Lease.heartbeat), .start(.join, Lease.joinLimit),
                    .report(.step(.associating, paths.network)),
                    .join(paths.request),
                ])
        #expect(join.receive(.step(.associating)) == [.report(.step(.associating, paths.network))])
        #expect(join.receive(.step(.authenticating)) == [.report(.step(.authenticating, paths.network))])
        #expect(join.receive(.step(.addressing)) == [.report(.step(.addressing, paths.network))])
        #expect(
            join.receive(.step(.joined(paths.link))) == [
                .stop(.join), .report(.step(.joined(paths.link), paths.network)),
            ])
        #expect(join.receive(.leave(nil)) == restore(because: nil))
        #expect(
            join.receive(.restored)
                == [.stop(.heartbeat), .forget(paths.protection), .report(.restored(paths.protection.uplink))]
                + finish(.left(nil)))
    }

    @Test func joinsByTheAddressThatTheAccessoryIsToSee() throws {
        var target = paths.target
        target.station = MACAddress("02:11:22:33:44:55")
        var (join, request) = (Lease(target), paths.request)
        request.station = target.station
        _ = join.receive(.start)
        _ = join.receive(.heard(Look(networks: [paths.network], isComplete: false)))
        _ = join.receive(.protected(paths.protection))
        #expect(join.receive(.journalled).last == .join(request))
    }

    @Test func doesNotLookForWhatWasJustSeen() throws {
        var target = paths.target
        target.network = paths.network
        var join = Lease(target)
        let effects = join.receive(.start)
        #expect(
            effects == [
                .stop(.search), .stopLooking, .start(.join, Lease.joinLimit), .protect(interface: "wlan0"),
            ])
        #expect(join.state == .protecting(paths.network))
    }

    // MARK: Finding

    @Test func takesTheStrongestAccessPointOfTheName() throws {
        var join = paths.join(at: .searching)
        let strongest = try network("CAM-1", 3, signal: 80)
        let networks = [
            try network("CAM-1", 2, signal: 40), strongest, try network("CAM-2", 4, signal: 99),
            try network(nil, 5, signal: 99),
        ]
        _ = join.receive(.heard(Look(networks: networks, isComplete: false)))
        #expect(join.state == .protecting(strongest))
    }

    @Test func waitsForTheAccessPointThatWasChosen() throws {
        var target = paths.target
        target.bssid = try bssid(7)
        var join = Lease(target)
        _ = join.receive(.start)
        let other = try network("CAM-1", 3, signal: 80)
        #expect(join.receive(.heard(Look(networks: [other], isComplete: false))).isEmpty)
        let chosen = try network("CAM-1", 7, signal: 10)
        _ = join.receive(.heard(Look(networks: [other, chosen], isComplete: true)))
        #expect(join.state == .protecting(chosen))
    }

    @Test func reportsNoAnswerWhenEveryChannelWasVisited() throws {
        var join = paths.join(at: .searching)
        let effects = join.receive(.heard(Look(networks: [try network("CAM-2")], isComplete: true)))
        guard case .finished(.left(let failure?)) = join.state else {
            Issue.record("\(join.state)")
            return
        }
        #expect(failure.reason == .networkNotFound)
        #expect(effects == finish(.left(failure)))
    }

    @Test func namesTheAccessPointThatDidNotAnswer() throws {
        var target = paths.target
        target.bssid = try bssid(7)
        var join = Lease(target)
        _ = join.receive(.start)
        _ = join.receive(.heard(Look(networks: [], isComplete: true)))
        guard case .finished(.left(let failure?)) = join.state else {
            Issue.record("\(join.state)")
            return
        }
        #expect(failure.detail.contains("02:00:00:00:01:07"))
    }

    @Test func givesUpASearchThatTakesTooLong() {
        var join = paths.join(at: .searching)
        _ = join.receive(.due(.search))
        guard case .finished(.left(let failure?)) = join.state else {
            Issue.record("\(join.state)")
            return
        }
        #expect(failure.reason == .networkNotFound)
    }

    @Test(arguments: Unavailability.allCases)
    func passesOnWhyARadioCannotLook(why: Unavailability) {
        var join = paths.join(at: .searching)
        let failure = JoinFailure(.radioUnavailable, detail: why.rawValue)
        #expect(join.receive(.lookFailed(why)) == finish(.left(failure)))
    }

    // MARK: Passphrases

    @Test(arguments: Security.allCases)
    func cutsNothingForANetworkThatCannotBeJoined(security: Security) throws {
        var target = paths.target
        target.passphrase = nil
        target.expected = ExpectedSecurity(.open)
        target.network = try network("CAM-1", security: security)
        var join = Lease(target)
        let effects = join.receive(.start)
        switch (security.key, join.state) {
        case (.none, .protecting): #expect(effects.contains(.protect(interface: "wlan0")))
        case (.passphrase, .finished(.left(let failure?))):
            #expect(failure.reason == .passphraseMissing)
            #expect(effects == finish(.left(failure)))
        case (.unsupported, .finished(.left(let failure?))):
            #expect(failure.reason == .rejected)
            #expect(failure.detail.contains(security.title))
            #expect(effects == finish(.left(failure)))
        case (.none, _), (.passphrase, _), (.unsupported, _): Issue.record("\(security): \(join.state)")
        }
    }

    @Test(arguments: [Security.open, .owe])
    func givesNoPassphraseToANetworkThatAsksForNone(security: Security) throws {
        var target = paths.target
        // A person has accepted it.
        target.expected = ExpectedSecurity(security)
        target.network = try network("CAM-1", security: security)
        var join = Lease(target)
        for event in [Lease.Event.start, .protected(paths.protection)] { _ = join.receive(event) }
        let requests = join.receive(.journalled).compactMap { effect -> JoinRequest? in
            if case .join(let request) = effect { request } else { nil }
        }
        #expect(requests.count == 1)
        #expect(requests.first?.passphrase == nil)
    }

    @Test func triesOnceMoreBeforeAPassphraseIsCalledWrong() {
        var join = paths.join(at: .joining)
        #expect(join.receive(.ended(failure(.wrongPassphrase))) == [.join(paths.request)])
        _ = join.receive(.ended(failure(.wrongPassphrase)))
        let seen = join.receive(.heard(Look(networks: [paths.network], isComplete: true)))
        #expect(Array(seen.dropFirst(2)) == restore(because: failure(.wrongPassphrase)))
    }

    @Test func triesNoOtherThanTheAccessPointThatWasNamed() {
        var target = paths.target
        target.bssid = paths.network.bssid
        var join = paths.join(at: .joiningAgain, target)
        #expect(join.receive(.ended(failure(.wrongPassphrase))) == restore(because: failure(.wrongPassphrase)))
    }

    @Test func holdsWhatTheSecondTryJoined() {
        var join = paths.join(at: .joiningAgain)
        _ = join.receive(.step(.joined(paths.link)))
        #expect(join.state == .joined(paths.protection))
    }

    // MARK: Failing

    @Test(arguments: JoinFailure.Reason.allCases, [LeasePaths.Place.joiningAgain, .joined])
    func bringsTheUplinkBackAfterEveryFailureButOne(reason: JoinFailure.Reason, place: LeasePaths.Place) {
        var target = paths.target
        target.bssid = paths.network.bssid
        var join = paths.join(at: place, target)
        let effects = join.receive(.ended(failure(reason)))
        if reason == .interrupted {
            #expect(effects == release(because: failure(reason)))
        } else {
            #expect(effects == restore(because: failure(reason)))
            let end = join.receive(.restored)
            #expect(end.last == .report(.finished(.left(failure(reason)))))
        }
    }

    @Test(arguments: [LeasePaths.Place.joining, .joiningAgain])
    func bringsTheUplinkBackWhenJoiningTakesTooLong(place: LeasePaths.Place) {
        var join = paths.join(at: place)
        let effects = join.receive(.due(.join))
        guard case .restoring(paths.protection, let failure?, attempt: 1) = join.state else {
            Issue.record("\(join.state)")
            return
        }
        #expect(failure.reason == .timedOut)
        #expect(effects == restore(because: failure))
    }

    @Test(arguments: [LeasePaths.Place.joining, .joiningAgain, .joined])
    func letsGoAndDoesNotRestoreWhenAPersonTookTheRadio(place: LeasePaths.Place) {
        var join = paths.join(at: place)
        #expect(join.receive(.ended(failure(.interrupted))) == release(because: failure(.interrupted)))
        #expect(join.receive(.due(.heartbeat)).isEmpty)
        #expect(join.receive(.released) == [.forget(paths.protection)] + finish(.left(failure(.interrupted))))
    }

    @Test func letsGoWhenSomebodyChoseAnotherNetworkWhileItRestored() {
        var join = paths.join(at: .restoring)
        #expect(
            join.receive(.notRestored(failure(.interrupted))) == [.stop(.heartbeat), .release(paths.protection)])
        #expect(join.receive(.released) == [.forget(paths.protection)] + finish(.left(nil)))
    }

    @Test func endsWithoutAnUplinkThatWasForgottenAndSaysSo() {
        var join = paths.join(at: .restoring)
        let forgotten = JoinFailure.forgotten(paths.protection.uplink)
        #expect(join.receive(.notRestored(forgotten)) == [.stop(.heartbeat), .release(paths.protection)])
        #expect(join.receive(.released) == [.forget(paths.protection)] + finish(.stranded(forgotten)))
        #expect(AccessoryError(forgotten, joining: paths.target.ssid).code == .restoreFailed)
    }

    @Test func givesUpAnUplinkThatIsNeverNoted() {
        var join = paths.join(at: .protecting)
        guard case .report(.finished(.left(let failure?)))? = join.receive(.due(.join)).last else {
            Issue.record("it goes on")
            return
        }
        #expect(failure.reason == .timedOut)
    }

    @Test func doesNotJoinWhenTheUplinkCannotBeNoted() {
        var join = paths.join(at: .protecting)
        #expect(join.receive(.unprotected(failure(.radioUnavailable))) == finish(.left(failure(.radioUnavailable))))
    }

    @Test func doesNotJoinWhenTheJournalCannotBeWritten() {
        var join = paths.join(at: .journalling)
        #expect(join.receive(.unprotected(failure(.radioUnavailable))) == release(because: failure(.radioUnavailable)))
        #expect(join.receive(.released) == [.forget(paths.protection)] + finish(.left(failure(.radioUnavailable))))
    }

    // MARK: Leaving

    @Test(arguments: [LeasePaths.Place.idle, .searching])
    func leavesAtOnceWhileNothingIsNoted(place: LeasePaths.Place) {
        var join = paths.join(at: place)
        #expect(join.receive(.leave(nil)) == finish(.left(nil)))
        join = paths.join(at: place)
        #expect(join.receive(.leave(failure(.linkLost))) == finish(.left(failure(.linkLost))))
    }

    @Test func waitsForTheProtectionThatItLetsGo() {
        var join = paths.join(at: .protecting)
        #expect(join.receive(.leave(nil)).isEmpty)
        #expect(join.receive(.protected(paths.protection)) == release(because: nil))
        #expect(join.receive(.released) == [.forget(paths.protection)] + finish(.left(nil)))

        join = paths.join(at: .abandoning)
        #expect(join.receive(.unprotected(failure(.radioUnavailable))) == finish(.left(nil)))
    }

    @Test func letsGoWithoutRestoringWhileNothingIsCut() {
        var join = paths.join(at: .journalling)
        #expect(join.receive(.leave(nil)) == release(because: nil))
        #expect(join.receive(.journalled).isEmpty)
        #expect(join.receive(.released) == [.forget(paths.protection)] + finish(.left(nil)))
    }

    @Test(arguments: [LeasePaths.Place.joining, .joiningAgain, .joined])
    func restoresWhenItIsLeftAfterTheCut(place: LeasePaths.Place) {
        var join = paths.join(at: place)
        #expect(join.receive(.leave(nil)) == restore(because: nil))
        #expect(join.receive(.step(.joined(paths.link))).isEmpty)
        #expect(join.receive(.leave(nil)).isEmpty)
    }

    // MARK: Restoring

    @Test func endsWithTheCauseAndNotWithTheTroubleOfRestoring() {
        var join = paths.join(at: .joined)
        let events: [Lease.Event] = [
            .ended(failure(.linkLost)), .notRestored(failure(.timedOut)), .due(.retry), .restored,
        ]
        for event in events { _ = join.receive(event) }
        #expect(join.state == .finished(.left(failure(.linkLost))))
    }

    // MARK: The dead man's switch

    @Test(arguments: [LeasePaths.Place.joining, .joiningAgain, .joined, .restoring, .waiting, .restoringOnceMore])
    func keepsTheDeadMansSwitchFromGoingOff(place: LeasePaths.Place) {
        var join = paths.join(at: place)
        let before = join
        #expect(
            join.receive(.due(.heartbeat)) == [.extend(paths.protection), .start(.heartbeat, Lease.heartbeat)])
        #expect(join == before)
    }

    @Test func beatsOftenEnoughForOneBeatToBeMissed() {
        #expect(Lease.heartbeat * 2 < Protection.patience)
    }

    @Test(arguments: [LeasePaths.Place.restoring, .restoringOnceMore, .releasing, .searching])
    func stopsEveryTimerAtTheEnd(place: LeasePaths.Place) {
        var join = paths.join(at: place)
        var effects: [Lease.Effect] = []
        for event in [Lease.Event.released, .restored, .leave(nil)] { effects += join.receive(event) }
        guard case .finished = join.state else {
            Issue.record("\(join.state)")
            return
        }
        for timer in Lease.Timer.allCases { #expect(effects.contains(.stop(timer))) }
    }
}

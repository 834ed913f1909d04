// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessoryRules

/// The uplink that does not come back at once, event by event.
struct OwedUplinkTests {
    private let paths: LeasePaths
    private let again: [Lease.Effect]
    private let look: Lease.Effect

    init() throws {
        paths = try LeasePaths()
        again = [.stop(.retry), .stop(.search), .stopLooking, .restore(paths.protection)]
        look = .look(LookRequest(interface: "wlan0", ssids: [try ssid("Home")], remembers: false))
    }

    private func heard(_ networks: WiFiNetwork...) -> Lease.Event { .heard(Look(networks: networks, isComplete: true)) }

    private func pause(in effects: [Lease.Effect]) -> Duration? {
        effects.lazy.compactMap { if case .start(.retry, let pause) = $0 { pause } else { nil } }.first
    }

    @Test func triesForAsLongAsTheUplinkIsOwed() {
        var join = paths.join(at: .restoring)
        var pauses: [Duration] = []
        for _ in 0..<100 {
            let effects = join.receive(.notRestored(failure(.timedOut)))
            #expect(!effects.contains(.forget(paths.protection)))
            #expect(effects.contains(.report(.restoring(paths.protection.uplink, failure(.timedOut)))))
            pauses += pause(in: effects).map { [$0] } ?? []
            #expect(join.receive(.due(.retry)) == again)
        }
        let rest = Array(repeating: Lease.longestRestorePause, count: 100 - Lease.restorePauses.count)
        #expect(pauses == Lease.restorePauses + rest)
        #expect(pauses == pauses.sorted())
        #expect(join.receive(.restored).last == .report(.finished(.left(nil))))
    }

    /// The reasons that the holder hears, one for each attempt that fails for these reasons.
    private func reasons(after attempts: [JoinFailure.Reason]) -> [JoinFailure.Reason] {
        var join = paths.join(at: .restoring)
        return attempts.flatMap { reason in
            let effects = join.receive(.notRestored(failure(reason)))
            _ = join.receive(.due(.retry))
            return effects.compactMap { effect in
                if case .report(.restoring(_, let failure)) = effect { failure.reason } else { nil }
            }
        }
    }

    @Test func oneFailedHandshakeIsNoRefusedPassphrase() {
        #expect(
            reasons(after: [.wrongPassphrase, .wrongPassphrase, .wrongPassphrase, .wrongPassphrase])
                == [.rejected, .rejected, .wrongPassphrase, .wrongPassphrase])
        #expect(
            reasons(after: [.wrongPassphrase, .wrongPassphrase, .timedOut, .wrongPassphrase])
                == [.rejected, .rejected, .timedOut, .rejected])
    }

    @Test func itsHolderWaitsABoundedTime() {
        var join = paths.join(at: .restoringOnceMore)
        let effects = join.receive(.notRestored(failure(.timedOut)))
        #expect(join.isOwed)
        #expect(effects.contains(.report(.owed(failure(.timedOut)))))
        // The switch does not stay armed for hours.
        #expect(effects.contains(.stop(.heartbeat)) && effects.contains(.release(paths.protection)))
        _ = join.receive(.due(.retry))
        #expect(!join.receive(.notRestored(failure(.timedOut))).contains(.report(.owed(failure(.timedOut)))))
    }

    @Test(arguments: [LeasePaths.Place.waiting, .owed])
    func triesAtOnceWhenTheNetworkIsSeenAgain(place: LeasePaths.Place) throws {
        var join = paths.join(at: place)
        let other = try network("Other")
        #expect(join.receive(heard(other)) == [.stopLooking, .start(.search, Lease.sightPause)])
        #expect(join.receive(.due(.search)) == [look])
        #expect(join.receive(heard(paths.home)) == again)
    }

    @Test func aNetworkThatWasThereAllAlongIsNotTriedAtOnce() {
        var join = paths.join(at: .owed)
        #expect(join.receive(heard(paths.home)) == [.stopLooking, .start(.search, Lease.sightPause)])
        #expect(join.receive(.due(.retry)) == again)
    }

    @Test(arguments: [LeasePaths.Place.waiting, .outOfSight, .owed])
    func triesAtOnceWhenTheRadioReturns(place: LeasePaths.Place) {
        var join = paths.join(at: place)
        #expect(join.receive(.mayReturn) == again)
    }

    @Test func aRadioThatReturnsDuringAnAttemptIsNotMissed() {
        var join = paths.join(at: .restoringOnceMore)
        #expect(join.receive(.mayReturn).isEmpty)
        #expect(pause(in: join.receive(.notRestored(failure(.radioUnavailable)))) == Lease.restorePauses[0])
        _ = join.receive(.due(.retry))
        #expect(pause(in: join.receive(.notRestored(failure(.radioUnavailable)))) == Lease.longestRestorePause)
    }

    @Test func aRadioThatCannotLookIsWaitedFor() {
        var join = paths.join(at: .waiting)
        #expect(join.receive(.lookFailed(.switchedOff)).isEmpty)
        #expect(join.receive(heard(paths.home)) == again)
    }

    @Test func anUplinkWithoutANameIsNotLookedFor() throws {
        var protection = paths.protection
        protection.uplink.ssid = nil
        var (join, _) = Lease.recovering(protection, ssid: try ssid("CAM-1"), because: nil)
        let effects = join.receive(.notRestored(failure(.timedOut)))
        #expect(pause(in: effects) == Lease.restorePauses[0])
        let looks = effects.filter { if case .look = $0 { true } else { false } }
        #expect(looks.isEmpty)
    }

    // MARK: Making room

    @Test func makesRoomForAnotherLeaseAndKeepsThePromise() {
        var join = paths.join(at: .owed)
        let effects = join.receive(.yield)
        #expect(effects.contains(.release(paths.protection)) && !effects.contains(.forget(paths.protection)))
        let end = join.receive(.released)
        #expect(!end.contains(.forget(paths.protection)))
        #expect(end.last == .report(.finished(.stranded(failure(.timedOut)))))
    }

    @Test func makesRoomOnlyWhenNoHolderWaits() {
        var join = paths.join(at: .waiting)
        #expect(join.receive(.yield).isEmpty)
        var attempts = 1
        while case .waiting = join.state {
            _ = join.receive(.due(.retry))
            _ = join.receive(.notRestored(failure(.timedOut)))
            attempts += 1
        }
        #expect(attempts == Lease.restorePauses.count + 1)
        #expect(join.state == .yielding(paths.protection))
    }

    @Test func anAttemptUnderWayIsEndedFirst() {
        var join = paths.join(at: .owed)
        _ = join.receive(.due(.retry))
        #expect(join.receive(.yield).isEmpty)
        var lucky = join
        #expect(lucky.receive(.restored).contains(.forget(paths.protection)))
        _ = join.receive(.notRestored(failure(.timedOut)))
        #expect(join.state == .yielding(paths.protection))
    }

    // MARK: Taking over

    private func heir() throws -> (join: Lease, idle: Protection, owed: Protection) {
        var target = paths.target
        target.owed = paths.protection.uplink
        target.network = paths.network
        var join = Lease(target)
        _ = join.receive(.start)
        let idle = Protection(uplink: Uplink(interface: "wlan0"), checkpoint: "/2", profile: "another-uuid")
        return (join, idle, Protection(uplink: paths.protection.uplink, checkpoint: "/2", profile: "another-uuid"))
    }

    @Test func theNextLeaseTakesThePromiseOver() throws {
        var (join, idle, owed) = try heir()
        #expect(join.receive(.protected(idle)) == [.journal(owed)])
        for event in [Lease.Event.journalled, .step(.joined(paths.link))] { _ = join.receive(event) }
        #expect(join.receive(.leave(nil)).contains(.restore(owed)))
    }

    @Test func aNetworkThatSomebodyChoseMeanwhileCounts() throws {
        var (join, _, _) = try heir()
        var chosen = paths.protection
        chosen.uplink.profile = "office-uuid"
        #expect(join.receive(.protected(chosen)) == [.journal(chosen)])
    }

    @Test func thePromiseOutlivesALeaseThatCutNothing() throws {
        for event in [Lease.Event.leave(nil), .unprotected(failure(.notWritten))] {
            var (join, idle, owed) = try heir()
            _ = join.receive(.protected(idle))
            #expect(join.receive(event).contains(.restore(owed)))
        }
        var (join, idle, owed) = try heir()
        _ = join.receive(.leave(nil))
        #expect(join.receive(.protected(idle)).contains(.restore(owed)))
    }

    // MARK: After a lease

    @Test func restoresWhatAnEarlierRunOwes() throws {
        let cause = failure(.linkLost)
        var (join, effects) = Lease.recovering(paths.protection, ssid: try ssid("CAM-1"), because: cause)
        #expect(join.state == .restoring(paths.protection, because: cause, attempt: 1))
        #expect(effects.contains(.restore(paths.protection)))
        #expect(join.target.interface == "wlan0")
        let end = join.receive(.restored)
        #expect(end.contains(.forget(paths.protection)))
        #expect(end.contains(.report(.restored(paths.protection.uplink))))
    }

    @Test func makesRoomAfterOneAttemptIfNobodyWaitsForIt() throws {
        var (join, _) = Lease.recovering(paths.protection, ssid: try ssid("CAM-1"), because: nil)
        #expect(
            !join.receive(.notRestored(failure(.radioUnavailable))).contains(.report(.owed(failure(.radioUnavailable))))
        )
        #expect(!join.isOwed)
        _ = join.receive(.due(.retry))
        let effects = join.receive(.notRestored(failure(.networkNotFound)))
        #expect(effects.contains(.report(.owed(failure(.networkNotFound)))) && join.isOwed)
        // It tries as often as for a holder.
        #expect(pause(in: effects) == Lease.restorePauses[1])
        #expect(join.receive(.yield).contains(.release(paths.protection)))
    }

    @Test func somebodysChoiceEndsThePromise() {
        var join = paths.join(at: .owed)
        _ = join.receive(.due(.retry))
        _ = join.receive(.notRestored(failure(.interrupted)))
        #expect(join.receive(.released).contains(.forget(paths.protection)))
    }
}

// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import Testing

@testable import accessoryctl

@Suite struct LeaseHoldTests {
    private let gone = AccessoryError(.connectionFailed, "the link to 'MyCam-1' was lost: gone")

    private func lease(_ state: LeaseUpdate.State, error: AccessoryError? = nil) throws -> LeaseHold.Event {
        .reply(SetUpReply(lease: try Fixture.lease(state, uplink: "Home", error: error)))
    }

    private func joined() throws -> LeaseHold.Event { .reply(SetUpReply(lease: try Fixture.joined())) }

    private func leave() throws -> LeaseHold.Effect { .leave(try Fixture.lease(.joined).ssid) }

    private func event(_ type: EventType) -> LeaseHold.Event { .reply(SetUpReply(event: Event(type))) }

    /// A hold that has joined.
    private func held(program: Bool) throws -> LeaseHold {
        var hold = LeaseHold(hasProgram: program, isSetUp: false, hasPicker: false)
        #expect(hold.receive(try joined()) == [.joined(try Fixture.joined())])
        return hold
    }

    @Test func startsTheProgramOnlyOnceThePickerIsPutAway() throws {
        var hold = LeaseHold(hasProgram: true, isSetUp: true, hasPicker: true)
        #expect(hold.receive(try lease(.associating)) == [.progress("'MyCam-1': associating")])
        #expect(hold.receive(try joined()) == [])
        #expect(hold.receive(event(.accessoryAdded)) == [])
        #expect(hold.receive(event(.pickerDidDismiss)) == [.closePicker])
        #expect(hold.receive(.pickerClosed(nil)) == [.joined(try Fixture.joined())])
    }

    @Test func hasNoLeaseWhileAnEarlierNetworkComesBack() throws {
        var hold = LeaseHold(hasProgram: true, isSetUp: false, hasPicker: false)
        let waits = "waiting until 'Home' is back, or is known to be out of range"
        #expect(hold.receive(try lease(.restoring)) == [.progress(waits)])
        var interrupted = hold
        #expect(interrupted.receive(.interrupted(signal: 2)) == [.finish(nil, status: 130)])
        #expect(hold.receive(try lease(.associating)) == [.progress("'MyCam-1': associating")])
        #expect(hold.receive(.interrupted(signal: 2)) == [try leave()])
    }

    @Test func waitsForTheGrantAlsoWhenAnotherPickerChooses() throws {
        var hold = LeaseHold(hasProgram: true, isSetUp: true, hasPicker: false)
        #expect(hold.receive(try joined()) == [])
        #expect(hold.receive(event(.pickerDidDismiss)) == [.joined(try Fixture.joined())])
    }

    private func granted(program: Bool) throws -> LeaseHold {
        var hold = LeaseHold(hasProgram: program, isSetUp: true, hasPicker: false)
        #expect(hold.receive(event(.pickerSetupPairing)) == [.progress("pairing over Bluetooth")])
        #expect(
            hold.receive(event(.pickerSetupBridging)) == [.progress("bringing up Bluetooth Classic beside LE")])
        let added = try Fixture.accessory("b42c7393", "Camera", nil)
        #expect(hold.receive(.reply(SetUpReply(event: Event(.accessoryAdded, accessory: added)))) == [])
        #expect(hold.receive(event(.pickerDidDismiss)) == [])
        return hold
    }

    @Test func hasNothingToHoldOfWhatWasGrantedOverBluetoothAlone() throws {
        var hold = try granted(program: false)
        #expect(
            hold.receive(.ended(nil)) == [
                .printLine("'Camera' is granted; no network of it is joined"), .finish(nil, status: 0),
            ])
    }

    @Test func runsNoProgramWithoutANetwork() throws {
        var hold = try granted(program: true)
        let failure = Failure(
            "'Camera' is granted, but no network of it is joined, so nothing was run", .joiningFailed)
        #expect(hold.receive(.ended(nil)) == [.finish(failure, status: 4)])
    }

    /// The app may hold another network in another terminal.
    @Test func leavesWhenTheProgramEndsAndExitsAsItDidWhenTheUplinkIsBack() throws {
        var hold = try held(program: true)
        #expect(hold.receive(.programEnded(7)) == [try leave()])
        #expect(hold.receive(try lease(.left)) == [.progress("left 'MyCam-1'; restoring 'Home'")])
        #expect(hold.receive(try lease(.restored)) == [.printLine("'Home' is back")])
        #expect(hold.receive(.ended(nil)) == [.finish(nil, status: 7)])
    }

    @Test func reportsAtOnceWhyAJoinFailed() throws {
        let wrong = AccessoryError(.wrongPassphrase, "'MyCam-1' refused the passphrase")
        let left = LeaseUpdate(state: .left, ssid: try SSID(text: "MyCam-1"), uplink: "Home", error: wrong)
        #expect(left.text == "left 'MyCam-1' (WrongPassphrase); restoring 'Home'")
        let interrupted = AccessoryError(.interrupted, "somebody chose another network")
        #expect(LeaseUpdate(state: .left, ssid: left.ssid, error: interrupted).text == "left 'MyCam-1' (Interrupted)")
    }

    @Test func promisesNothingWhereNothingWasCut() throws {
        let full = AccessoryError(.connectionFailed, "the journal cannot be written")
        let left = LeaseUpdate(state: .left, ssid: try SSID(text: "MyCam-1"), error: full)
        #expect(left.text == "left 'MyCam-1' (ConnectionFailed)")
    }

    @Test func reportsEveryAttemptToRestore() throws {
        var hold = try held(program: false)
        #expect(hold.receive(.interrupted(signal: 2)) == [try leave()])
        _ = hold.receive(try lease(.left))
        let away = AccessoryError(.restoreFailed, "'Home' has not come back")
        let text = "'Home' is not back yet, trying again: 'Home' has not come back"
        #expect(hold.receive(try lease(.restoring, error: away)) == [.progress(text)])
        #expect(hold.receive(try lease(.restored)) == [.printLine("'Home' is back")])
        #expect(hold.receive(.ended(nil)) == [.finish(nil, status: 0)])
    }

    @Test func endsTheProgramWhenTheLeaseIsLostAndExitsByTheReason() throws {
        var hold = try held(program: true)
        let effects = hold.receive(try lease(.left, error: gone))
        #expect(effects.prefix(2) == [.printLine("\(gone); ending the program"), .signalProgram(15)])
        #expect(hold.receive(.programEnded(143)) == [])
        #expect(hold.receive(try lease(.restored)).count == 1)
        #expect(hold.receive(.ended(Failure(gone))) == [.finish(Failure(gone), status: 4)])
    }

    @Test func endsTheProgramWhenSomebodyElseLeavesAndExitsAsItDid() throws {
        var hold = try held(program: true)
        #expect(
            hold.receive(try lease(.left)).prefix(2) == [
                .printLine("'MyCam-1' was left; ending the program"), .signalProgram(15),
            ])
        #expect(hold.receive(.programEnded(143)) == [])
        #expect(hold.receive(.ended(nil)) == [.finish(nil, status: 143)])
    }

    @Test func waitsForAProgramThatIsSlowToEndAfterTheLeaseIsOver() throws {
        var hold = try held(program: true)
        _ = hold.receive(try lease(.left, error: gone))
        #expect(hold.receive(.ended(Failure(gone))) == [])
        #expect(hold.receive(.interrupted(signal: 2)) == [.signalProgram(9)])
        #expect(hold.receive(.programEnded(137)) == [.finish(Failure(gone), status: 4)])
    }

    @Test func endsTheProgramWhenTheAgentGoesAway() throws {
        var hold = try held(program: true)
        let failure = Failure("accessoryd went away", .notRunning)
        #expect(
            hold.receive(.ended(failure)) == [
                .printLine("accessoryd went away; ending the program"), .signalProgram(15),
            ])
        #expect(hold.receive(.programEnded(143)) == [.finish(failure, status: 8)])
    }

    @Test func passesASignalOnToTheProgramAndGoesOnHolding() throws {
        var hold = try held(program: true)
        #expect(hold.receive(.interrupted(signal: 2)) == [.signalProgram(2)])
        #expect(hold.receive(.programEnded(130)) == [try leave()])
        #expect(hold.receive(.ended(nil)) == [.finish(nil, status: 130)])
    }

    @Test func holdsUntilInterruptedWithoutAProgram() throws {
        var hold = try held(program: false)
        #expect(hold.receive(.interrupted(signal: 15)) == [try leave()])
        #expect(hold.receive(.ended(nil)) == [.finish(nil, status: 0)])
    }

    @Test func exitsAtOnceOnASecondSignalAndReportsWhoGoesOn() throws {
        var hold = try held(program: false)
        _ = hold.receive(.interrupted(signal: 2))
        guard case .finish(let failure?, 5)? = hold.receive(.interrupted(signal: 2)).first else {
            Issue.record("not finished with status 5")
            return
        }
        #expect(failure.text.contains("accessoryd goes on"))
        #expect(hold.receive(.ended(nil)) == [])
    }

    @Test func givesUpAtOnceBeforeAnythingIsJoined() throws {
        var hold = LeaseHold(hasProgram: true, isSetUp: true, hasPicker: true)
        #expect(hold.receive(.interrupted(signal: 2)) == [.finish(nil, status: 130)])
    }

    @Test func waitsForTheUplinkWhenInterruptedWhileJoining() throws {
        var hold = LeaseHold(hasProgram: true, isSetUp: true, hasPicker: false)
        _ = hold.receive(try lease(.associating))
        #expect(hold.receive(.interrupted(signal: 2)) == [try leave()])
        let cancelled = Failure(AccessoryError(.userCancelled, "left"))
        #expect(hold.receive(.ended(cancelled)) == [.finish(nil, status: 130)])
    }

    @Test func namesThePlacesWhereAPersonIsAsked() throws {
        var elsewhere = LeaseHold(hasProgram: false, isSetUp: true, hasPicker: false)
        let reply = SetUpReply(event: Event(.pickerDidPresent), uid: 1000, seat: "seat0")
        #expect(elsewhere.receive(.reply(reply)) == [.asks(PickerPlace(reply))])
        var here = LeaseHold(hasProgram: false, isSetUp: true, hasPicker: true)
        #expect(here.receive(event(.pickerDidPresent)) == [.progress("looking around")])
    }

    @Test func writesWhoIsAskedAndWhere() {
        let replies = [SetUpReply(uid: 1000, seat: "seat0"), SetUpReply(uid: 1001), SetUpReply()]
        let texts = replies.map { PickerPlace($0).text { $0 == 1000 ? "anna" : nil } }
        let end = "; --select chooses without a person"
        #expect(
            texts == [
                "a person is asked at the picker of anna, on the screen of seat0\(end)",
                "a person is asked at the picker of uid 1001, in a terminal or on a phone\(end)",
                "a person is asked at another picker, in a terminal or on a phone\(end)",
            ])
    }

    @Test(arguments: [AccessoryError.Code.userCancelled, .passphraseMissing, .pickerUnavailable])
    func reportsWhyItsOwnPickerCouldNotChoose(code: AccessoryError.Code) throws {
        var hold = LeaseHold(hasProgram: true, isSetUp: true, hasPicker: true)
        _ = hold.receive(event(.pickerDidPresent))
        let cancelled = Failure(AccessoryError(code, "the presentation ended"))
        #expect(hold.receive(.ended(cancelled)) == [.closePicker])
        let several = Failure("--select only: there are 40", .invalidInput)
        #expect(hold.receive(.pickerClosed(several)) == [.finish(several, status: 2)])
    }

    @Test func reportsThatThePersonCancelledAtItsOwnPicker() throws {
        var hold = LeaseHold(hasProgram: true, isSetUp: true, hasPicker: true)
        _ = hold.receive(event(.pickerDidPresent))
        let cancelled = Failure(AccessoryError(.userCancelled, "the person cancelled"))
        #expect(hold.receive(.ended(cancelled)) == [.closePicker])
        #expect(hold.receive(.pickerClosed(nil)) == [.finish(cancelled, status: cancelled.status)])
    }

    private let wrong = AccessoryError(.wrongPassphrase, "'MyCam-1' refused the passphrase")

    /// A set-up whose first join failed, and whose person is asked for another passphrase.
    private func refused() throws -> LeaseHold {
        var hold = LeaseHold(hasProgram: true, isSetUp: true, hasPicker: false)
        _ = hold.receive(try lease(.associating))
        let text = "left 'MyCam-1' (WrongPassphrase); restoring 'Home'"
        #expect(hold.receive(try lease(.left, error: wrong)) == [.progress(text)])
        return hold
    }

    @Test func goesOnWhenASecondPassphraseFits() throws {
        var hold = try refused()
        #expect(hold.receive(try lease(.restored)) == [.printLine("'Home' is back")])
        #expect(hold.receive(try lease(.associating)) == [.progress("'MyCam-1': associating")])
        #expect(hold.receive(try joined()) == [])
        #expect(hold.receive(event(.pickerDidDismiss)) == [.joined(try Fixture.joined())])
        #expect(hold.receive(.programEnded(0)) == [try leave()])
        #expect(hold.receive(.ended(nil)) == [.finish(nil, status: 0)])
    }

    @Test func exitsWithFourWhenThePassphraseIsNotTriedAgain() throws {
        var hold = try refused()
        _ = hold.receive(event(.pickerDidDismiss))
        _ = hold.receive(try lease(.restored))
        #expect(hold.receive(.ended(Failure(wrong))) == [.finish(Failure(wrong), status: 4)])
    }

    @Test func givesUpBetweenTwoPassphrasesWhenTheUplinkIsBack() throws {
        var hold = try refused()
        #expect(hold.receive(.interrupted(signal: 2)) == [])
        #expect(
            hold.receive(try lease(.restored)) == [.printLine("'Home' is back"), .finish(nil, status: 130)])
        var later = try refused()
        _ = later.receive(try lease(.restored))
        #expect(later.receive(.interrupted(signal: 2)) == [.finish(nil, status: 130)])
    }

    @Test func reportsWhoGoesOnWhenInterruptedBetweenTwoPassphrases() throws {
        var hold = try refused()
        _ = hold.receive(.timedOut(.waited(seconds: 2)))
        guard case .finish(_?, 3)? = hold.receive(.interrupted(signal: 2)).first else {
            Issue.record("not finished")
            return
        }
    }

    @Test func forgetsThatTheUplinkWasLostWhenTheSecondPassphraseFits() throws {
        var hold = try refused()
        _ = hold.receive(try lease(.restored, error: AccessoryError(.restoreFailed, "'Home' did not come back")))
        _ = hold.receive(try joined())
        _ = hold.receive(event(.pickerDidDismiss))
        _ = hold.receive(.programEnded(0))
        #expect(hold.receive(.ended(nil)) == [.finish(nil, status: 0)])
    }

    @Test func reportsALostUplinkEvenWhenInterrupted() throws {
        var hold = LeaseHold(hasProgram: false, isSetUp: true, hasPicker: false)
        _ = hold.receive(try lease(.associating))
        _ = hold.receive(.interrupted(signal: 2))
        let stranded = Failure(AccessoryError(.restoreFailed, "'Home' did not come back"))
        #expect(hold.receive(.ended(stranded)) == [.finish(stranded, status: 5)])
    }

    @Test func exitsWithThreeWhenJoiningTakesLongerThanAsked() throws {
        var hold = LeaseHold(hasProgram: true, isSetUp: true, hasPicker: false)
        _ = hold.receive(try lease(.addressing))
        #expect(hold.receive(.timedOut(.waited(seconds: 2))) == [try leave()])
        #expect(hold.receive(.ended(nil)) == [.finish(.waited(seconds: 2), status: 3)])
    }

    @Test func doesNotTimeOutOnceJoined() throws {
        var hold = try held(program: false)
        #expect(hold.receive(.timedOut(.waited(seconds: 2))) == [])
    }

    @Test func reportsWhyThePickerDidNotChooseInsteadOfACancellation() throws {
        var hold = LeaseHold(hasProgram: false, isSetUp: true, hasPicker: true)
        let failure = Failure("--select only: there are 2", .invalidInput)
        #expect(hold.receive(.pickerClosed(failure)) == [.finish(failure, status: 2)])
    }

    @Test func exitsWithFiveWhenTheUplinkDoesNotComeBack() throws {
        var hold = try held(program: true)
        _ = hold.receive(.programEnded(0))
        let stranded = Failure(AccessoryError(.restoreFailed, "'Home' did not come back"))
        #expect(hold.receive(.ended(stranded)) == [.finish(stranded, status: 5)])
    }
}

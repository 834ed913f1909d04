// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import Testing

@testable import AccessorySetupKit

struct SessionStateTests {
    private let one = Samples.accessory("one")
    private let two = Samples.accessory("two")
    private let request = ShowPickerRequest(items: [])
    private let gone = SessionLoss.gone("accessoryd is not running")

    /// A session that is active by its first attempt, with the accessory `one`.
    private func active() -> SessionState {
        var state = SessionState()
        _ = state.receive(.activate)
        _ = state.receive(.notified(SessionEvent(event: Event(.activated), accessories: [one]), attempt: 1))
        return state
    }

    private func notified(_ type: EventType, _ accessory: Accessory? = nil) -> SessionState.Input {
        .notified(SessionEvent(event: Event(type, accessory: accessory)), attempt: 1)
    }

    @Test func activatesOnce() {
        var state = SessionState()
        #expect(state.receive(.activate) == [.connect(attempt: 1), .start(.answer, .seconds(5))])
        #expect(state.receive(.activate) == [])
        let activated = SessionEvent(event: Event(.activated), accessories: [one])
        #expect(state.receive(.notified(activated, attempt: 1)) == [.stop(.answer), .deliver(Event(.activated))])
        #expect(state.accessories == [one])
    }

    @Test func anAgentThatIsNotThereEndsTheActivation() {
        var state = SessionState()
        _ = state.receive(.activate)
        let error = AccessoryError(.activationFailed, "accessoryd is not running")
        #expect(
            state.receive(.ended(gone, attempt: 1)) == [
                .disconnect, .stop(.answer), .stop(.retry), .deliver(Event(.invalidated, error: error)), .end,
            ])
        #expect(state.phase == .dead)
    }

    @Test func anAgentThatDoesNotAnswerEndsTheActivation() {
        var state = SessionState()
        _ = state.receive(.activate)
        #expect(state.receive(.due(.answer)).last == .end)
    }

    @Test func itsAccessoriesFollowTheEvents() {
        var state = active()
        #expect(state.receive(notified(.accessoryAdded, two)) == [.deliver(Event(.accessoryAdded, accessory: two))])
        #expect(state.accessories == [one, two])
        let renamed = Samples.accessory("one", name: "Porch")
        _ = state.receive(notified(.accessoryChanged, renamed))
        #expect(state.accessories == [renamed, two])
        _ = state.receive(notified(.accessoryRemoved, renamed))
        #expect(state.accessories == [two])
        let all = SessionEvent(event: Event(.migrationComplete), accessories: [one])
        #expect(state.receive(.notified(all, attempt: 1)) == [.deliver(Event(.migrationComplete))])
        #expect(state.accessories == [one])
        _ = state.receive(notified(.accessoryDiscovered, two))
        #expect(state.accessories == [one])
    }

    /// A phone's code has no event for it, so its handler gets none.
    @Test(arguments: [EventType.accessoryArrived, .accessoryMoved, .accessoryGone])
    func whereAnAccessoryIsComesBesideTheEvents(type: EventType) {
        var state = active()
        #expect(state.receive(notified(type, one)) == [.locate(Event(type, accessory: one))])
        #expect(state.accessories == [one])
    }

    @Test func whatIsHalfAddedGoesWithTheFailure() {
        var state = active()
        _ = state.receive(notified(.accessoryChanged, Samples.accessory("two", state: .awaitingAuthorization)))
        #expect(state.accessories.map(\.id) == ["one", "two"])
        _ = state.receive(notified(.pickerSetupFailed))
        #expect(state.accessories == [one])
    }

    // MARK: The picker

    @Test func aPickerSettlesOnceAndAfterItsEnd() {
        var state = active()
        #expect(state.receive(.showPicker(7, request)) == [.showPicker(7, request)])
        _ = state.receive(notified(.pickerDidPresent))
        #expect(state.receive(.pickerAnswered(7, nil)) == [.start(.dismissal, .seconds(1))])
        #expect(
            state.receive(notified(.pickerDidDismiss)) == [
                .deliver(Event(.pickerDidDismiss)), .stop(.dismissal), .settle(7, nil),
            ])
        #expect(state.receive(.pickerAnswered(7, nil)) == [])
        #expect(state.receive(.due(.dismissal)) == [])
    }

    @Test func aPickerWhoseEndIsNotReportedSettlesAllTheSame() {
        var state = active()
        _ = state.receive(.showPicker(7, request))
        _ = state.receive(notified(.pickerDidPresent))
        _ = state.receive(.pickerAnswered(7, nil))
        #expect(state.receive(.due(.dismissal)) == [.stop(.dismissal), .settle(7, nil)])
    }

    @Test func aPickerThatWasNeverShownSettlesAtOnce() {
        var state = active()
        _ = state.receive(.showPicker(7, request))
        let error = AccessoryError(.pickerRestricted, "no picker is running")
        #expect(state.receive(.pickerAnswered(7, error)) == [.settle(7, error)])
        #expect(state.receive(.showPicker(8, request)) == [.showPicker(8, request)])
    }

    @Test func aSecondPickerIsRefusedAndTheFirstOneStays() {
        var state = active()
        _ = state.receive(.showPicker(7, request))
        guard case .settle(8, let error?)? = state.receive(.showPicker(8, request)).first else {
            Issue.record("the second one was not settled")
            return
        }
        #expect(error.code == .pickerAlreadyActive)
        #expect(state.receive(.pickerAnswered(7, nil)) == [.settle(7, nil)])
    }

    @Test func aPickerNeedsASessionThatIsActive() {
        func code(_ state: SessionState) -> AccessoryError.Code? {
            var state = state
            guard case .settle(7, let error)? = state.receive(.showPicker(7, request)).first else { return nil }
            return error?.code
        }
        var state = SessionState()
        #expect(code(state) == .activationFailed)
        state = active()
        _ = state.receive(.ended(gone, attempt: 1))
        #expect(code(state) == .activationFailed)
        _ = state.receive(.invalidate)
        #expect(code(state) == .invalidated)
    }

    private func activating() -> SessionState {
        var state = SessionState()
        _ = state.receive(.activate)
        return state
    }

    @Test func aPickerWaitsForTheActivation() {
        var state = activating()
        #expect(state.receive(.showPicker(7, request)) == [])
        guard case .settle(8, let error?)? = state.receive(.showPicker(8, request)).first else {
            Issue.record("the second one was not settled")
            return
        }
        #expect(error.code == .pickerAlreadyActive)
        #expect(
            state.receive(notified(.activated)) == [
                .stop(.answer), .deliver(Event(.activated)), .showPicker(7, request),
            ])
        #expect(state.receive(.pickerAnswered(7, nil)) == [.settle(7, nil)])
    }

    @Test func aPickerThatWaitsFailsWithTheActivation() {
        var state = activating()
        _ = state.receive(.showPicker(7, request))
        let error = AccessoryError(.activationFailed, "accessoryd is not running")
        #expect(state.receive(.ended(gone, attempt: 1)).contains(.settle(7, error)))
        state = activating()
        _ = state.receive(.showPicker(7, request))
        let settled = state.receive(.invalidate).compactMap { effect in
            if case .settle(7, let error) = effect { error?.code } else { nil }
        }
        #expect(settled == [.invalidated])
    }

    @Test func aPickerAfterAFailedActivationFailsWithItsReason() {
        var state = activating()
        let refusal = AccessoryError(.notAuthorized, "no manifest in apps.d names this program")
        _ = state.receive(.ended(.refused(refusal), attempt: 1))
        let error = AccessoryError(.activationFailed, refusal.message)
        #expect(state.receive(.showPicker(7, request)) == [.settle(7, error)])
        state = active()
        let end = AccessoryError(.invalidated, "the manifest has changed")
        let event = SessionEvent(event: Event(.invalidated, error: end))
        _ = state.receive(.notified(event, attempt: 1))
        #expect(state.receive(.showPicker(8, request)) == [.settle(8, end)])
    }

    @Test func aPickerThatWaitsCanBeGivenUp() {
        var state = activating()
        _ = state.receive(.showPicker(7, request))
        let error = AccessoryError(.userCancelled, "the app closed its picker")
        #expect(state.receive(.abandonPicker(7)) == [.settle(7, error)])
        #expect(state.receive(notified(.activated)) == [.stop(.answer), .deliver(Event(.activated))])
    }

    @Test func whoGivesUpClosesThePicker() {
        var state = active()
        _ = state.receive(.showPicker(7, request))
        let error = AccessoryError(.userCancelled, "the app closed its picker")
        #expect(state.receive(.abandonPicker(7)) == [.closePicker(7), .settle(7, error)])
        #expect(state.receive(.abandonPicker(7)) == [])
    }

    // MARK: The end, and what comes after it

    @Test func aLostSessionEndsItsPickerAndComesBack() {
        var state = active()
        _ = state.receive(.showPicker(7, request))
        _ = state.receive(notified(.pickerDidPresent))
        let lost = AccessoryError(.invalidated, "accessoryd went away while the picker was shown")
        #expect(
            state.receive(.ended(gone, attempt: 1)) == [
                .stop(.answer), .deliver(Event(.pickerDidDismiss)), .closePicker(7), .settle(7, lost),
                .start(.retry, .milliseconds(100)),
            ])
        #expect(state.receive(.due(.retry)) == [.connect(attempt: 2), .start(.answer, .seconds(5))])
        #expect(state.receive(.ended(gone, attempt: 2)) == [.stop(.answer), .start(.retry, .milliseconds(200))])
        _ = state.receive(.due(.retry))
        let renamed = Samples.accessory("two", name: "Porch")
        let back = SessionEvent(event: Event(.activated), accessories: [renamed])
        #expect(
            state.receive(.notified(back, attempt: 3)) == [
                .stop(.answer), .deliver(Event(.accessoryRemoved, accessory: one)),
                .deliver(Event(.accessoryAdded, accessory: renamed)),
            ])
        #expect(state.phase == .active && state.accessories == [renamed])
    }

    @Test func theNextLossHasAllItsPatienceAgain() {
        var state = active()
        for attempt in 1...3 {
            #expect(
                state.receive(.ended(gone, attempt: attempt)) == [.stop(.answer), .start(.retry, .milliseconds(100))])
            _ = state.receive(.due(.retry))
            let same = SessionEvent(event: Event(.activated), accessories: [one])
            #expect(state.receive(.notified(same, attempt: attempt + 1)) == [.stop(.answer)])
        }
    }

    @Test func anAgentThatDoesNotComeBackEndsTheSessionOnce() {
        var state = active()
        var (attempt, effects) = (1, state.receive(.ended(gone, attempt: 1)))
        while state.phase != .dead {
            _ = state.receive(.due(.retry))
            attempt += 1
            effects = state.receive(.ended(gone, attempt: attempt))
        }
        let error = AccessoryError(.invalidated, "accessoryd is not running")
        #expect(effects.suffix(2) == [.deliver(Event(.invalidated, error: error)), .end])
        #expect(state.receive(.ended(gone, attempt: attempt)) == [])
        #expect(state.receive(.due(.retry)) == [])
        #expect(state.receive(.invalidate) == [])
        #expect(state.accessories == [])
    }

    @Test func whatTheAgentEndsIsOverAtOnce() {
        var state = active()
        let error = AccessoryError(.invalidated, "the manifest has changed")
        let end = SessionEvent(event: Event(.invalidated, error: error))
        #expect(
            state.receive(.notified(end, attempt: 1)) == [
                .disconnect, .stop(.answer), .stop(.retry), .deliver(Event(.invalidated, error: error)), .end,
            ])
        #expect(state.receive(.ended(gone, attempt: 1)) == [])
    }

    @Test func whatTheAppEndsHasNoError() {
        var state = active()
        _ = state.receive(.showPicker(7, request))
        let why = AccessoryError(.invalidated, "the session ended while the picker was shown")
        #expect(
            state.receive(.invalidate) == [
                .disconnect, .stop(.answer), .stop(.retry), .closePicker(7), .settle(7, why),
                .deliver(Event(.invalidated)), .end,
            ])
    }

    @Test func anAttemptThatWasGivenUpIsIgnored() {
        var state = active()
        _ = state.receive(.ended(gone, attempt: 1))
        _ = state.receive(.due(.retry))
        #expect(state.receive(.due(.answer)) == [.disconnect, .stop(.answer), .start(.retry, .milliseconds(200))])
        _ = state.receive(.due(.retry))
        #expect(state.receive(.notified(SessionEvent(event: Event(.activated), accessories: []), attempt: 2)) == [])
        #expect(state.phase == .reconnecting && state.accessories == [one])
    }
}

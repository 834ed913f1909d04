// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import FoundationEssentials
import Testing

@Suite struct PresentationStateTests {
    private func item(_ id: String, image: String? = nil, isGone: Bool = false) throws -> PickerItem {
        PickerItem(
            id: id, name: "Camera", image: image, ssid: try SSID(text: "MyCam-\(id)"),
            bssid: MACAddress("02:00:00:00:01:01"), signal: 80, frequency: 2437, security: .open,
            interface: "wlan0", cuts: nil, needsPassphrase: false, isShared: false, isGone: isGone)
    }

    private func items(_ items: [PickerItem], of presentation: String = "p") -> PickerUpdate {
        PickerUpdate(
            kind: .items, presentation: presentation, app: "org.example.camera", appName: "Camera", items: items,
            isComplete: true, notShown: 2)
    }

    private func update(
        _ kind: PickerUpdate.Kind, error: AccessoryError? = nil, question: PickerQuestion? = nil,
        step: LeaseUpdate.State? = nil, setup: SetupStep? = nil, finishInApp: Bool? = nil
    ) throws -> PickerUpdate {
        PickerUpdate(
            kind: kind, presentation: "p", appName: "Camera", step: setup,
            lease: try step.map { LeaseUpdate(state: $0, ssid: try SSID(text: "MyCam-1")) }, error: error,
            question: question,
            finishInApp: finishInApp)
    }

    private let failure = AccessoryError(.noAddress, "'MyCam-1' gave no address")

    private func choosing(_ ids: String...) throws -> PresentationState {
        var state = PresentationState()
        _ = state.receive(items(try ids.map { try item($0) }))
        return state
    }

    private func working() throws -> PresentationState {
        var state = try choosing("1", "2")
        _ = state.choose("1", of: "p")
        return state
    }

    private func question(_ id: String = "q") -> PickerQuestion {
        PickerQuestion(id: id, kind: .name, name: "Camera", image: "image:q", text: "Camera")
    }

    private func answer(
        _ question: String = "q", of presentation: String = "p", accepted: Bool = true, text: String? = nil
    ) -> AnswerRequest {
        AnswerRequest(presentation: presentation, question: question, accepted: accepted, text: text)
    }

    @Test func keepsOneNameFromTheChoiceToTheResult() throws {
        var state = try choosing("1", "2")
        #expect(state.labels == ["1": "1", "2": "2"])
        _ = state.choose("1", of: "p")
        _ = state.receive(items([try item("2", isGone: true)]))
        #expect(state.chosenLabel == "1")
        _ = state.receive(try update(.question, question: question()))
        _ = state.answered(answer(text: "Porch"))
        #expect(state.chosen?.name == "Camera", "not before the agent has it")
        _ = state.receive(try update(.dismissed))
        #expect(state.chosen?.name == "Porch" && state.chosenLabel == nil)
    }

    @Test func showsAFailureOnceToWhoDoesNotTryAgain() throws {
        let retry = PickerQuestion(id: "q", kind: .retry, name: "Camera", failure: failure)
        for (accepted, mode) in [(true, PresentationState.Mode.finished), (false, .waiting)] {
            var state = try working()
            _ = state.receive(try update(.question, question: retry))
            _ = state.answered(answer(accepted: accepted))
            _ = state.receive(try update(.dismissed, error: failure))
            #expect(state.mode == mode)
        }
    }

    @Test func showsWhatAnAppAsksFor() throws {
        let state = try choosing("1", "2")
        #expect(state.mode == .choosing)
        #expect(state.app == "Camera")
        #expect(state.items.map(\.id) == ["1", "2"])
        #expect(state.isComplete)
        #expect(state.notShown == 2)
    }

    @Test func keepsWhatAnUpdateDoesNotName() throws {
        var state = try choosing("1", "2")
        _ = state.receive(items([try item("2", isGone: true), try item("3")]))
        #expect(state.items.map(\.id) == ["1", "2", "3"] && state.items.map(\.isGone) == [false, true, false])
        var update = items([])
        update.removed = ["1"]
        _ = state.receive(update)
        #expect(state.items.map(\.id) == ["2", "3"])
    }

    @Test func choosesWhatIsThere() throws {
        var state = try choosing("1")
        #expect(state.choose("1", of: "other") == nil)
        #expect(state.objection(to: "1", of: "other")?.field == "presentation")
        #expect(state.choose("2", of: "p") == nil)
        #expect(state.objection(to: "2", of: "p")?.code == .unknownAccessory)
        #expect(state.choose("1", of: "p")?.id == "1")
        #expect(state.mode == .working)
        #expect(state.choose("1", of: "p") == nil, "once is enough")
        #expect(state.objection(to: "1", of: "p")?.field == "chosen", "it is in range")
    }

    @Test func doesNotChooseWhatIsGone() throws {
        var state = PresentationState()
        _ = state.receive(items([try item("1", isGone: true)]))
        #expect(state.choose("1", of: "p") == nil)
        _ = state.receive(items([try item("1")]))
        #expect(state.choose("1", of: "p") != nil)
    }

    @Test func showsHowFarItIs() throws {
        var state = try working()
        for step in [LeaseUpdate.State.associating, .addressing, .joined] {
            _ = state.receive(try update(.progress, step: step))
            #expect(state.step == step)
            #expect(state.mode == .working)
        }
    }

    @Test func showsWhatIsDoneOverBluetoothBeforeItIsJoined() throws {
        var state = try working()
        for step in [SetupStep.pairing, .pairing, .readingNetwork, .locatingNetwork] {
            _ = state.receive(try update(.progress, setup: step))
        }
        #expect(state.setupSteps == [.pairing, .readingNetwork, .locatingNetwork])
        #expect(state.step == nil && state.mode == .working)
        _ = state.receive(items([try item("2")]))
        #expect(state.mode == .working, "what is begun goes on while its items come and go")
        _ = state.receive(try update(.progress, step: .associating))
        #expect(state.step == .associating)
        #expect(state.setupSteps.count == 3)
        _ = state.receive(items([try item("9")], of: "next"))
        #expect(state.setupSteps == [])
    }

    @Test(arguments: PickerQuestion.Kind.allCases) func aPairingsQuestionIsOverWithIt(_ kind: PickerQuestion.Kind)
        throws
    {
        var state = try working()
        let question = PickerQuestion(id: "q", kind: kind, name: "Camera")
        _ = state.receive(try update(.question, question: question))
        _ = state.receive(try update(.progress, setup: .pairing))
        #expect(state.mode == .asking)
        _ = state.receive(try update(.progress, setup: .readingNetwork))
        #expect(state.mode == (kind.isOfPairing ? .working : .asking))
    }

    @Test func itemsThatChangeDoNotTakeAChoiceBack() throws {
        var state = try working()
        _ = state.receive(items([try item("1")]))
        #expect(state.mode == .working)
        #expect(state.chosen?.id == "1")
    }

    @Test func aChoiceOfWhatWentAtThatMomentIsTakenBack() throws {
        var state = try working()
        _ = state.receive(items([try item("1", isGone: true), try item("2")]))
        #expect(state.mode == .choosing)
        #expect(state.chosen == nil)
    }

    @Test func goesOnChoosingWhenTheAgentRefuses() throws {
        var state = try working()
        state.refusedChoice(failure, of: "p")
        #expect(state.mode == .choosing)
        #expect(state.refusal == failure)
        _ = state.choose("2", of: "p")
        #expect(state.refusal == nil)
    }

    @Test func asksUntilItIsAnswered() throws {
        var state = try working()
        _ = state.receive(try update(.question, question: question()))
        #expect(state.mode == .asking)
        _ = state.receive(try update(.progress, step: .joined))
        #expect(state.mode == .asking, "progress leaves the question standing")
        #expect(state.answered(answer("other", of: "p")) == false)
        #expect(state.answered(answer("q", of: "other")) == false)
        #expect(state.answered(answer("q", of: "p")) == true)
        #expect(state.mode == .working)
        #expect(state.answered(answer("q", of: "p")) == false)
    }

    @Test func anotherAttemptBeginsWithoutTheStepsOfTheLast() throws {
        var state = try working()
        _ = state.receive(try update(.progress, step: .associating))
        _ = state.receive(try update(.progress, step: .restored))
        _ = state.receive(try update(.question, question: PickerQuestion(id: "q", kind: .retry, name: "Camera")))
        _ = state.answered(answer())
        #expect(state.mode == .working && state.step == nil)
    }

    @Test func asksAgainWhenTheAgentDoesNotTakeTheAnswer() throws {
        var state = try working()
        _ = state.receive(try update(.question, question: question()))
        _ = state.answered(answer("q", of: "p"))
        state.refusedAnswer(failure, to: question(), of: "p")
        #expect(state.mode == .asking)
        #expect(state.question?.id == "q")
        #expect(state.refusal == failure)
    }

    @Test func aQuestionMayBeAllThereIs() throws {
        var state = PresentationState()
        _ = state.receive(try update(.question, question: question()))
        #expect(state.mode == .asking)
        #expect(state.presentation == "p")
        #expect(state.images == ["image:q"])
    }

    @Test func showsWhyNothingWasFoundAndGoesOnWhenSomethingIs() throws {
        var state = try choosing()
        _ = state.receive(try update(.nothingFound, error: failure))
        #expect(state.mode == .nothingFound)
        #expect(state.error == failure)
        _ = state.receive(items([try item("1")]))
        #expect(state.mode == .choosing)
        #expect(state.error == nil)
    }

    @Test func howItEndedStaysUntilItIsClosed() throws {
        var state = try working()
        #expect(state.receive(try update(.dismissed, error: failure)) == true)
        #expect(state.mode == .finished)
        #expect(state.error == failure)
        #expect(state.chosen?.id == "1")
        state.lost()
        #expect(state.mode == .finished)
        state.close()
        #expect(state == PresentationState())
    }

    @Test func howItEndedStaysUntilTheNextBegins() throws {
        var state = try working()
        #expect(state.receive(try update(.dismissed, finishInApp: true)) == true)
        #expect(state.finishInApp)
        #expect(state.error == nil)
        _ = state.receive(items([try item("9")], of: "next"))
        #expect(state.mode == .choosing)
        #expect(state.presentation == "next")
        #expect(state.chosen == nil)
        #expect(!state.finishInApp)
    }

    @Test func aPersonWhoCancelledSeesNoNotice() throws {
        var state = try working()
        let cancelled = AccessoryError(.userCancelled, "the person cancelled")
        #expect(state.receive(try update(.dismissed, error: cancelled)) == true)
        #expect(state == PresentationState())
    }

    @Test func showsThatTheAgentEndedWithAChoiceUnderWay() throws {
        for isAsked in [false, true] {
            var state = try working()
            if isAsked { _ = state.receive(try update(.question, question: question())) }
            state.lost()
            #expect(state.mode == .finished && state.isInterrupted)
            #expect(state.chosen?.id == "1" && state.app == "Camera" && state.question == nil)
            #expect(state.receive(PickerUpdate(kind: .registered)) == false)
            #expect(state.isInterrupted, "the agent is back, and nobody has seen it yet")
            state.close()
            #expect(state == PresentationState())
        }
        var restarted = try working()
        #expect(restarted.receive(PickerUpdate(kind: .registered)) == false)
        #expect(restarted.isInterrupted)
    }

    @Test func nothingIsShownOfAnAgentThatGoesBeforeAChoice() throws {
        var state = try choosing("1")
        state.lost()
        #expect(state == PresentationState())
        state = try choosing("1")
        #expect(state.receive(PickerUpdate(kind: .registered)) == false)
        #expect(state == PresentationState())
    }

    @Test func keepsTheNameUnaskedAtTheAccessoryOnly() throws {
        var state = try working()
        _ = state.receive(try update(.question, question: question()))
        #expect(state.keepNameUnasked() == nil)
        #expect(state.mode == .asking)
        state = try working()
        _ = state.receive(try update(.progress, step: .joined))
        #expect(state.keepNameUnasked() == nil)
        _ = state.receive(try update(.question, question: question()))
        #expect(state.keepNameUnasked() == answer(accepted: false))
        #expect(state.mode == .working && state.isNameKept)
        _ = state.receive(try update(.dismissed))
        #expect(state.mode == .finished && state.isNameKept && state.chosen?.name == "Camera")
    }

    @Test func keepsAResultThatTheNextRequestCovers() throws {
        var state = try working()
        _ = state.receive(try update(.dismissed, error: failure))
        _ = state.receive(items([try item("9")], of: "next"))
        #expect(state.earlier?.error == failure)
        #expect(state.earlier?.chosen?.id == "1")
        _ = state.receive(items([try item("9")], of: "third"))
        #expect(state.earlier?.chosen?.id == "1")
        _ = state.choose("9", of: "third")
        _ = state.receive(PickerUpdate(kind: .dismissed, presentation: "third"))
        state.close()
        #expect(state == PresentationState())
    }

    @Test func closesOnlyWhatIsOver() throws {
        var state = try choosing("1")
        state.close()
        #expect(state.mode == .choosing)
    }

    @Test func knowsWhichPicturesItShows() throws {
        var state = PresentationState()
        _ = state.receive(items([try item("1", image: "image:1"), try item("2", image: "image:2"), try item("3")]))
        #expect(state.images == ["image:1", "image:2"])
    }

    @Test func neverHoldsAPassphrase() throws {
        let state = try working()
        let json = String(decoding: try JSONEncoder().encode(state), as: UTF8.self)
        #expect(!json.contains("\"passphrase\""))
    }
}

// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import Testing

@testable import accessoryctl

/// What `--select` does about the agent's updates.
@Suite struct UnattendedScreenTests {
    private func screen(
        _ rule: SelectionRule = .strongest, app: String? = nil, patience: Duration? = nil
    ) -> UnattendedScreen {
        UnattendedScreen(
            rule: rule, isExact: false, answers: AnswerRule(asks: false, allows: false), app: app, patience: patience)
    }

    @Test func choosesOnceForEachPresentation() throws {
        var screen = screen()
        #expect(screen.receive(PickerUpdate(kind: .registered), at: .zero) == .registered)
        let item = try Fixture.item("a", "MyCam-1", signal: 88)
        var update = Fixture.items([item], isComplete: true)
        #expect(screen.receive(update, at: .zero) == .select(item, presentation: "1"))
        #expect(screen.receive(update, at: .seconds(1)) == nil)
        let end = PickerUpdate(kind: .dismissed, presentation: "1")
        #expect(screen.receive(end, at: .seconds(2)) == .report(end))
        update.presentation = "2"
        #expect(screen.receive(update, at: .seconds(3)) == .select(item, presentation: "2"))
    }

    @Test func choosesOnceTheOthersHadTimeUnlessThePresentationIsOver() throws {
        var screen = screen()
        let item = try Fixture.item("a", "MyCam-1", signal: 88)
        #expect(screen.receive(Fixture.items([item]), at: .zero) == .wait(.seconds(1), presentation: "1"))
        var over = screen
        _ = over.receive(PickerUpdate(kind: .dismissed, presentation: "1"), at: .zero)
        #expect(over.settled("1", at: .seconds(1)) == nil)
        #expect(screen.settled("0", at: .seconds(1)) == nil)
        #expect(screen.settled("1", at: .seconds(1)) == .select(item, presentation: "1"))
    }

    @Test func choosesWhatCameBack() throws {
        var screen = screen(.only)
        let gone = try Fixture.item("a", "MyCam-1", signal: 88, isGone: true)
        let back = try Fixture.item("a", "MyCam-1", signal: 88)
        #expect(screen.receive(Fixture.items([gone], isComplete: true), at: .zero) == nil)
        #expect(
            screen.receive(Fixture.items([back], isComplete: true), at: .zero) == .select(back, presentation: "1"))
    }

    @Test func choosesAgainWhenWhatItChoseHasGoneAtThatMoment() throws {
        var screen = screen(.only)
        let item = try Fixture.item("a", "MyCam-1", signal: 88)
        let gone = try Fixture.item("a", "MyCam-1", signal: 88, isGone: true)
        #expect(
            screen.receive(Fixture.items([item], isComplete: true), at: .zero) == .select(item, presentation: "1"))
        #expect(screen.receive(Fixture.items([gone], isComplete: true), at: .zero) == nil)
        #expect(
            screen.receive(Fixture.items([item], isComplete: true), at: .zero) == .select(item, presentation: "1"))
    }

    @Test func refusesToGuess() throws {
        var screen = screen(.only)
        let items = [
            try Fixture.item("a", "MyCam-1", signal: 88), try Fixture.item("b", "MyCam-2", signal: 42, last: 2),
        ]
        guard case .refuse(_, "1")? = screen.receive(Fixture.items(items, isComplete: true), at: .zero) else {
            Issue.record("two are not the only one")
            return
        }
    }

    @Test func givesUpInTimeWhenNothingIsMeant() throws {
        var screen = screen(.name("MyCam-2"), patience: .seconds(30))
        let item = try Fixture.item("a", "MyCam-1", signal: 88)
        let update = Fixture.items([item], isComplete: true)
        #expect(screen.receive(update, at: .zero) == .wait(.seconds(30), presentation: "1"))
        #expect(screen.receive(update, at: .seconds(1)) == nil)
        guard case .refuse(let failure, "1")? = screen.settled("1", at: .seconds(30)) else {
            Issue.record("the rule waits on")
            return
        }
        #expect(failure.status == 11)
    }

    @Test func answersWhatIsAskedAfterTheChoiceAndWithoutOne() throws {
        var screen = screen()
        let question = PickerQuestion(id: "7", kind: .name, name: "Kitchen camera", text: "Camera")
        #expect(
            screen.receive(Fixture.question(.name, text: "Camera"), at: .zero)
                == .answer(question, .decline(nil), presentation: "1"))
        let item = try Fixture.item("a", "MyCam-1", signal: 88)
        _ = screen.receive(Fixture.items([item], isComplete: true), at: .zero)
        #expect(
            screen.receive(Fixture.question(.name, text: "Camera"), at: .zero)
                == .answer(question, .decline(nil), presentation: "1"))
    }

    @Test func closesAtOnceWhatFoundNothing() {
        var screen = screen()
        let error = AccessoryError(.discoveryTimeout, "nothing was heard")
        #expect(
            screen.receive(PickerUpdate(kind: .nothingFound, presentation: "1", error: error), at: .zero)
                == .cancel(presentation: "1"))
        let cancelled = AccessoryError(.userCancelled, "the person cancelled")
        let end = PickerUpdate(kind: .dismissed, presentation: "1", error: cancelled)
        #expect(
            screen.receive(end, at: .zero) == .report(PickerUpdate(kind: .dismissed, presentation: "1", error: error)))
        #expect(screen.receive(end, at: .zero) == .report(end))
    }

    @Test func leavesOtherAppsPresentationsAlone() throws {
        var screen = screen(app: "org.example.plug")
        let item = try Fixture.item("a", "MyCam-1", signal: 88)
        let camera = "org.example.camera"
        for update in [
            Fixture.items([item], isComplete: true), Fixture.question(.migration),
            PickerUpdate(kind: .nothingFound, presentation: "1", app: camera),
            PickerUpdate(kind: .dismissed, presentation: "1", app: camera),
        ] { #expect(screen.receive(update, at: .zero) == nil) }
    }
}

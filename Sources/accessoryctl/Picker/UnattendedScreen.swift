// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface

/// The state of a picker without a person. The agent's updates come in; effects come out.
struct UnattendedScreen {
    indirect enum Effect: Hashable {
        case registered
        case select(PickerItem, presentation: String)
        /// Nothing can be chosen.
        case refuse(Failure, presentation: String)
        case answer(PickerQuestion, AnswerRule.Decision, presentation: String)
        case cancel(presentation: String)
        /// Report when this time has passed.
        case wait(Duration, presentation: String)
        /// A presentation is over.
        case report(PickerUpdate)
    }

    private let answers: AnswerRule
    /// Answers only this app's presentations; every app's if nil.
    private let app: String?
    /// The choice before the first item.
    private let fresh: Selection
    private var selection: Selection
    private var shown = PresentationState()
    /// The reason why nothing was found.
    private var nothing: AccessoryError?

    /// - Parameters:
    ///   - isSecured: there is a passphrase of the network.
    ///   - patience: the time for a rule that chooses nothing of what was found; nil if it has no end.
    init(
        rule: SelectionRule, isExact: Bool, isSecured: Bool = false, answers: AnswerRule, app: String? = nil,
        patience: Duration? = nil
    ) {
        self.answers = answers
        self.app = app
        fresh = Selection(rule: rule, isExact: isExact, isSecured: isSecured, patience: patience)
        selection = fresh
    }

    /// `now` is an instant of a monotonic clock.
    mutating func receive(_ update: PickerUpdate, at now: Duration) -> Effect? {
        if update.kind == .registered { return .registered }
        guard let id = update.presentation, app == nil || update.app == nil || update.app == app else { return nil }
        switch update.kind {
        case .registered, .progress: return nil
        case .items:
            let before = shown
            _ = shown.receive(update)
            // A choice of an item that goes at that moment has no effect.
            if before.presentation != id || before.chosen != nil && shown.chosen == nil { selection = fresh }
            return choose(at: now)
        case .question:
            return update.question.map {
                .answer($0, answers.decide($0, of: update.appName ?? "an app"), presentation: id)
            }
        case .nothingFound:
            nothing = update.error
            return .cancel(presentation: id)
        case .dismissed:
            shown = PresentationState()
            var update = update
            // It ends like a cancelled one, so the app does not learn the reason.
            update.error = nothing ?? update.error
            nothing = nil
            return .report(update)
        }
    }

    /// The time for seeing a presentation's items is over.
    mutating func settled(_ id: String, at now: Duration) -> Effect? {
        shown.presentation == id ? choose(at: now) : nil
    }

    private mutating func choose(at now: Duration) -> Effect? {
        guard let presentation = shown.presentation else { return nil }
        switch selection.receive(shown.items, isComplete: shown.isComplete, at: now) {
        case .wait: return nil
        case .waitFor(let time): return .wait(time, presentation: presentation)
        case .select(let item):
            return shown.choose(item.id, of: presentation).map { .select($0, presentation: presentation) }
        case .refuse(let failure): return .refuse(failure, presentation: presentation)
        }
    }
}

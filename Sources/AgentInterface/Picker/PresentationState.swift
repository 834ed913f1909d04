// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// What a person sees of presentations, one after the other. The agent's updates and the person's acts come in. A
/// picker's page gets all of it as JSON; a picker in a terminal draws it.
package struct PresentationState: Encodable, Hashable, Sendable {
    package enum Mode: String, Encodable, Hashable, Sendable {
        /// No app asks.
        case waiting
        case choosing
        /// A choice or an answer is being carried out.
        case working
        case asking
        case nothingFound
        /// Over, until the person closes it or the next one begins.
        case finished
    }

    package private(set) var mode = Mode.waiting
    package private(set) var presentation: String?
    /// The asking app.
    package private(set) var app: String?
    package private(set) var items: [PickerItem] = []
    /// What distinguishes items of one name, by their identifiers.
    package private(set) var labels: [String: String] = [:]
    package private(set) var isComplete = false
    package private(set) var notShown = 0
    /// The item as it was when it was chosen.
    package private(set) var chosen: PickerItem?
    package private(set) var chosenLabel: String?
    /// The steps over Bluetooth that began before the join, in order.
    package private(set) var setupSteps: [SetupStep] = []
    /// How far the join is.
    package private(set) var step: LeaseUpdate.State?
    package private(set) var question: PickerQuestion?
    /// The reason why it ended, or why nothing was found.
    package private(set) var error: AccessoryError?
    package private(set) var finishInApp = false
    /// The agent ended while it carried out the choice.
    package private(set) var isInterrupted = false
    /// No page could show the question for the name.
    package private(set) var isNameKept = false
    /// How the presentation before this one ended, if nobody has closed it.
    package private(set) var earlier: Ending?
    /// The reason why the agent refused the latest request.
    package private(set) var refusal: AccessoryError?
    /// The name that the person gave, until the agent reports the result.
    private var named: String?
    /// The person has seen the failure, and does not try again.
    private var hasReadError = false

    private enum CodingKeys: CodingKey {
        case mode, presentation, app, items, labels, isComplete, notShown, chosen, chosenLabel, setupSteps, step
        case question, error, finishInApp, refusal, isInterrupted, isNameKept, earlier
    }

    package init() {}

    /// - Returns: whether a presentation ended with this update.
    package mutating func receive(_ update: PickerUpdate) -> Bool {
        guard update.kind != .registered else {
            lost()
            return false
        }
        if update.presentation != presentation || mode == .finished { begin(update) }
        switch update.kind {
        case .registered: break
        case .items: show(update)
        case .progress: progress(update)
        case .question:
            question = update.question
            refusal = nil
            mode = question == nil ? .working : .asking
        case .nothingFound:
            question = nil
            error = update.error
            mode = .nothingFound
        case .dismissed:
            end(update)
            return true
        }
        return false
    }

    /// The reason why this item can no longer be chosen. Several people may look at one presentation.
    package func objection(to item: String, of asked: String) -> AccessoryError? {
        guard asked == presentation else {
            return AccessoryError(.invalidRequest, "the app no longer asks", field: "presentation")
        }
        guard mode == .choosing else {
            return AccessoryError(.busy, "somebody else has chosen an accessory", field: "chosen")
        }
        guard items.contains(where: { $0.id == item && !$0.isGone }) else {
            return AccessoryError(.unknownAccessory, "this accessory is out of range now")
        }
        return nil
    }

    /// - Returns: nil if there is an objection to it.
    package mutating func choose(_ item: String, of asked: String) -> PickerItem? {
        guard objection(to: item, of: asked) == nil, let item = items.first(where: { $0.id == item }) else {
            return nil
        }
        chosen = item
        chosenLabel = labels[item.id]
        setupSteps = []
        step = nil
        refusal = nil
        mode = .working
        return item
    }

    package mutating func answered(_ answer: AnswerRequest) -> Bool {
        guard answer.presentation == presentation, mode == .asking, let open = question, open.id == answer.question
        else { return false }
        named = open.kind == .name && answer.accepted ? answer.text : nil
        hasReadError = open.kind == .retry && !answer.accepted
        // The attempt before has left the accessory, and another one begins.
        if step != .joined { step = nil }
        question = nil
        refusal = nil
        mode = .working
        return true
    }

    /// The agent refused the choice; the presentation goes on.
    package mutating func refusedChoice(_ error: AccessoryError?, of asked: String) {
        guard asked == presentation, mode == .working else { return }
        chosen = nil
        chosenLabel = nil
        refusal = error
        mode = .choosing
    }

    /// The agent refused the answer, and the question stands.
    package mutating func refusedAnswer(_ error: AccessoryError?, to asked: PickerQuestion, of presentation: String) {
        guard presentation == self.presentation, mode == .working else { return }
        question = asked
        refusal = error
        named = nil
        hasReadError = false
        mode = .asking
    }

    /// The person has read how it ended.
    package mutating func close() {
        if mode == .finished { self = PresentationState() }
    }

    /// The agent is gone, and its presentation with it. A person who has chosen gets to know that.
    package mutating func lost() {
        guard mode != .finished else { return }
        guard chosen != nil, mode == .working || mode == .asking else {
            self = PresentationState()
            return
        }
        question = nil
        refusal = nil
        isInterrupted = true
        mode = .finished
    }

    /// Declines the question for the name, if it stands while the accessory is joined.
    package mutating func keepNameUnasked() -> AnswerRequest? {
        guard let presentation, let question, question.kind == .name, step == .joined else { return nil }
        let answer = AnswerRequest(presentation: presentation, question: question.id, accepted: false)
        guard answered(answer) else { return nil }
        isNameKept = true
        return answer
    }

    /// The pictures of everything that is shown.
    package var images: Set<String> {
        let ofQuestion = [question?.image] + (question?.items ?? []).map(\.image)
        return Set((items.map(\.image) + [chosen?.image] + ofQuestion).compactMap { $0 })
    }

    private mutating func begin(_ update: PickerUpdate) {
        let ending = mode == .finished ? Ending(self) : earlier
        self = PresentationState()
        earlier = ending
        presentation = update.presentation
        app = update.appName ?? update.app
        mode = .choosing
    }

    private mutating func progress(_ update: PickerUpdate) {
        if let begun = update.step {
            step = nil
            if setupSteps.last != begun { setupSteps.append(begun) }
        } else {
            step = update.lease?.state
        }
        // The next step after a pairing shows that the pairing and its question are over.
        if question?.kind.isOfPairing == true, update.step != .pairing {
            question = nil
            refusal = nil
        }
        if question == nil { mode = .working }
    }

    private mutating func show(_ update: PickerUpdate) {
        app = update.appName ?? update.app ?? app
        items.receive(update)
        label()
        isComplete = update.isComplete ?? false
        notShown = update.notShown ?? 0
        // An update of the items does not take the choice back while it is carried out, unless the chosen item is gone.
        let isBegun = step != nil || !setupSteps.isEmpty
        if mode == .working, let chosen, isBegun || items.contains(where: { $0.id == chosen.id && !$0.isGone }) {
            return
        }
        chosen = nil
        chosenLabel = nil
        setupSteps = []
        step = nil
        question = nil
        error = nil
        mode = .choosing
    }

    private mutating func label() {
        let all = Labels.of(
            items.map {
                Labels.Subject(
                    name: $0.name, ssid: $0.ssid, bluetoothName: $0.bluetoothName,
                    address: $0.bssid ?? $0.bluetoothAddress)
            })
        labels = Dictionary(
            uniqueKeysWithValues: zip(items, all).compactMap { item, label in label.map { (item.id, $0) } })
    }

    private mutating func end(_ update: PickerUpdate) {
        // The person who cancelled, or who has read the failure already, needs no message.
        if update.error?.code == .userCancelled || (hasReadError && update.error != nil) {
            self = PresentationState()
            return
        }
        question = nil
        refusal = nil
        if let named, update.error == nil {
            chosen?.name = named
            chosenLabel = nil
        }
        error = update.error
        finishInApp = update.finishInApp ?? false
        mode = .finished
    }
}

// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import LabelReading

/// The terminal picker's state: the presentation, and what the person has typed. The agent's updates and the person's keys
/// come in; effects come out.
struct PickerScreen {
    enum Effect: Hashable {
        case select(SelectRequest)
        case answer(AnswerRequest)
        case cancel(presentation: String)
        /// A line that stays after the screen is gone.
        case printLine(String)
        case quit
    }

    enum Mode: Hashable {
        /// No app asks.
        case waiting
        case choosing
        case asking(PickerItem, SecretLine)
        /// The agent asks.
        case answering(QuestionForm)
        /// Chosen or answered; `text` shows how far it is.
        case working(text: String)
        /// Until the person closes it.
        case nothingFound(AccessoryError)
    }

    private(set) var shown = PresentationState()
    private var rows = RowCursor()
    /// The row that Enter takes.
    var cursor: Int { rows.row }
    /// The reason why the last key had no effect.
    private(set) var note: String?
    private var typing: (item: PickerItem, line: SecretLine)?
    /// The open question, or the last one: the agent may refuse its answer.
    private var form: QuestionForm?
    private var activity = ""
    /// As it was when it was chosen, and also if it has gone at that moment.
    private var chosen: PickerItem?
    /// The chosen accessory's SSID, once the set-up reached its join.
    private var network: SSID?
    /// Shows only this app's presentations; every app's if nil.
    private let app: String?
    private let passphrase: Passphrase?

    init(app: String? = nil, passphrase: Passphrase? = nil) {
        self.app = app
        self.passphrase = passphrase
    }

    var mode: Mode {
        switch shown.mode {
        case .waiting, .finished: .waiting
        case .choosing: typing.map { .asking($0.item, $0.line) } ?? .choosing
        case .working: .working(text: activity)
        case .asking: form.map { .answering($0) } ?? .waiting
        case .nothingFound:
            .nothingFound(shown.error ?? AccessoryError(.discoveryTimeout, "nothing that matches was seen"))
        }
    }

    var appName: String { shown.app ?? "an app" }
    var items: [PickerItem] { shown.items }
    var isPresenting: Bool { shown.presentation != nil }

    mutating func receive(_ update: PickerUpdate) -> [Effect] {
        if let app, let asking = update.app, asking != app { return [] }
        let before = shown
        let row = items.indices.contains(cursor) ? items[cursor].id : nil
        let isNew = !isPresenting || update.presentation != shown.presentation
        switch update.kind {
        case .registered: return []
        case .progress, .dismissed: if isNew { return [] }
        case .items, .question, .nothingFound: if isNew { self = PickerScreen(app: app, passphrase: passphrase) }
        }
        if update.kind == .dismissed {
            defer { self = PickerScreen(app: app, passphrase: passphrase) }
            return result(update).map { [.printLine("\(appName): \($0)")] } ?? []
        }
        _ = shown.receive(update)
        if shown.mode != .choosing { typing = nil }
        if update.kind == .items {
            // The agent keeps the items' places while others come and go. The cursor stays on its item.
            rows.move(to: items.firstIndex { $0.id == row } ?? cursor, of: items.count)
            if before.mode == .working, shown.mode == .choosing, let chosen { _ = isInReach(chosen) }
        }
        if let question = shown.question, before.mode != .asking || question != form?.question {
            form = QuestionForm(question)
        }
        network = update.lease?.ssid ?? network
        let step = update.step?.text(of: chosen?.heard ?? "the accessory")
        activity = update.lease?.text ?? step ?? activity
        return []
    }

    /// The agent refused the choice or the answer; the presentation goes on.
    mutating func refused(_ failure: Failure) -> [Effect] {
        guard let presentation = shown.presentation else { return [] }
        if shown.mode == .working, let question = form?.question {
            form?.refused(failure.text)
            shown.refusedAnswer(nil, to: question, of: presentation)
        } else {
            shown.refusedChoice(nil, of: presentation)
            note = failure.text
        }
        return []
    }

    /// How it ended; nil if this process reports that itself, because it made the request.
    private func result(_ update: PickerUpdate) -> String? {
        // It ends like a cancelled one, so the app does not learn the reason.
        if case .nothingFound(let error) = mode { return error.description }
        if let error = update.error { return app == nil ? error.description : nil }
        let next = update.finishInApp == true ? ". Continue in \(appName)." : ""
        guard let item = chosen else { return "done\(next)" }
        let ssid = network ?? item.ssid
        let granted = "'\(ssid?.description ?? item.heard)' is \(item.isShared ? "shared" : "granted")"
        guard ssid != nil else { return "\(granted)\(next)" }
        // If this process holds the network, it prints its own hint.
        let hint = app == nil ? update.app.map { " `accessoryctl hotspot leave --app \($0)` leaves it." } ?? "" : ""
        let end = next.isEmpty && !hint.isEmpty ? "." : next
        return "\(granted) and joined\(end)\(hint)"
    }

    // MARK: Keys

    mutating func receive(_ key: Key) -> [Effect] {
        note = nil
        switch mode {
        case .waiting: return key.leaves ? [.quit] : []
        case .choosing: return choosing(key)
        case .asking(let item, let line): return asking(key, item, line)
        case .answering(let form): return answering(key, form)
        case .working: return key.leaves ? cancel() : []
        case .nothingFound: return key.leaves || key == .enter ? cancel() : []
        }
    }

    private mutating func choosing(_ key: Key) -> [Effect] {
        if key.leaves { return cancel() }
        guard key == .enter else {
            note = rows.receive(key, of: items.count)
            return []
        }
        guard items.indices.contains(cursor) else {
            note = "nothing was found yet"
            return []
        }
        let item = items[cursor]
        guard isInReach(item) else { return [] }
        // A passphrase that was given implies a key. The agent asks before it joins a network without one.
        guard item.needsPassphrase else { return select(item, item.ssid == nil ? nil : passphrase) }
        if let passphrase { return select(item, passphrase) }
        typing = (item, .passphrase)
        return []
    }

    private mutating func asking(_ key: Key, _ item: PickerItem, _ line: SecretLine) -> [Effect] {
        var line = line
        switch line.receive(key) {
        case .typing: typing = (item, line)
        case .cancelled: typing = nil
        case .done(let text):
            do throws(TypedPassphrase.Fault) {
                return select(item, try TypedPassphrase.read(text, for: item.ssid))
            } catch {
                note = error.description
                typing = (item, .passphrase)
            }
        }
        return []
    }

    private mutating func answering(_ key: Key, _ form: QuestionForm) -> [Effect] {
        guard let presentation = shown.presentation else { return [] }
        // Esc declines the question, Ctrl-C cancels the presentation.
        if key == .controlC || key == .endOfInput { return cancel() }
        var form = form
        let outcome = form.receive(key)
        self.form = form
        var request = AnswerRequest(presentation: presentation, question: form.question.id, accepted: false)
        switch outcome {
        case .open: return []
        case .accepted(let text): (request.accepted, request.text) = (true, text)
        case .declined: break
        }
        _ = shown.answered(request)
        activity = "'\(form.question.name)': \(request.accepted ? "answered" : "declined")"
        return [.answer(request)]
    }

    /// If not, the note gives the reason.
    private mutating func isInReach(_ item: PickerItem) -> Bool {
        let isGone = items.first { $0.id == item.id }?.isGone ?? true
        if isGone { note = "'\(item.heard)' is out of range; wait until it is back, or choose another" }
        return !isGone
    }

    private mutating func select(_ item: PickerItem, _ passphrase: Passphrase?) -> [Effect] {
        (typing, form) = (nil, nil)
        guard isInReach(item), let presentation = shown.presentation, shown.choose(item.id, of: presentation) != nil
        else { return [] }
        (chosen, network) = (item, nil)
        activity = "'\(item.heard)': chosen"
        return [.select(SelectRequest(presentation: presentation, item: item.id, passphrase: passphrase?.secret))]
    }

    private func cancel() -> [Effect] { shown.presentation.map { [.cancel(presentation: $0)] } ?? [.quit] }
}

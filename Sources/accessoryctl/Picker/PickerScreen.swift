// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import LabelReading

/// The terminal picker's state. The agent's updates and the person's keys come in; effects come out.
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

    private(set) var mode = Mode.waiting
    private(set) var appName = ""
    private(set) var items: [PickerItem] = []
    private(set) var isComplete = false
    /// The number of further matches.
    private(set) var notShown = 0
    private var rows = RowCursor()
    /// The row that Enter takes.
    var cursor: Int { rows.row }
    /// The reason why the last key had no effect.
    private(set) var note: String?
    private var presentation: String?
    var isPresenting: Bool { presentation != nil }
    private var chosen: PickerItem?
    /// The chosen accessory's SSID, once the set-up reached its join.
    private var network: SSID?
    /// The question that was answered, until the agent reports the result.
    private var answered: QuestionForm?
    /// Shows only this app's presentations; every app's if nil.
    private let app: String?
    private let passphrase: Passphrase?

    init(app: String? = nil, passphrase: Passphrase? = nil) {
        self.app = app
        self.passphrase = passphrase
    }

    mutating func receive(_ update: PickerUpdate) -> [Effect] {
        if let app, let asking = update.app, asking != app { return [] }
        switch update.kind {
        case .registered: return []
        case .items:
            show(update)
            return []
        case .question:
            ask(update)
            return []
        case .nothingFound:
            begin(update)
            mode = .nothingFound(update.error ?? AccessoryError(.discoveryTimeout, "nothing that matches was seen"))
            return []
        case .progress:
            progress(update)
            return []
        case .dismissed:
            guard update.presentation == presentation, presentation != nil else { return [] }
            return dismissed(update)
        }
    }

    /// The agent refused the choice or the answer; the presentation goes on.
    mutating func refused(_ failure: Failure) -> [Effect] {
        guard presentation != nil else { return [] }
        if var form = answered {
            form.refused(failure.text)
            mode = .answering(form)
            answered = nil
        } else {
            if case .working = mode { mode = .choosing }
            note = failure.text
        }
        return []
    }

    mutating func receive(_ key: Key) -> [Effect] {
        note = nil
        switch mode {
        case .waiting: return isLeaving(key) ? [.quit] : []
        case .choosing: return choosing(key)
        case .asking(let item, var line): return asking(key, item, &line)
        case .answering(let form): return answering(key, form)
        case .working: return isLeaving(key) ? cancel() : []
        case .nothingFound: return isLeaving(key) || key == .enter ? cancel() : []
        }
    }

    private mutating func begin(_ update: PickerUpdate) {
        guard update.presentation != presentation else { return }
        presentation = update.presentation
        appName = update.appName ?? update.app ?? "an app"
        mode = .choosing
        items = []
        rows = RowCursor()
        note = nil
        chosen = nil
        network = nil
        answered = nil
    }

    /// The agent keeps the items' places while others come and go. The cursor stays on its item.
    private mutating func show(_ update: PickerUpdate) {
        begin(update)
        let current = items.indices.contains(cursor) ? items[cursor].id : nil
        items.receive(update)
        rows.move(to: items.firstIndex { $0.id == current } ?? cursor, of: items.count)
        isComplete = update.isComplete ?? false
        notShown = update.notShown ?? 0
        switch mode {
        case .answering: mode = .choosing
        case .working:
            // A choice of an item that goes at that moment has no effect. If it had one, progress follows.
            guard let chosen else { return mode = .choosing }
            if !isInReach(chosen) { mode = .choosing }
        case .waiting, .choosing, .asking, .nothingFound: break
        }
    }

    private mutating func progress(_ update: PickerUpdate) {
        guard update.presentation == presentation else { return }
        if let lease = update.lease { network = lease.ssid }
        let step = update.step?.text(of: chosen?.heard ?? "the accessory")
        guard let text = update.lease?.text ?? step else { return }
        switch mode {
        case .working: mode = .working(text: text)
        case .choosing: if chosen != nil { mode = .working(text: text) }
        // The next step after a pairing shows that the pairing and its question are over.
        case .answering(let form) where form.question.kind.isOfPairing && update.step != .pairing:
            mode = .working(text: text)
        case .waiting, .asking, .answering, .nothingFound: break
        }
    }

    private mutating func ask(_ update: PickerUpdate) {
        guard let question = update.question else { return }
        begin(update)
        answered = nil
        if case .answering(let form) = mode, form.question == question { return }
        mode = .answering(QuestionForm(question))
    }

    private mutating func dismissed(_ update: PickerUpdate) -> [Effect] {
        defer {
            presentation = nil
            items = []
            chosen = nil
            network = nil
            answered = nil
            mode = .waiting
            note = nil
        }
        // It ends like a cancelled one, so the app does not learn the reason.
        if case .nothingFound(let error) = mode { return [.printLine("\(appName): \(error.description)")] }
        // If this process made the request, it reports the error itself.
        if let error = update.error { return app == nil ? [.printLine("\(appName): \(error.description)")] : [] }
        let next = update.finishInApp == true ? ". Continue in \(appName)." : ""
        guard let item = chosen else { return [.printLine("\(appName): done\(next)")] }
        let ssid = network ?? item.ssid
        let granted = "'\(ssid?.description ?? item.heard)' is \(item.isShared ? "shared" : "granted")"
        guard ssid != nil else { return [.printLine("\(appName): \(granted)\(next)")] }
        // If this process holds the network, it prints its own hint.
        let hint = app == nil ? update.app.map { " `accessoryctl hotspot leave --app \($0)` leaves it." } ?? "" : ""
        let end = next.isEmpty && !hint.isEmpty ? "." : next
        return [.printLine("\(appName): \(granted) and joined\(end)\(hint)")]
    }

    private func isLeaving(_ key: Key) -> Bool {
        switch key {
        case .character("q"), .escape, .controlC, .endOfInput: true
        case .character, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .enter, .backspace, .controlU,
            .other:
            false
        }
    }

    private mutating func choosing(_ key: Key) -> [Effect] {
        switch key {
        case .character("q"), .escape, .controlC, .endOfInput: return cancel()
        case .enter:
            guard items.indices.contains(cursor) else {
                note = "nothing was found yet"
                break
            }
            let item = items[cursor]
            guard isInReach(item) else { break }
            // A passphrase that was given implies a key. The agent asks before it joins a network without one.
            guard item.needsPassphrase else { return select(item, item.ssid == nil ? nil : passphrase) }
            if let passphrase { return select(item, passphrase) }
            mode = .asking(item, .passphrase)
        case .character, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .backspace, .controlU, .other:
            note = rows.receive(key, of: items.count)
        }
        return []
    }

    private mutating func asking(_ key: Key, _ item: PickerItem, _ line: inout SecretLine) -> [Effect] {
        switch line.receive(key) {
        case .typing:
            mode = .asking(item, line)
        case .cancelled:
            mode = .choosing
        case .done(let text):
            do throws(TypedPassphrase.Fault) {
                return select(item, try TypedPassphrase.read(text, for: item.ssid))
            } catch {
                note = error.description
                mode = .asking(item, .passphrase)
            }
        }
        return []
    }

    private mutating func answering(_ key: Key, _ form: QuestionForm) -> [Effect] {
        guard let presentation else { return [] }
        // Esc declines the question, Ctrl-C cancels the presentation.
        if key == .controlC || key == .endOfInput { return cancel() }
        var form = form
        let outcome = form.receive(key)
        mode = .answering(form)
        var request = AnswerRequest(presentation: presentation, question: form.question.id, accepted: false)
        switch outcome {
        case .open: return []
        case .accepted(let text): (request.accepted, request.text) = (true, text)
        case .declined: break
        }
        answered = form
        mode = .working(text: "'\(form.question.name)': \(request.accepted ? "answered" : "declined")")
        return [.answer(request)]
    }

    /// If not, the note gives the reason.
    private mutating func isInReach(_ item: PickerItem) -> Bool {
        let isGone = items.first { $0.id == item.id }?.isGone ?? true
        if isGone { note = "'\(item.heard)' is out of range; wait until it is back, or choose another" }
        return !isGone
    }

    private mutating func select(_ item: PickerItem, _ passphrase: Passphrase?) -> [Effect] {
        guard let presentation else { return [] }
        guard isInReach(item) else {
            mode = .choosing
            return []
        }
        chosen = item
        network = nil
        mode = .working(text: "'\(item.heard)': chosen")
        return [.select(SelectRequest(presentation: presentation, item: item.id, passphrase: passphrase?.secret))]
    }

    private func cancel() -> [Effect] { presentation.map { [.cancel(presentation: $0)] } ?? [.quit] }
}

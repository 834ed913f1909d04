// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface

/// The terminal picker's state: what the agent says and which keys are pressed come in, what is to be done comes out.
struct PickerScreen {
    enum Effect: Hashable {
        case select(SelectRequest)
        case cancel(presentation: String)
        /// A line that stays when the screen is gone.
        case say(String)
        case quit
    }

    enum Mode: Hashable {
        /// No app asks.
        case waiting
        case choosing
        case asking(PickerItem, SecretLine)
        /// Chosen; `text` says how far it is.
        case working(PickerItem, text: String)
    }

    private(set) var mode = Mode.waiting
    private(set) var appName = ""
    private(set) var items: [PickerItem] = []
    private(set) var isComplete = false
    /// The row that Enter takes.
    private(set) var cursor = 0
    /// Why the last key had no effect.
    private(set) var note: String?
    private var presentation: String?
    /// Shows only this app's presentations; every app's when nil.
    private let app: String?
    private let passphrase: Passphrase?

    init(app: String? = nil, passphrase: Passphrase? = nil) {
        self.app = app
        self.passphrase = passphrase
    }

    mutating func receive(_ update: PickerUpdate) -> [Effect] {
        if let app, let asking = update.app, asking != app { return [] }
        switch update.kind {
        case .registered, .question, .nothingFound: return []
        case .items:
            show(update)
            return []
        case .progress:
            guard update.presentation == presentation, case .working(let item, _) = mode, let lease = update.lease
            else { return [] }
            mode = .working(item, text: lease.text)
            return []
        case .dismissed:
            guard update.presentation == presentation, presentation != nil else { return [] }
            return dismissed(update)
        }
    }

    /// The agent refused the choice; the presentation goes on.
    mutating func refused(_ failure: Failure) -> [Effect] {
        guard presentation != nil else { return [] }
        mode = .choosing
        note = failure.text
        return []
    }

    mutating func receive(_ key: Key) -> [Effect] {
        note = nil
        switch mode {
        case .waiting: return isLeaving(key) ? [.quit] : []
        case .choosing: return choosing(key)
        case .asking(let item, var line): return asking(key, item, &line)
        case .working: return isLeaving(key) ? cancel() : []
        }
    }

    /// Items keep their places while others come and go, so that a number stays what it was as long as it can.
    private mutating func show(_ update: PickerUpdate) {
        let new = update.items ?? []
        if update.presentation != presentation {
            presentation = update.presentation
            appName = update.appName ?? update.app ?? "an app"
            mode = .choosing
            items = []
            cursor = 0
            note = nil
        }
        let chosen = items.indices.contains(cursor) ? items[cursor].id : nil
        items =
            items.compactMap { old in new.first { $0.id == old.id } }
            + new.filter { item in !items.contains { $0.id == item.id } }
        cursor = items.firstIndex { $0.id == chosen } ?? max(0, min(cursor, items.count - 1))
        isComplete = update.isComplete ?? false
    }

    private mutating func dismissed(_ update: PickerUpdate) -> [Effect] {
        defer {
            presentation = nil
            items = []
            mode = .waiting
            note = nil
        }
        if let error = update.error { return [.say("\(appName): \(error.description)")] }
        guard case .working(let item, _) = mode else { return [.say("\(appName): done")] }
        return [.say("\(appName): '\(item.ssid)' is \(item.isShared ? "shared" : "granted") and joined")]
    }

    private func isLeaving(_ key: Key) -> Bool {
        switch key {
        case .character("q"), .escape, .controlC, .endOfInput: true
        case .character, .up, .down, .left, .right, .home, .end, .enter, .backspace, .controlU, .other: false
        }
    }

    private mutating func choosing(_ key: Key) -> [Effect] {
        switch key {
        case .character("q"), .escape, .controlC, .endOfInput: return cancel()
        case .up, .character("k"): cursor = max(0, cursor - 1)
        case .down, .character("j"): cursor = max(0, min(items.count - 1, cursor + 1))
        case .home: cursor = 0
        case .end: cursor = max(0, items.count - 1)
        case .character(let character):
            guard let number = character.wholeNumberValue else { break }
            if items.indices.contains(number - 1) { cursor = number - 1 } else { note = "there is no number \(number)" }
        case .enter:
            guard items.indices.contains(cursor) else {
                note = "nothing was found yet"
                break
            }
            let item = items[cursor]
            guard item.needsPassphrase else { return select(item, nil) }
            if let passphrase { return select(item, passphrase) }
            mode = .asking(item, SecretLine())
        case .left, .right, .backspace, .controlU, .other: break
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
            do {
                return select(item, try Passphrase(text))
            } catch {
                note = error.description
                mode = .asking(item, SecretLine())
            }
        }
        return []
    }

    private mutating func select(_ item: PickerItem, _ passphrase: Passphrase?) -> [Effect] {
        guard let presentation else { return [] }
        mode = .working(item, text: "'\(item.ssid)': chosen")
        return [.select(SelectRequest(presentation: presentation, item: item.id, passphrase: passphrase?.secret))]
    }

    private func cancel() -> [Effect] { presentation.map { [.cancel(presentation: $0)] } ?? [.quit] }
}

// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// A line that is typed visibly, in any language. One character for a person is one step and one backspace.
struct LineEditor: Hashable, Sendable {
    /// The text before and after the cursor.
    private(set) var before: String
    private(set) var after = ""
    /// The most bytes of UTF-8.
    private let limit: Int

    init(_ text: String = "", limit: Int) {
        before = text
        self.limit = limit
    }

    var text: String { before + after }

    mutating func receive(_ key: Key) -> LineOutcome {
        switch key {
        case .character(let character):
            let added = String(character)
            // Characters that are no text, such as Unicode's control characters, would not be seen.
            guard added.printable == added, text.utf8.count + added.utf8.count <= limit else { break }
            before += added
        case .backspace: _ = before.popLast()
        case .controlU: (before, after) = ("", "")
        case .left: if let character = before.popLast() { after.insert(character, at: after.startIndex) }
        case .right: if !after.isEmpty { before.append(after.removeFirst()) }
        case .home, .up: (before, after) = ("", text)
        case .end, .down: (before, after) = (text, "")
        case .enter: return .done(text)
        case .escape, .controlC, .endOfInput: return .cancelled
        case .pageUp, .pageDown, .other: break
        }
        return .typing
    }

    /// The line on this many cells with its cursor: reverse video, or `|` without colours. Of a line that is too long
    /// it shows the part around the cursor.
    func picture(width: Int, colours: Bool) -> String {
        var (before, after) = (before, after)
        let cursor = colours ? after.popFirst().map { String($0) } ?? " " : "|"
        let room = max(0, width - cursor.cells)
        // A third stays for the text behind the cursor.
        let most = max(room - after.cells, room * 2 / 3)
        if before.cells > most {
            while before.cells > max(0, most - 1) { before.removeFirst() }
            before = TerminalText.ellipsis + before
        }
        after = after.cut(to: max(0, room - before.cells))
        return before + (colours ? "\u{1B}[7m\(cursor)\u{1B}[0m" : cursor) + after
    }
}

extension String {
    fileprivate mutating func popFirst() -> Character? { isEmpty ? nil : removeFirst() }
}

/// The effect of a key on a typed line.
enum LineOutcome: Hashable {
    case typing
    case done(String)
    case cancelled
}

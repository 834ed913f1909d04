// SPDX-License-Identifier: Apache-2.0

/// Text in the cells of a terminal.
extension String {
    /// The number of cells that it takes.
    var cells: Int { reduce(0) { $0 + $1.cells } }

    /// Filled with spaces up to this many cells.
    func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - cells)) }

    /// Its beginning, in at most this many cells; an ellipsis stands for the rest.
    func cut(to width: Int) -> String {
        guard cells > width else { return self }
        var text = ""
        var used = 0
        for character in self {
            guard used + character.cells < width else { break }
            text.append(character)
            used += character.cells
        }
        return width > 0 ? text + TerminalText.ellipsis : ""
    }

    /// Wraps it into lines of at most this many cells, between words, and within a word that is longer than a line.
    func wrapped(to width: Int) -> [String] {
        let width = max(2, width)
        var lines: [String] = []
        var line = ""
        for word in split(separator: " ", omittingEmptySubsequences: true).map({ String($0) }) {
            if !line.isEmpty, line.cells + 1 + word.cells <= width {
                line += " " + word
                continue
            }
            if !line.isEmpty { lines.append(line) }
            line = ""
            for character in word {
                if line.cells + character.cells > width {
                    lines.append(line)
                    line = ""
                }
                line.append(character)
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }
}

extension Character {
    /// The cells that terminals give it: two for a wide character and for an emoji, whatever modifies it.
    var cells: Int {
        guard let first = unicodeScalars.first else { return 0 }
        let isEmoji = first.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}")
        return isEmoji ? 2 : unicodeScalars.reduce(0) { $0 + $1.cells }
    }
}

extension Unicode.Scalar {
    /// Wide characters take two cells (Unicode Standard Annex 11, the blocks that are wide throughout). Marks and
    /// Korean letters that join the character before take none.
    fileprivate var cells: Int {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        case _: break
        }
        switch value {
        case 0x1160...0x11FF, 0xD7B0...0xD7FF:
            return 0
        case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
            0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x17000...0x18CFF,
            0x1B000...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x3FFFD:
            return 2
        case _:
            return properties.isEmojiPresentation ? 2 : 1
        }
    }
}

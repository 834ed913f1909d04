// SPDX-License-Identifier: Apache-2.0

/// The words of a line that is still being typed, as a shell would take them; nothing is expanded.
struct ShellWords {
    /// The last one is what the next character would go on with, so that a line that ends with a blank ends with an empty
    /// word.
    private(set) var words: [String] = []
    /// Of the last word, what the shell takes for a word of its own before the place where it completes: it also splits at
    /// these characters, unless they are quoted.
    private(set) var settled = ""

    init(_ line: String, breaks: String) {
        var word = ""
        var quote: Character?
        var isEscaped = false
        for character in line {
            if isEscaped {
                isEscaped = false
                // Between double quotes a backslash is one, unless it is needed.
                if quote == "\"", !"\"\\$`".contains(character) { word.append("\\") }
                word.append(character)
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if character == quote {
                quote = nil
            } else if quote == nil, character == "'" || character == "\"" {
                quote = character
            } else if quote == nil, character.isWhitespace {
                if !word.isEmpty { words.append(word) }
                word = ""
                settled = ""
            } else {
                word.append(character)
                if quote == nil, breaks.contains(character) { settled = word }
            }
        }
        words.append(word)
    }
}

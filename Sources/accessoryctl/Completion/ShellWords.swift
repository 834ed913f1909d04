// SPDX-License-Identifier: Apache-2.0

/// The words of a line that is still being typed, as a shell would take them; nothing is expanded.
struct ShellWords {
    /// The last one is the word that the next character continues. If the line ends with a blank, it is empty.
    private(set) var words: [String] = []
    /// The part of the last word that the shell treats as separate, before the place where it completes: the shell also
    /// splits at these characters, unless they are quoted.
    private(set) var settled = ""

    init(_ line: String, breaks: String) {
        var word = ""
        var quote: Character?
        var isEscaped = false
        for character in line {
            if isEscaped {
                isEscaped = false
                // Between double quotes a backslash stands for itself, unless the next character needs it.
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

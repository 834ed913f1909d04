// SPDX-License-Identifier: Apache-2.0

/// The comment above a declaration: a text, then entries for the fields, parameters or values that need words.
///
///     # What the declaration is.
///     # field: What the field is,
///     #   which continues, indented.
struct Comment {
    /// Lines without `#`; an empty one separates paragraphs.
    var lines: [String] = []
    /// By the field's name; the text of `Errors:` too.
    var entries: [String: String] = [:]

    var text: String { lines.joined(separator: "\n") }

    init() {}

    init(_ comment: [Substring]) {
        var names: [String] = []
        for line in comment {
            let text = line.dropFirst().drop { $0 == " " }
            let isIndented = line.hasPrefix("#   ")
            if !isIndented, let (entry, rest) = Self.entry(text) {
                names = entry
                for name in names { entries[name] = rest }
            } else if isIndented, !names.isEmpty {
                for name in names { entries[name, default: ""] += " " + text }
            } else {
                names = []
                lines.append(String(text))
            }
        }
    }

    /// `name: text` or `name, name: text`; `Streams:` is a part of the text.
    private static func entry(_ line: Substring) -> ([String], String)? {
        guard let colon = line.firstRange(of: ": ") ?? line.firstRange(of: ":"), !line.hasPrefix("Streams:") else {
            return nil
        }
        let names = line[..<colon.lowerBound].split(separator: ", ").map(String.init)
        guard !names.isEmpty, names.allSatisfy({ $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } })
        else { return nil }
        return (names, String(line[colon.upperBound...]))
    }
}

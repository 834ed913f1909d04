// SPDX-License-Identifier: Apache-2.0

/// A Swift type that stands for what a description declares, and its text.
struct SwiftDeclaration {
    struct Field: Hashable {
        var name: String
        /// Without the question mark.
        var type: String
        var isOptional: Bool
        var comment: String?
    }

    struct Value {
        var name: String
        var comment: String?
    }

    enum Members {
        case structure([Field])
        case enumeration([Value])
    }

    /// With a dot where it lies in another type.
    var name: String
    var comment: String
    var members: Members

    /// A field has one of these types, or some of one.
    func mentions(_ types: Set<String>) -> Bool {
        guard case .structure(let fields) = members else { return false }
        return fields.contains { types.contains($0.type.filter { !"[]?".contains($0) }) }
    }

    /// The declaration in lines of at most 120 characters, as swift format leaves them.
    var source: String {
        guard let dot = name.lastIndex(of: ".") else { return declaration(named: name).joined(separator: "\n") }
        let inner = declaration(named: String(name[name.index(after: dot)...])).map { $0.isEmpty ? "" : "    " + $0 }
        return (["extension \(name[..<dot]) {"] + inner + ["}"]).joined(separator: "\n")
    }

    private func declaration(named name: String) -> [String] {
        let head: String
        var body: [String]
        switch members {
        case .structure(let fields):
            head = "package struct \(name): Codable, Hashable, Sendable {"
            body = fields.flatMap { field in
                Self.documentation(field.comment, indent: 8) + ["package var \(field.name): \(field.typeText)"]
            }
            if !fields.isEmpty {
                body += [""] + Self.initializer(fields) + [""] + Self.decoding(fields) + [""] + Self.encoding(fields)
            }
        case .enumeration(let values):
            head = "package enum \(name): String, Codable, Hashable, CaseIterable, Sendable {"
            body = values.flatMap { Self.documentation($0.comment, indent: 8) + ["case \($0.name)"] }
        }
        return Self.documentation(comment, indent: 4) + [head] + body.map { $0.isEmpty ? "" : "    " + $0 } + ["}"]
    }

    private static func initializer(_ fields: [Field]) -> [String] {
        let parameters = fields.map { "\($0.name): \($0.typeText)\($0.isOptional ? " = nil" : "")" }
        let assignments = fields.map { "    self.\($0.name) = \($0.name)" }
        let line = "package init(\(parameters.joined(separator: ", "))) {"
        guard line.count + 4 > 120 else { return [line] + assignments + ["}"] }
        return ["package init("] + filled(parameters.map { $0 + "," }, indent: 4, width: 116) + [") {"] + assignments
            + ["}"]
    }

    /// Written out, with one type for the keys of all types: the compiler's own keys, an enumeration for each type, take
    /// 0.4 MB of the programs.
    private static func decoding(_ fields: [Field]) -> [String] {
        ["package init(from decoder: any Decoder) throws {"]
            + ["    let fields = try decoder.container(keyedBy: FieldName.self)"]
            + fields.map { "    \($0.name) = try fields.\($0.isOptional ? "optional" : "value")(\"\($0.name)\")" } + [
                "}"
            ]
    }

    private static func encoding(_ fields: [Field]) -> [String] {
        ["package func encode(to encoder: any Encoder) throws {"]
            + ["    var fields = encoder.container(keyedBy: FieldName.self)"]
            + fields.map { field in
                "    try fields.encode\(field.isOptional ? "IfPresent" : "")(\(field.name), forKey: \"\(field.name)\")"
            } + ["}"]
    }

    /// Words in lines, the last one without its comma.
    static func filled(_ words: [String], indent: Int, width: Int) -> [String] {
        var lines: [String] = []
        for (index, word) in words.enumerated() {
            let word = index == words.count - 1 && word.hasSuffix(",") ? String(word.dropLast()) : word
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(String(repeating: " ", count: indent) + word)
            }
        }
        return lines
    }

    /// Paragraphs as doc comments; `indent` is how far the declaration stands inside.
    static func documentation(_ text: String?, indent: Int) -> [String] {
        guard let text, !text.isEmpty else { return [] }
        var paragraphs: [[Substring]] = [[]]
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.isEmpty { paragraphs.append([]) } else { paragraphs[paragraphs.count - 1].append(line) }
        }
        let lines = paragraphs.filter { !$0.isEmpty }.map { paragraph in
            let words = paragraph.joined(separator: " ").split(separator: " ").map(String.init)
            return filled(words, indent: 0, width: 120 - indent - 4).map { "/// " + $0 }
        }
        return Array(lines.joined(separator: ["///"]))
    }
}

extension SwiftDeclaration.Field {
    var typeText: String { type + (isOptional ? "?" : "") }
}

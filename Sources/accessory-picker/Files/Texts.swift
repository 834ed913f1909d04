// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// The page's texts in one language: `Languages/LANGUAGE.json`.
struct Texts: Sendable {
    let language: String
    let json: [UInt8]
    let texts: [String: String]

    init(_ language: String, _ json: [UInt8]) throws {
        self.language = language
        self.json = json
        texts = try JSONDecoder().decode([String: String].self, from: Data(json))
    }

    /// English, the first, serves readers whose languages are all missing.
    static func all() throws -> [Texts] {
        let names = EmbeddedFile.names(in: "Languages")
        return try (names.filter { $0 == "en.json" } + names.filter { $0 != "en.json" }).map {
            try Texts(String($0.dropLast(".json".count)), EmbeddedFile.bytes($0))
        }
    }

    /// The language that the browser prefers (RFC 9110, 12.5.4: `de-AT, de;q=0.9, en;q=0.8`).
    static func preferred(_ header: String?, of all: [Texts]) -> Texts? {
        let wishes = (header ?? "").split(separator: ",").map { wish in
            let parts = wish.split(separator: ";").map { $0.filter { $0 != " " }.lowercased() }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            return (language: parts.first?.split(separator: "-").first.map { String($0) } ?? "", weight: weight)
        }
        // Stable: of two wishes with the same weight the first counts.
        let ordered = wishes.enumerated().filter { $0.element.weight > 0 }.sorted {
            ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset)
        }
        return ordered.lazy.compactMap { wish in all.first { $0.language == wish.element.language } }.first ?? all.first
    }

    /// A page with its texts. A kind of picker may have a text of its own, whose key ends with the kind.
    func filled(_ template: [UInt8], for kind: PickerKind = .terminal, host: String = "") -> [UInt8] {
        var rest = String(decoding: template, as: UTF8.self)[...]
        var page = ""
        while let start = rest.firstRange(of: "{{"), let end = rest[start.upperBound...].firstRange(of: "}}") {
            let key = String(rest[start.upperBound..<end.lowerBound])
            page += rest[..<start.lowerBound]
            let text =
                switch key {
                case "language": language
                case "picker": kind.rawValue
                case "host": host
                case _: texts["\(key).\(kind.rawValue)"] ?? texts[key] ?? key
                }
            page += Self.escaped(text)
            rest = rest[end.upperBound...]
        }
        return Array((page + rest).utf8)
    }

    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case _: result.append(character)
            }
        }
    }
}

/// The kinds of pickers. Some texts exist once for each kind, because the person has to do different things.
enum PickerKind: String, CaseIterable, Sendable {
    /// A person who started the program in a terminal.
    case terminal
    /// The user of a desktop, whose picker runs by itself.
    case desktop
    /// The paired phones of a machine without a screen.
    case hub
}

// SPDX-License-Identifier: Apache-2.0

/// Reads what Varlink's notation allows: https://varlink.org/Interface-Definition.
struct DescriptionParser {
    struct SyntaxError: Error, CustomStringConvertible {
        var description: String
    }

    private struct Token {
        var text: Substring
        var line: Int
        /// The comment lines right above it.
        var comment: [Substring]
    }

    private var tokens: ArraySlice<Token>
    private var line = 0

    /// Throws `SyntaxError` with the line.
    static func parse(_ text: String) throws(SyntaxError) -> InterfaceDescription {
        var parser = Self(tokens: tokens(of: text)[...])
        return try parser.description()
    }

    private static func tokens(of text: String) -> [Token] {
        var tokens: [Token] = []
        var comment: [Substring] = []
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.hasPrefix("#") {
                comment.append(line)
                continue
            }
            var rest = line.drop { $0 == " " }
            if rest.isEmpty { comment = [] }
            while !rest.isEmpty {
                let length =
                    if let symbol = ["->", "[]", "[string]"].first(where: rest.hasPrefix) { symbol.count } else {
                        max(1, rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }.count)
                    }
                tokens.append(Token(text: rest.prefix(length), line: number + 1, comment: comment))
                comment = []
                rest = rest.dropFirst(length).drop { $0 == " " }
            }
        }
        return tokens
    }

    private mutating func description() throws(SyntaxError) -> InterfaceDescription {
        var description = InterfaceDescription()
        description.comment = Comment(tokens.first?.comment ?? [])
        try expect("interface")
        description.name = String(try take())
        var names: Set<Substring> = []
        while let member = tokens.popFirst() {
            line = member.line
            let name = try take()
            guard names.insert(name).inserted else { throw fault("\(name) is declared twice") }
            let comment = Comment(member.comment)
            switch member.text {
            case "type":
                description.types.append(.init(name: String(name), kind: try kind(), comment: comment))
            case "error":
                description.errors.append(.init(name: String(name), kind: try kind(), comment: comment))
            case "method":
                let input = try fields()
                try expect("->")
                description.methods.append(
                    .init(name: String(name), input: input, output: try fields(), comment: comment))
            case let other: throw fault("'\(other)' is not a member: type, method or error is")
            }
        }
        return description
    }

    private func fault(_ text: String) -> SyntaxError { SyntaxError(description: "\(line): \(text)") }

    private mutating func take() throws(SyntaxError) -> Substring {
        guard let token = tokens.popFirst() else { throw fault("the text ends too early") }
        line = token.line
        return token.text
    }

    private mutating func expect(_ text: String) throws(SyntaxError) {
        let found = try take()
        guard found == text else { throw fault("'\(found)' where '\(text)' belongs") }
    }

    private mutating func fields() throws(SyntaxError) -> [InterfaceDescription.Field] {
        switch try kind() {
        case .structure(let fields): return fields
        case let other: throw fault("\(other) where parameters belong")
        }
    }

    private mutating func kind() throws(SyntaxError) -> InterfaceDescription.Kind {
        switch try take() {
        case "?":
            let inner = try kind()
            if case .maybe = inner { throw fault("?? is not a type") }
            return .maybe(inner)
        case "[]": return .array(try kind())
        case "[string]": return .map(try kind())
        case "bool": return .bool
        case "int": return .int
        case "float": return .float
        case "string": return .string
        case "object": return .object
        case "(": return try structureOrEnumeration()
        case let name:
            guard name.first?.isUppercase == true, name.allSatisfy({ $0.isLetter || $0.isNumber }) else {
                throw fault("'\(name)' is not a type")
            }
            return .named(String(name))
        }
    }

    private mutating func structureOrEnumeration() throws(SyntaxError) -> InterfaceDescription.Kind {
        var fields: [InterfaceDescription.Field] = []
        var values: [String] = []
        if tokens.first?.text == ")" {
            tokens.removeFirst()
        } else {
            var separator: Substring = ","
            while separator == "," {
                let name = String(try take())
                guard Self.isIdentifier(name), !values.contains(name), !fields.contains(where: { $0.name == name })
                else { throw fault("'\(name)' is not a new identifier") }
                separator = try take()
                if separator == ":" {
                    fields.append(.init(name: name, kind: try kind()))
                    separator = try take()
                } else {
                    values.append(name)
                }
            }
            guard separator == ")", fields.isEmpty || values.isEmpty else {
                throw fault("'\(separator)' after \(fields.map(\.name) + values)")
            }
        }
        return values.isEmpty ? .structure(fields) : .enumeration(values)
    }

    private static func isIdentifier(_ text: String) -> Bool {
        guard text.first?.isLetter == true, text.last != "_", !text.contains("__") else { return false }
        return text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                true
            case _: false
            }
        }
    }
}

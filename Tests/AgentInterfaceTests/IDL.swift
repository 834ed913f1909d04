// SPDX-License-Identifier: Apache-2.0

/// An interface as its description declares it.
struct IDL {
    indirect enum Kind: Hashable {
        case bool, int, float, string, object
        case named(String)
        case maybe(Kind)
        case array(Kind)
        case map(Kind)
        case structure([Field])
        case enumeration([String])
    }

    struct Field: Hashable {
        var name: String
        var kind: Kind
    }

    struct Method {
        var input: [Field]
        var output: [Field]
        /// The comment above it, without `#`.
        var comment: String
    }

    struct SyntaxError: Error, CustomStringConvertible {
        var description: String
    }

    private(set) var name = ""
    private(set) var types: [String: Kind] = [:]
    private(set) var methods: [String: Method] = [:]
    private(set) var errors: [String: Kind] = [:]

    private var tokens: ArraySlice<Token> = []

    private struct Token {
        var text: String
        /// The comment lines right above it.
        var comment: String
    }

    init(_ text: String) throws {
        tokens = Self.tokens(of: text)[...]
        try expect("interface")
        name = try take()
        while let member = tokens.popFirst() {
            let name = try take()
            guard types[name] == nil, methods[name] == nil, errors[name] == nil else {
                throw SyntaxError(description: "\(name) is declared twice")
            }
            switch member.text {
            case "type":
                types[name] = try kind()
            case "error":
                errors[name] = try kind()
            case "method":
                let input = try fields()
                try expect("->")
                methods[name] = Method(input: input, output: try fields(), comment: member.comment)
            case let other:
                throw SyntaxError(description: "'\(other)' is no member")
            }
        }
    }

    private static func tokens(of text: String) -> [Token] {
        var tokens: [Token] = []
        var comment = ""
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("#") {
                comment += line.dropFirst(2) + "\n"
                continue
            }
            var rest = line
            while let first = rest.first {
                let length =
                    if first == " " { 0 } else if let symbol = ["->", "[]", "[string]"].first(where: rest.hasPrefix) {
                        symbol.count
                    } else { max(1, rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }.count) }
                if length > 0 {
                    tokens.append(Token(text: String(rest.prefix(length)), comment: comment))
                    comment = ""
                }
                rest = rest.dropFirst(max(1, length))
            }
        }
        return tokens
    }

    private mutating func take() throws -> String {
        guard let token = tokens.popFirst() else { throw SyntaxError(description: "the text ends too early") }
        return token.text
    }

    private mutating func expect(_ text: String) throws {
        let found = try take()
        guard found == text else { throw SyntaxError(description: "'\(found)' where '\(text)' belongs") }
    }

    private mutating func fields() throws -> [Field] {
        switch try kind() {
        case .structure(let fields): return fields
        case let other: throw SyntaxError(description: "\(other) where parameters belong")
        }
    }

    private mutating func kind() throws -> Kind {
        switch try take() {
        case "?":
            let inner = try kind()
            if case .maybe = inner { throw SyntaxError(description: "?? is no type") }
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
                throw SyntaxError(description: "'\(name)' is no type")
            }
            return .named(name)
        }
    }

    private mutating func structureOrEnumeration() throws -> Kind {
        var fields: [Field] = []
        var values: [String] = []
        if tokens.first?.text == ")" {
            tokens.removeFirst()
        } else {
            var separator = ","
            while separator == "," {
                let name = try take()
                guard Self.isIdentifier(name), !values.contains(name), !fields.contains(where: { $0.name == name })
                else { throw SyntaxError(description: "'\(name)' is no new identifier") }
                separator = try take()
                if separator == ":" {
                    fields.append(Field(name: name, kind: try kind()))
                    separator = try take()
                } else {
                    values.append(name)
                }
            }
            guard separator == ")", fields.isEmpty || values.isEmpty else {
                throw SyntaxError(description: "'\(separator)' after \(fields.map(\.name) + values)")
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

extension IDL {
    /// How much of a described type a value must show.
    enum Extent {
        /// Every field, and at least one element of every array and entry of every map.
        case full
        /// The fields that are not optional, and no others.
        case minimal
    }

    /// Where a value is not as described; empty when it is.
    func faults(of value: JSON, as kind: Kind, _ extent: Extent, at path: String = "") -> [String] {
        switch (kind, value) {
        case (.bool, .bool), (.int, .int), (.string, .string), (.object, .object), (.float, .int), (.float, .float):
            return []
        case (.named(let name), _):
            guard let type = types[name] else { return ["\(path): no type \(name)"] }
            return faults(of: value, as: type, extent, at: path)
        case (.maybe(let inner), _):
            return faults(of: value, as: inner, extent, at: path)
        case (.enumeration(let values), .string(let text)):
            return values.contains(text) ? [] : ["\(path): '\(text)' is none of \(values)"]
        case (.array(let inner), .array(let elements)):
            guard !elements.isEmpty || extent == .minimal else { return ["\(path): the sample shows no element"] }
            return elements.enumerated().flatMap { faults(of: $1, as: inner, extent, at: "\(path)[\($0)]") }
        case (.map(let inner), .object(let values)):
            guard !values.isEmpty || extent == .minimal else { return ["\(path): the sample shows no entry"] }
            return values.flatMap { faults(of: $1, as: inner, extent, at: "\(path).\($0)") }
        case (.structure(let fields), .object(let values)):
            let expected = fields.filter { field in
                if extent == .minimal, case .maybe = field.kind { false } else { true }
            }
            var found = Set(values.keys).subtracting(expected.map(\.name)).sorted().map { key in
                fields.contains { $0.name == key } ? "\(path).\(key): is not optional" : "\(path).\(key): not described"
            }
            for field in expected {
                guard let value = values[field.name] else {
                    found.append("\(path).\(field.name): missing")
                    continue
                }
                found += faults(of: value, as: field.kind, extent, at: "\(path).\(field.name)")
            }
            return found
        case (.bool, _), (.int, _), (.float, _), (.string, _), (.object, _), (.enumeration, _), (.array, _), (.map, _),
            (.structure, _):
            return ["\(path): \(value) is not \(kind)"]
        }
    }

    /// The names of types that a kind mentions.
    static func names(in kind: Kind) -> Set<String> {
        switch kind {
        case .bool, .int, .float, .string, .object, .enumeration: []
        case .named(let name): [name]
        case .maybe(let inner), .array(let inner), .map(let inner): names(in: inner)
        case .structure(let fields): fields.reduce(into: []) { $0.formUnion(names(in: $1.kind)) }
        }
    }

    var namesInUse: Set<String> {
        let parameters = methods.values.flatMap { $0.input + $0.output }.map(\.kind)
        return (Array(types.values) + errors.values + parameters).reduce(into: []) { $0.formUnion(Self.names(in: $1)) }
    }
}

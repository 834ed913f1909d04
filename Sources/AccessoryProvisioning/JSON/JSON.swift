// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// A value of JSON (RFC 8259), for the small objects of accessories.
enum JSON: Hashable, Sendable {
    struct Member: Hashable, Sendable {
        var name: String
        var value: JSON
    }

    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSON])
    /// In the order of the text.
    case object([Member])

    /// The first member with this name; nil if this is no object.
    subscript(_ name: String) -> JSON? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    var whole: Int? {
        guard case .number(let number) = self else { return nil }
        return Int(exactly: number)
    }

    var isTrue: Bool { self == .bool(true) }
    var isArray: Bool { if case .array = self { true } else { false } }
}

extension JSON: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByStringLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
    init(dictionaryLiteral members: (String, JSON)...) { self = .object(members.map(Member.init)) }
    init(arrayLiteral values: JSON...) { self = .array(values) }
    init(stringLiteral text: String) { self = .string(text) }
    init(integerLiteral number: Int) { self = .number(Double(number)) }
    init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSON {
    /// The shortest text of it, in UTF-8.
    var bytes: [UInt8] {
        switch self {
        case .null: Array("null".utf8)
        case .bool(let value): Array((value ? "true" : "false").utf8)
        case .number(let number): Array((Int(exactly: number).map(String.init) ?? String(number)).utf8)
        case .string(let text): Self.quoted(text)
        case .array(let values): Self.listed(values.map(\.bytes), "[", "]")
        case .object(let members):
            Self.listed(members.map { Self.quoted($0.name) + [UInt8(ascii: ":")] + $0.value.bytes }, "{", "}")
        }
    }

    private static func listed(_ parts: [[UInt8]], _ first: Unicode.Scalar, _ last: Unicode.Scalar) -> [UInt8] {
        [UInt8(ascii: first)] + parts.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: last)]
    }

    private static func quoted(_ text: String) -> [UInt8] {
        var bytes = [UInt8(ascii: "\"")]
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0..<0x20: bytes += Array("\\u00".utf8) + Array([byte].hexadecimal.utf8)
            case _: bytes.append(byte)
            }
        }
        return bytes + [UInt8(ascii: "\"")]
    }
}

// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// Reads JSON from an accessory. It takes a little more than RFC 8259 does, for small devices write by hand: control
/// characters in strings, and bytes that are not UTF-8, which become U+FFFD.
///
/// Messages of Varlink have a check of their own, `JSONSyntax`. It refuses all of that, and makes no values: for a message of
/// 46 KiB it takes 0.05 ms, and this 1.6 ms.
struct JSONReader {
    /// Deeper values break the text. The recursion has the same limit.
    static let mostLevels = 16

    private var rest: ArraySlice<UInt8>
    private var isBroken = false

    private init(_ bytes: [UInt8]) { rest = bytes[...] }

    /// The value; nil if the text is broken, or longer than an answer.
    static func value(of bytes: [UInt8]) -> JSON? {
        guard bytes.count <= HTTPAnswer.bodyLimit else { return nil }
        var reader = JSONReader(bytes)
        let value = reader.value(level: 0)
        reader.skipBlanks()
        return reader.isBroken || !reader.rest.isEmpty ? nil : value
    }

    /// The part of the value before the place where the text breaks, or all of it.
    static func beginning(of bytes: [UInt8]) -> JSON? {
        var reader = JSONReader(Array(bytes.prefix(HTTPAnswer.bodyLimit)))
        return reader.value(level: 0)
    }

    private mutating func skipBlanks() {
        rest = rest.drop(while: { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 })
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: scalar) else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func value(level: Int) -> JSON? {
        skipBlanks()
        switch rest.first {
        case UInt8(ascii: "{"): return level < Self.mostLevels ? object(level: level) : broken()
        case UInt8(ascii: "["): return level < Self.mostLevels ? array(level: level) : broken()
        case UInt8(ascii: "\""): return string().map(JSON.string)
        case UInt8(ascii: "t"): return word("true", .bool(true))
        case UInt8(ascii: "f"): return word("false", .bool(false))
        case UInt8(ascii: "n"): return word("null", .null)
        case _: return number()
        }
    }

    private mutating func broken() -> JSON? {
        isBroken = true
        return nil
    }

    private mutating func object(level: Int) -> JSON {
        var members: [JSON.Member] = []
        rest.removeFirst()
        skipBlanks()
        if take("}") { return .object([]) }
        repeat {
            skipBlanks()
            guard let name = string() else { break }
            skipBlanks()
            guard take(":") else { break }
            if let value = value(level: level + 1) { members.append(JSON.Member(name: name, value: value)) }
            guard !isBroken else { return .object(members) }
            skipBlanks()
            if take("}") { return .object(members) }
        } while take(",")
        isBroken = true
        return .object(members)
    }

    private mutating func array(level: Int) -> JSON {
        var values: [JSON] = []
        rest.removeFirst()
        skipBlanks()
        if take("]") { return .array([]) }
        repeat {
            if let value = value(level: level + 1) { values.append(value) }
            guard !isBroken else { return .array(values) }
            skipBlanks()
            if take("]") { return .array(values) }
        } while take(",")
        isBroken = true
        return .array(values)
    }

    private mutating func word(_ word: String, _ value: JSON) -> JSON? {
        guard rest.starts(with: word.utf8) else { return broken() }
        rest.removeFirst(word.utf8.count)
        return value
    }

    private mutating func number() -> JSON? {
        let digits = rest.prefix { Self.isOfNumber($0) }
        // Swift's own spellings `nan`, `infinity` and `0x1p3` have letters that no number of JSON has.
        guard digits.count <= 32, let number = Double(String(decoding: digits, as: UTF8.self)), number.isFinite else {
            return broken()
        }
        rest.removeFirst(digits.count)
        return .number(number)
    }

    private static func isOfNumber(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-.eE".utf8.contains(byte)
    }

    private mutating func string() -> String? {
        guard take("\"") else {
            isBroken = true
            return nil
        }
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: bytes, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let scalar = escape() else { return nil }
                bytes += Array(String(scalar).utf8)
            case _: bytes.append(byte)
            }
        }
        isBroken = true
        return nil
    }

    private mutating func escape() -> Unicode.Scalar? {
        switch rest.popFirst() {
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "u"):
            if let scalar = codePoint() { return scalar }
        case _: break
        }
        isBroken = true
        return nil
    }

    /// Four digits, or two times four for a pair of surrogates. A lone surrogate is U+FFFD.
    private mutating func codePoint() -> Unicode.Scalar? {
        guard let first = fourDigits() else { return nil }
        guard (0xD800...0xDBFF).contains(first) else { return Unicode.Scalar(first) ?? "\u{FFFD}" }
        let before = rest
        guard take("\\"), take("u"), let second = fourDigits(), (0xDC00...0xDFFF).contains(second) else {
            rest = before
            return "\u{FFFD}"
        }
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
    }

    private mutating func fourDigits() -> UInt32? {
        let digits = String(decoding: rest.prefix(4), as: UTF8.self)
        guard let bytes = [UInt8](hexadecimal: digits), bytes.count == 2 else { return nil }
        rest.removeFirst(4)
        return UInt32(bytes[0]) << 8 | UInt32(bytes[1])
    }
}

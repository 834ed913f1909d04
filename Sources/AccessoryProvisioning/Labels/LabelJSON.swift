// SPDX-License-Identifier: Apache-2.0

/// The texts of one JSON object without objects or arrays inside (RFC 8259), as labels have it. Numbers and the words
/// true, false and null are checked and left out.
struct LabelJSON {
    private(set) var texts: [String: String] = [:]

    private var rest: ArraySlice<UInt8>

    /// Nil for anything else.
    init?(_ bytes: [UInt8]) {
        rest = bytes[...]
        guard take("{") else { return nil }
        if !take("}") {
            var names: Set<String> = []
            repeat {
                guard let name = string(), take(":"), names.insert(name).inserted else { return nil }
                if isAtString {
                    guard let text = string() else { return nil }
                    texts[name] = text
                } else {
                    guard skipWord() else { return nil }
                }
            } while take(",")
            guard take("}") else { return nil }
        }
        skipBlanks()
        guard rest.isEmpty else { return nil }
    }

    private mutating func skipBlanks() { rest = rest.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) } }

    private var isAtString: Bool {
        mutating get {
            skipBlanks()
            return rest.first == UInt8(ascii: "\"")
        }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        skipBlanks()
        guard rest.first == UInt8(ascii: character) else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// A number, or one of the three words.
    private mutating func skipWord() -> Bool {
        skipBlanks()
        let word = rest.prefix { ![0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ","), UInt8(ascii: "}")].contains($0) }
        rest = rest.dropFirst(word.count)
        let text = String(decoding: word, as: UTF8.self)
        guard !["true", "false", "null"].contains(text) else { return true }
        let isNumber = word.first.map { $0.isDigit || $0 == UInt8(ascii: "-") } ?? false
        return isNumber && Double(text)?.isFinite == true && !text.utf8.contains { $0.capital == UInt8(ascii: "X") }
    }

    private mutating func string() -> String? {
        guard take("\"") else { return nil }
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = bytes.text else { return nil }
                return text
            case UInt8(ascii: "\\"):
                guard let escaped = escaped() else { return nil }
                bytes += escaped
            case 0..<0x20: return nil
            case _: bytes.append(byte)
            }
        }
        return nil
    }

    /// The bytes for what follows a backslash.
    private mutating func escaped() -> [UInt8]? {
        switch rest.popFirst() {
        case UInt8(ascii: "\"")?: return [0x22]
        case UInt8(ascii: "\\")?: return [0x5C]
        case UInt8(ascii: "/")?: return [0x2F]
        case UInt8(ascii: "b")?: return [0x08]
        case UInt8(ascii: "f")?: return [0x0C]
        case UInt8(ascii: "n")?: return [0x0A]
        case UInt8(ascii: "r")?: return [0x0D]
        case UInt8(ascii: "t")?: return [0x09]
        case UInt8(ascii: "u")?:
            guard let unit = unit() else { return nil }
            guard UTF16.isLeadSurrogate(unit) else {
                return Unicode.Scalar(unit).map { Array(String($0).utf8) }
            }
            guard rest.starts(with: [0x5C, UInt8(ascii: "u")]) else { return nil }
            rest = rest.dropFirst(2)
            guard let trail = self.unit(), UTF16.isTrailSurrogate(trail) else { return nil }
            return Array(String(decoding: [unit, trail], as: UTF16.self).utf8)
        case _: return nil
        }
    }

    private mutating func unit() -> UInt16? {
        guard let bytes = Array(rest.prefix(4)).fromHexadecimal, bytes.count == 2 else { return nil }
        rest = rest.dropFirst(4)
        return UInt16(bytes[0]) << 8 | UInt16(bytes[1])
    }
}

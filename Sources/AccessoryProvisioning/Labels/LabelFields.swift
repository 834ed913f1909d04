// SPDX-License-Identifier: Apache-2.0

/// Fields of the form `N:value;`, up to a second semicolon. The last one may lack its semicolons, as on many labels, and
/// blanks may stand before a name.
struct LabelFields {
    struct Value: Hashable {
        var bytes: [UInt8]
        /// It stood between quotation marks, which are not part of it.
        var isQuoted = false

        /// Without the blanks at both ends.
        var trimmed: Self { isQuoted ? self : Self(bytes: bytes.trimmed { $0.isBlank }) }
    }

    private var values: [(name: [UInt8], value: Value)] = []

    /// - Parameter unescaping: a backslash stands before a character that means itself, and a value may stand between
    ///   quotation marks.
    init(_ text: [UInt8], unescaping: Bool) throws(LabelFault) {
        var rest: ArraySlice<UInt8> = text.drop(while: { $0.isBlank })
        while let first = rest.first, first != Self.semicolon {
            guard let colon = rest.firstIndex(of: Self.colon) else { throw LabelFault(.field, .wrong) }
            let name = rest[..<colon].trimmed { $0.isBlank }
            guard !name.isEmpty, !name.contains(Self.semicolon) else { throw LabelFault(.field, .wrong) }
            rest = rest[(colon + 1)...]
            values.append((name, try Self.value(&rest, unescaping: unescaping)))
            rest = rest.drop(while: { $0.isBlank })
        }
        guard rest.dropFirst().allSatisfy({ $0.isBlank }) else { throw LabelFault(.end, .wrong) }
    }

    /// The value of the field with this name.
    func only(_ name: String, _ part: LabelPart) throws(LabelFault) -> Value? {
        let found = values.filter { $0.name == Array(name.utf8) }
        guard found.count <= 1 else { throw LabelFault(part, .repeated) }
        return found.first?.value
    }

    /// The fields as a text: without the blanks around them, and without those that are empty or have this name. Each has
    /// its semicolon.
    func text(without unneeded: String) -> [UInt8] {
        var text: [UInt8] = []
        for (name, value) in values where !value.trimmed.bytes.isEmpty && name != Array(unneeded.utf8) {
            text += name + [Self.colon] + value.trimmed.bytes + [Self.semicolon]
        }
        return text + [Self.semicolon]
    }

    func has(_ name: String) -> Bool { values.contains { $0.name == Array(name.utf8) } }

    /// Takes a value and its semicolon from the front.
    private static func value(_ rest: inout ArraySlice<UInt8>, unescaping: Bool) throws(LabelFault) -> Value {
        var bytes: [UInt8] = []
        var endsEscaped = false
        let opens = rest.first == quotationMark
        while let byte = rest.popFirst(), byte != semicolon {
            endsEscaped = unescaping && byte == backslash
            guard endsEscaped else {
                bytes.append(byte)
                continue
            }
            guard let escaped = rest.popFirst() else { throw LabelFault(.field, .wrong) }
            bytes.append(escaped)
        }
        guard unescaping, opens, bytes.count >= 2, bytes.last == quotationMark, !endsEscaped else {
            return Value(bytes: bytes)
        }
        return Value(bytes: Array(bytes.dropFirst().dropLast()), isQuoted: true)
    }

    private static let semicolon = UInt8(ascii: ";")
    private static let colon = UInt8(ascii: ":")
    private static let backslash = UInt8(ascii: "\\")
    private static let quotationMark = UInt8(ascii: "\"")
}

// SPDX-License-Identifier: Apache-2.0

/// The form of a name: literal bytes, and fields that are taken out of it. At most one field has an open length, so
/// there is only one way to read a name.
public struct BridgeTemplate: Hashable, Sendable {
    public enum Part: Hashable, Sendable {
        case literal([UInt8])
        case field(Field)
    }

    public enum Alphabet: String, Hashable, Sendable, CaseIterable {
        case any
        /// In either case; the field has them in lower case.
        case hexadecimal
        case digits
    }

    /// A part that differs from device to device.
    public struct Field: Hashable, Sendable {
        /// Nil for a field that is not compared.
        public var name: String?
        /// In bytes; nil for an open length.
        public var length: Int?
        public var alphabet: Alphabet
        /// Only this many bytes from its start are compared: a device keeps this much of a name that is too long.
        public var kept: Int?

        public init(_ name: String?, length: Int? = nil, _ alphabet: Alphabet = .any, kept: Int? = nil) {
            self.name = name
            self.length = length
            self.alphabet = alphabet
            self.kept = kept
        }
    }

    public let parts: [Part]
    /// Letters in the literal parts match in either case.
    public let ignoresCase: Bool
    private let fixedLength: Int

    /// - Precondition: none. Of several fields of open length, the later ones take one byte each.
    public init(_ parts: [Part], ignoresCase: Bool = false) {
        var isOpen = false
        self.parts = parts.map { part in
            guard case .field(var field) = part, field.length == nil else { return part }
            if isOpen { field.length = 1 }
            isOpen = true
            return .field(field)
        }
        self.ignoresCase = ignoresCase
        fixedLength = self.parts.reduce(0) { $0 + ($1.length ?? 0) }
    }

    /// The names of the compared fields.
    public var fields: [String] {
        parts.compactMap { part in
            guard case .field(let field) = part else { return nil }
            return field.name
        }
    }

    private var openField: Field? {
        for case .field(let field) in parts where field.length == nil { return field }
        return nil
    }

    /// The fields of a name; nil if it does not match.
    func captures(in bytes: [UInt8]) -> Captures? {
        let open = bytes.count - fixedLength
        guard openField == nil ? open == 0 : open >= (openField?.name == nil ? 0 : 1) else { return nil }
        var captures = Captures()
        var rest = bytes[...]
        for part in parts {
            let count = part.length ?? open
            guard rest.count >= count else { return nil }
            let piece = rest.prefix(count)
            rest = rest.dropFirst(count)
            switch part {
            case .literal(let literal):
                guard ignoresCase ? piece.map(\.lowercased) == literal.map(\.lowercased) : piece.elementsEqual(literal)
                else { return nil }
            case .field(let field):
                guard let value = field.value(of: piece), captures.note(value, as: field.name) else { return nil }
            }
        }
        return captures
    }
}

extension BridgeTemplate.Part {
    fileprivate var length: Int? {
        switch self {
        case .literal(let bytes): bytes.count
        case .field(let field): field.length
        }
    }
}

extension BridgeTemplate.Field {
    /// The compared form; nil if it is not of the alphabet.
    fileprivate func value(of piece: ArraySlice<UInt8>) -> [UInt8]? {
        let part = Array(piece.prefix(kept ?? piece.count))
        switch alphabet {
        case .any: return part
        case .digits: return part.allSatisfy(\.isDigit) ? part : nil
        case .hexadecimal: return part.allSatisfy(\.isHexDigit) ? part.map(\.lowercased) : nil
        }
    }
}

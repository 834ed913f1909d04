// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// Bytes to take out of manufacturer or service data, or to expect there. Offsets count from 0, after the company's
/// identifier or the service's UUID.
public enum BridgeBytes: Hashable, Sendable {
    /// A field of these bytes.
    case field(String, at: Range<Int>, Form)
    /// A field behind a tag of one byte, in data of tags and values without lengths. The length of each tag's value is
    /// known; an unknown tag ends the reading.
    case tagged(String, tag: UInt8, lengths: [UInt8: Int], Form)
    case equal([UInt8], at: Int)
    case within(ClosedRange<UInt8>, at: Int)
    case notZero(Range<Int>)
    /// At least this many bytes.
    case count(Int)

    /// How bytes become a field.
    public enum Form: Hashable, Sendable {
        /// Two digits each.
        case hexadecimal
        /// Two digits each, the last byte first.
        case reversedHexadecimal
        /// Both of these: whichever agrees.
        case eitherHexadecimal
        /// Printable ASCII without blanks; else the trait does not hold.
        case text
        /// The low bits of a number whose last byte is the highest, as hexadecimal digits.
        case number(bits: Int)
        /// The same as decimal digits, padded to at least this many.
        case decimal(bits: Int, digits: Int)
    }

    var fields: [String] {
        switch self {
        case .field(let name, _, _), .tagged(let name, _, _, _): [name]
        case .equal, .within, .notZero, .count: []
        }
    }

    /// Every reading; empty if the bytes do not match.
    func captures(in bytes: [UInt8]) -> [Captures] {
        switch self {
        case .field(let name, let range, let form):
            guard let piece = Self.piece(range, of: bytes) else { return [] }
            return form.values(of: Array(piece)).map { Captures([name: $0]) }
        case .tagged(let name, let tag, let lengths, let form):
            guard let piece = Self.value(of: tag, lengths, in: bytes) else { return [] }
            return form.values(of: Array(piece)).map { Captures([name: $0]) }
        case .equal(let expected, let offset):
            guard offset >= 0 else { return [] }
            return bytes.dropFirst(offset).starts(with: expected) ? [Captures()] : []
        case .within(let range, let offset):
            return bytes.indices.contains(offset) && range.contains(bytes[offset]) ? [Captures()] : []
        case .count(let least):
            return bytes.count >= least ? [Captures()] : []
        case .notZero(let range):
            return Self.piece(range, of: bytes)?.contains { $0 != 0 } == true ? [Captures()] : []
        }
    }

    private static func piece(_ range: Range<Int>, of bytes: [UInt8]) -> ArraySlice<UInt8>? {
        guard range.lowerBound >= 0, !range.isEmpty, range.upperBound <= bytes.count else { return nil }
        return bytes[range]
    }

    private static func value(of tag: UInt8, _ lengths: [UInt8: Int], in bytes: [UInt8]) -> ArraySlice<UInt8>? {
        var rest = bytes[...]
        while let next = rest.popFirst() {
            guard let length = lengths[next], length >= 0, rest.count >= length else { return nil }
            if next == tag { return rest.prefix(length) }
            rest = rest.dropFirst(length)
        }
        return nil
    }
}

extension BridgeBytes.Form {
    fileprivate func values(of bytes: [UInt8]) -> [[UInt8]] {
        switch self {
        case .hexadecimal: [Array(bytes.hexadecimal.utf8)]
        case .reversedHexadecimal: [Array(bytes.reversed().hexadecimal.utf8)]
        case .eitherHexadecimal: [Array(bytes.hexadecimal.utf8), Array(bytes.reversed().hexadecimal.utf8)]
        case .text: bytes.allSatisfy { (0x21...0x7E).contains($0) } ? [bytes] : []
        case .number(let bits):
            Self.number(bytes, bits: bits).map { [Self.digits($0, radix: 16, least: (bits + 3) / 4)] } ?? []
        case .decimal(let bits, let digits):
            Self.number(bytes, bits: bits).map { [Self.digits($0, radix: 10, least: digits)] } ?? []
        }
    }

    private static func number(_ bytes: [UInt8], bits: Int) -> UInt64? {
        guard (1...63).contains(bits), bytes.count <= 8 else { return nil }
        let number = bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return number & (1 << UInt64(bits) - 1)
    }

    private static func digits(_ number: UInt64, radix: Int, least: Int) -> [UInt8] {
        let digits = Array(String(number, radix: radix).utf8)
        return Array(repeating: UInt8(ascii: "0"), count: max(0, least - digits.count)) + digits
    }
}

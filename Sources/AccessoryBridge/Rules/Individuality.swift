// SPDX-License-Identifier: Apache-2.0

/// How far a name separates one device from others of its kind.
enum Individuality {
    /// Bits of three hexadecimal digits: with fewer, equal values are no evidence.
    static let least = 12.0

    private static let digit = 3.32
    private static let hexadecimal = 4.0

    /// The bits in the numbers of a name whose maker declared none: four or more digits in a row, or six or more
    /// hexadecimal digits of which one is a digit. Words and the short numbers of models do not count.
    static func bits(of name: [UInt8]) -> Double {
        var bits = 0.0
        for run in name.split(whereSeparator: { !$0.isHexDigit }) {
            if run.count >= 6, run.contains(where: \.isDigit) {
                bits += Double(run.count) * hexadecimal
            } else {
                for digits in run.split(whereSeparator: { !$0.isDigit }) where digits.count >= 4 {
                    bits += Double(digits.count) * digit
                }
            }
        }
        return bits
    }

    /// The bits of a value that a rule declares to be a device's own. Text without a digit is likely a word.
    static func declaredBits(of value: [UInt8]) -> Double {
        let characters = value.filter(\.isAlphanumeric)
        guard characters.contains(where: \.isDigit) else { return Double(characters.count) }
        if characters.allSatisfy(\.isDigit) { return Double(characters.count) * digit }
        return Double(characters.count) * hexadecimal
    }
}

extension UInt8 {
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
    var isAlphanumeric: Bool { isDigit || isLetter }
    var isHexDigit: Bool { isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20) }
    /// ASCII only, so that it does not depend on a language.
    var lowercased: UInt8 { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self }
}

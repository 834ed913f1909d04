// SPDX-License-Identifier: Apache-2.0

/// The grammar that all values of a rule share: text, with fields in braces.
enum Braces {
    enum Piece: Hashable {
        case literal(String)
        /// The text between the braces.
        case field(String)
    }

    /// The longest value, so that a rule has few fields.
    private static let longest = 256

    static func pieces(of text: String) throws(Unreadable) -> [Piece] {
        guard text.utf8.count <= longest else { throw Unreadable("has more than \(longest) bytes") }
        var pieces: [Piece] = []
        var literal: [UInt8] = []
        var field: [UInt8]?
        // By bytes: as a character, a brace with a combining mark behind it would not match.
        for byte in text.utf8 {
            switch (byte, field) {
            case (UInt8(ascii: "{"), nil):
                if !literal.isEmpty { pieces.append(.literal(String(decoding: literal, as: UTF8.self))) }
                literal = []
                field = []
            case (UInt8(ascii: "}"), let inner?):
                pieces.append(.field(String(decoding: inner, as: UTF8.self)))
                field = nil
            case (UInt8(ascii: "{"), _?), (UInt8(ascii: "}"), nil):
                throw Unreadable("has a brace without its other half; write \\x7b and \\x7d for literal braces")
            case (_, nil): literal.append(byte)
            case (_, _?): field?.append(byte)
            }
        }
        guard field == nil else {
            throw Unreadable("has a brace without its other half; write \\x7b and \\x7d for literal braces")
        }
        if !literal.isEmpty { pieces.append(.literal(String(decoding: literal, as: UTF8.self))) }
        return pieces
    }

    /// The name of a field, nil for `*`, and the part behind its colon, if there is one.
    static func name(_ field: String) throws(Unreadable) -> (name: String?, rest: String?) {
        let parts = field.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map { String($0) }
        guard let name = parts.first, name == "*" || !name.isEmpty && name.utf8.allSatisfy(\.isAlphanumeric) else {
            throw Unreadable("'{\(field)}' has no name of letters and digits, such as {serial}, nor is it {*}")
        }
        return (name == "*" ? nil : name, parts.count == 2 ? parts[1] : nil)
    }

    /// A number without a sign, of a few digits.
    static func number(_ digits: Substring) -> Int? {
        guard (1...3).contains(digits.utf8.count), digits.utf8.allSatisfy(\.isDigit) else { return nil }
        return Int(digits)
    }
}

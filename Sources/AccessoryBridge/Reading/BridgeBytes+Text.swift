// SPDX-License-Identifier: Apache-2.0

extension BridgeBytes {
    /// The most that an advertisement's data can have (Core Specification, Vol 6 Part B 2.3.4.9).
    private static let most = 254

    /// Reads `0x006B {serial:2-5:text}`: the owner of the data, and its fields, each with the bytes from one offset to
    /// the other.
    static func fields(_ text: String) throws(Unreadable) -> (of: String, fields: [BridgeBytes]) {
        let words = text.split(separator: " ").map { String($0) }
        guard let first = words.first, words.count > 1 else {
            throw Unreadable("has no field; write what the data is of and its fields, such as 0x006B {serial:2-5}")
        }
        var fields: [BridgeBytes] = []
        for word in words.dropFirst() { fields.append(try field(word)) }
        return (first, fields)
    }

    private static func field(_ word: String) throws(Unreadable) -> BridgeBytes {
        guard case .field(let text)? = try Braces.pieces(of: word).first, word.utf8.count == text.utf8.count + 2 else {
            throw Unreadable("'\(word)' is not a field such as {serial:2-5}")
        }
        let (name, rest) = try Braces.name(text)
        let parts = (rest ?? "").split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let bounds = (parts.first ?? "").split(separator: "-", omittingEmptySubsequences: false)
        guard let name, bounds.count == 2, let first = Braces.number(bounds[0]), let last = Braces.number(bounds[1]),
            first <= last, last < most
        else {
            throw Unreadable("'\(word)' names no range of bytes, counted from 0, such as {serial:2-5}")
        }
        guard parts.count == 2 else { return .field(name, at: first..<(last + 1), .hexadecimal) }
        switch parts[1] {
        case "hex": return .field(name, at: first..<(last + 1), .hexadecimal)
        case "reversed": return .field(name, at: first..<(last + 1), .reversedHexadecimal)
        case "text": return .field(name, at: first..<(last + 1), .text)
        case let other: throw Unreadable("'\(other)' is neither hex, reversed nor text")
        }
    }

    /// The number of hexadecimal digits in the field; nil if it has others, or is not here.
    func hexadecimalDigits(of field: String) -> Int? {
        switch self {
        case .field(field, let range, let form):
            switch form {
            case .hexadecimal, .reversedHexadecimal, .eitherHexadecimal: range.count * 2
            case .text, .number, .decimal: nil
            }
        case .field, .tagged, .equal, .within, .notZero, .count: nil
        }
    }
}

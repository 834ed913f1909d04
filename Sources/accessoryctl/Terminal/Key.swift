// SPDX-License-Identifier: Apache-2.0

/// One key of a terminal.
enum Key: Hashable, Sendable {
    case character(Character)
    case up
    case down
    case left
    case right
    case home
    case end
    case pageUp
    case pageDown
    case enter
    case escape
    case backspace
    /// Clears a line of input.
    case controlU
    case controlC
    case endOfInput
    /// Keys that have no effect.
    case other

    /// Whoever presses it goes back, or gives up.
    var leaves: Bool { [.character("q"), .escape, .controlC, .endOfInput].contains(self) }

    /// The keys in one read of a terminal (xterm and VT100 sequences; ECMA-48, 5.4 for their length).
    static func keys(of bytes: some Sequence<UInt8>) -> [Key] {
        var keys: [Key] = []
        var rest = Array(bytes)[...]
        while let byte = rest.popFirst() {
            switch byte {
            case 0x1B: keys.append(escaped(&rest))
            case 0x03: keys.append(.controlC)
            case 0x04: keys.append(.endOfInput)
            case 0x15: keys.append(.controlU)
            case 0x08, 0x7F: keys.append(.backspace)
            case 0x0A, 0x0D: keys.append(.enter)
            case 0x00..<0x20: keys.append(.other)
            case 0x20..<0x7F: keys.append(.character(Character(UnicodeScalar(byte))))
            case _:
                let more = length(of: byte) - 1
                let character = String(validating: [byte] + rest.prefix(more), as: UTF8.self)?.first
                if character != nil { rest = rest.dropFirst(more) }
                keys.append(character.map { .character($0) } ?? .other)
            }
        }
        return keys
    }

    /// Whether the last of these bytes may be the beginning of a longer key: an arrow key, or a character of several
    /// bytes, may come in pieces.
    static func isCut(_ bytes: some BidirectionalCollection<UInt8>) -> Bool {
        guard let last = bytes.last else { return false }
        if last == 0x1B { return true }
        let tail = bytes.suffix(3).reversed()
        guard let lead = tail.firstIndex(where: { $0 >= 0xC0 }) else { return false }
        let count = tail.distance(from: tail.startIndex, to: lead) + 1
        return tail.prefix(count - 1).allSatisfy { $0 & 0xC0 == 0x80 } && count < length(of: tail[lead])
    }

    /// The length of the character that begins with this byte (RFC 3629, 3).
    private static func length(of lead: UInt8) -> Int { lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2 }

    /// The keys of VT220 and rxvt with numbers.
    private static func numbered(_ number: String) -> Key {
        switch number {
        case "1", "7": .home
        case "4", "8": .end
        case "5": .pageUp
        case "6": .pageDown
        case _: .other
        }
    }

    private static func escaped(_ rest: inout ArraySlice<UInt8>) -> Key {
        guard let introducer = rest.first, introducer == UInt8(ascii: "[") || introducer == UInt8(ascii: "O") else {
            return .escape
        }
        rest.removeFirst()
        let parameters = rest.prefix { !(0x40...0x7E).contains($0) }
        rest = rest.dropFirst(parameters.count)
        switch rest.popFirst() {
        case UInt8(ascii: "A"): return .up
        case UInt8(ascii: "B"): return .down
        case UInt8(ascii: "C"): return .right
        case UInt8(ascii: "D"): return .left
        case UInt8(ascii: "H"): return .home
        case UInt8(ascii: "F"): return .end
        case UInt8(ascii: "~"): return numbered(String(decoding: parameters, as: UTF8.self))
        case _: return .other
        }
    }
}

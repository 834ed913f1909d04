// SPDX-License-Identifier: Apache-2.0

/// The whole grammar of RFC 8259, checked before a message is decoded.
///
/// `JSONDecoder` looks at a value only on request, and has its own limit for depth. A peer that sends anything but JSON
/// loses its connection, whichever member contains it; so this checks all of it first.
struct JSONSyntax {
    private let bytes: [UInt8]
    private let depthLimit: Int
    private var position = 0
    private var members: [Member] = []

    /// The place of a member of the message itself: its name with the quotation marks, and its value.
    struct Member {
        let name: Range<Int>
        let value: Range<Int>
    }

    private init(_ bytes: [UInt8], depthLimit: Int) {
        self.bytes = bytes
        self.depthLimit = depthLimit
    }

    /// The members of `message`. Throws unless it is one JSON object in UTF-8 with at most `depthLimit` levels.
    @discardableResult
    static func check(
        _ message: [UInt8], depthLimit: Int = MessageLimits.depth
    ) throws(ProtocolViolation) -> [Member] {
        do {
            _ = try UTF8Span(validating: message.span)
        } catch {
            throw .notUTF8
        }
        var syntax = JSONSyntax(message, depthLimit: depthLimit)
        syntax.skipSpace()
        let isObject = syntax.peek == UInt8(ascii: "{")
        try syntax.value(depth: 0)
        syntax.skipSpace()
        guard syntax.peek == nil else { throw syntax.wrong }
        guard isObject else { throw .notAnObject }
        return syntax.members
    }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private var wrong: ProtocolViolation { .notJSON(offset: position) }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        position += 1
        return true
    }

    /// Recursion is safe here: the limit of the depth is the limit of the stack.
    private mutating func value(depth: Int) throws(ProtocolViolation) {
        switch peek {
        case UInt8(ascii: "{"): try object(depth: depth + 1)
        case UInt8(ascii: "["): try array(depth: depth + 1)
        case UInt8(ascii: "\""): try string()
        case UInt8(ascii: "t"): try word("true")
        case UInt8(ascii: "f"): try word("false")
        case UInt8(ascii: "n"): try word("null")
        default: try number()
        }
    }

    private mutating func object(depth: Int) throws(ProtocolViolation) {
        try enter(depth)
        if take(UInt8(ascii: "}")) { return }
        repeat {
            skipSpace()
            let name = position
            try string()
            let nameEnd = position
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw wrong }
            skipSpace()
            let start = position
            try value(depth: depth)
            if depth == 1 { members.append(Member(name: name..<nameEnd, value: start..<position)) }
            skipSpace()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { throw wrong }
    }

    private mutating func array(depth: Int) throws(ProtocolViolation) {
        try enter(depth)
        if take(UInt8(ascii: "]")) { return }
        repeat {
            skipSpace()
            try value(depth: depth)
            skipSpace()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else { throw wrong }
    }

    private mutating func enter(_ depth: Int) throws(ProtocolViolation) {
        guard depth <= depthLimit else { throw .tooDeep(limit: depthLimit) }
        position += 1
        skipSpace()
    }

    private mutating func string() throws(ProtocolViolation) {
        guard take(UInt8(ascii: "\"")) else { throw wrong }
        while let byte = peek, byte >= 0x20 {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return
            case UInt8(ascii: "\\"): try escape()
            default: continue
            }
        }
        throw wrong
    }

    private mutating func escape() throws(ProtocolViolation) {
        if take(UInt8(ascii: "u")) {
            for _ in 0..<4 {
                guard let digit = peek, Self.isHexadecimal(digit) else { throw wrong }
                position += 1
            }
        } else {
            guard let byte = peek, Self.shortEscapes.contains(byte) else { throw wrong }
            position += 1
        }
    }

    private mutating func word(_ word: StaticString) throws(ProtocolViolation) {
        for scalar in word.description.utf8 {
            guard take(scalar) else { throw wrong }
        }
    }

    private mutating func number() throws(ProtocolViolation) {
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits() }
        if take(UInt8(ascii: ".")) { try digits() }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try digits()
        }
    }

    private mutating func digits() throws(ProtocolViolation) {
        let first = position
        while let byte = peek, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { position += 1 }
        guard position > first else { throw wrong }
    }

    private static let shortEscapes = Array(#""\/bfnrt"#.utf8)

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

/// The syntax tree of a regular expression.
indirect enum NamePatternNode {
    case one(NamePattern.Test)
    case place(NamePattern.Place)
    case sequence([NamePatternNode])
    case choice([NamePatternNode])
    case many(NamePatternNode, atLeast: Int, atMost: Int?)
}

/// Reads a regular expression.
struct NamePatternSyntax {
    private var rest: ArraySlice<Unicode.Scalar>
    private var depth = 0

    static let deepest = 16
    static let mostRepeated = 255

    init(_ text: String) { rest = Array(text.unicodeScalars)[...] }

    mutating func expression() throws(NamePattern.Fault) -> NamePatternNode {
        let node = try choice()
        guard rest.isEmpty else { throw NamePattern.Fault("')' closes no group") }
        return node
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard rest.first == scalar else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func choice() throws(NamePattern.Fault) -> NamePatternNode {
        var ways = [try sequence()]
        while take("|") { ways.append(try sequence()) }
        return ways.count == 1 ? ways[0] : .choice(ways)
    }

    private mutating func sequence() throws(NamePattern.Fault) -> NamePatternNode {
        var nodes: [NamePatternNode] = []
        while let next = rest.first, next != "|", next != ")" {
            let node = try single()
            nodes.append(try repeated(node))
        }
        return .sequence(nodes)
    }

    private mutating func single() throws(NamePattern.Fault) -> NamePatternNode {
        let first = rest.removeFirst()
        switch first {
        case "(": return try group()
        case "[": return .one(.set(try set()))
        case ".": return .one(.any)
        case "^": return .place(.start)
        case "$": return .place(.lastLineEnd)
        case "\\": return try escaped()
        case "*", "+", "?", "{": throw NamePattern.Fault("'\(first)' repeats nothing")
        case "}": throw NamePattern.Fault("'}' closes nothing; write \\}")
        case _: return .one(.scalar(first))
        }
    }

    private mutating func group() throws(NamePattern.Fault) -> NamePatternNode {
        guard depth < Self.deepest else { throw NamePattern.Fault("groups lie more than \(Self.deepest) deep") }
        if take("?"), !take(":") {
            throw NamePattern.Fault("'(?' is read only in '(?:'; looking around, names and flags are not supported")
        }
        depth += 1
        let node = try choice()
        depth -= 1
        guard take(")") else { throw NamePattern.Fault("'(' is not closed") }
        return node
    }

    private mutating func repeated(_ node: NamePatternNode) throws(NamePattern.Fault) -> NamePatternNode {
        let limits: (Int, Int?)
        switch rest.first {
        case "*"?: limits = (0, nil)
        case "+"?: limits = (1, nil)
        case "?"?: limits = (0, 1)
        case "{"?: limits = try count()
        case _: return node
        }
        rest.removeFirst()
        if case .place = node { throw NamePattern.Fault("a place, such as ^ or \\b, is not repeated") }
        // A reluctant repetition finds the same names.
        _ = take("?")
        if take("+") { throw NamePattern.Fault("possessive repetition is not supported") }
        if let next = rest.first, "*?{".unicodeScalars.contains(next) {
            throw NamePattern.Fault("'\(next)' repeats a repetition; put that into a group")
        }
        return .many(node, atLeast: limits.0, atMost: limits.1)
    }

    /// Leaves the closing brace.
    private mutating func count() throws(NamePattern.Fault) -> (Int, Int?) {
        rest.removeFirst()
        let fault = NamePattern.Fault("a repetition is {n}, {n,} or {n,m}, up to \(Self.mostRepeated)")
        let least = number()
        var most = least
        if take(",") { most = number() }
        guard rest.first == "}", let least, least <= Self.mostRepeated else { throw fault }
        if let most, most > Self.mostRepeated || most < least { throw fault }
        return (least, most)
    }

    private mutating func number() -> Int? {
        let digits = rest.prefix { ("0"..."9").contains($0) }
        rest.removeFirst(digits.count)
        return Int(String(String.UnicodeScalarView(digits)))
    }

    private mutating func escaped() throws(NamePattern.Fault) -> NamePatternNode {
        switch rest.first {
        case "b"?: return .place(try skip(.wordBoundary))
        case "B"?: return .place(try skip(.noWordBoundary))
        case "A"?: return .place(try skip(.start))
        case "Z"?: return .place(try skip(.lastLineEnd))
        case "z"?: return .place(try skip(.end))
        case _: break
        }
        if let part = part() { return .one(.set(ScalarSet(parts: [part]))) }
        return .one(.scalar(try character()))
    }

    private mutating func skip(_ place: NamePattern.Place) throws(NamePattern.Fault) -> NamePattern.Place {
        rest.removeFirst()
        return place
    }

    /// After the `\`.
    private mutating func part() -> ScalarSet.Part? {
        let part: ScalarSet.Part
        switch rest.first {
        case "d"?: part = ScalarSet.Part(kind: .digit, isNegated: false)
        case "D"?: part = ScalarSet.Part(kind: .digit, isNegated: true)
        case "w"?: part = ScalarSet.Part(kind: .word, isNegated: false)
        case "W"?: part = ScalarSet.Part(kind: .word, isNegated: true)
        case "s"?: part = ScalarSet.Part(kind: .space, isNegated: false)
        case "S"?: part = ScalarSet.Part(kind: .space, isNegated: true)
        case _: return nil
        }
        rest.removeFirst()
        return part
    }

    /// After the `\`.
    private mutating func character() throws(NamePattern.Fault) -> Unicode.Scalar {
        guard let first = rest.popFirst() else { throw NamePattern.Fault("a '\\' ends it") }
        switch first {
        case "n": return "\n"
        case "t": return "\t"
        case "r": return "\r"
        case "f": return "\u{C}"
        case "u": return try hexadecimal(4)
        case "x":
            guard take("{") else { return try hexadecimal(2) }
            guard let end = rest.firstIndex(of: "}") else { throw NamePattern.Fault("'\\x{' is not closed") }
            let scalar = try hexadecimal(end - rest.startIndex)
            rest.removeFirst()
            return scalar
        case "0"..."9", "A"..."Z", "a"..."z": throw NamePattern.Fault("'\\\(first)' is not supported")
        case _: return first
        }
    }

    private mutating func hexadecimal(_ count: Int) throws(NamePattern.Fault) -> Unicode.Scalar {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy({ $0.properties.isASCIIHexDigit }),
            let value = UInt32(String(String.UnicodeScalarView(digits)), radix: 16), let scalar = Unicode.Scalar(value)
        else { throw NamePattern.Fault("a character's number is \\xhh, \\x{hhhhhh} or \\uhhhh") }
        rest.removeFirst(count)
        return scalar
    }

    /// After the `[`.
    private mutating func set() throws(NamePattern.Fault) -> ScalarSet {
        var set = ScalarSet()
        set.isNegated = take("^")
        while !take("]") {
            guard let first = rest.popFirst() else { throw NamePattern.Fault("'[' is not closed") }
            if first == "\\", let part = part() {
                set.parts.append(part)
                continue
            }
            let low = try member(first)
            guard rest.first == "-", rest.dropFirst().first != "]" else {
                set.ranges.append(low...low)
                continue
            }
            rest.removeFirst()
            guard let last = rest.popFirst() else { throw NamePattern.Fault("'[' is not closed") }
            let high = try member(last)
            guard low <= high else { throw NamePattern.Fault("the range \(low)-\(high) is the wrong way round") }
            set.ranges.append(low...high)
        }
        guard !(set.ranges.isEmpty && set.parts.isEmpty) else { throw NamePattern.Fault("a set is empty") }
        return set
    }

    private mutating func member(_ first: Unicode.Scalar) throws(NamePattern.Fault) -> Unicode.Scalar {
        switch first {
        case "\\": return try character()
        case "[", "&":
            throw NamePattern.Fault("'\(first)' in a set is written \\\(first); sets of sets are not supported")
        case _: return first
        }
    }
}

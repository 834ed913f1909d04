// SPDX-License-Identifier: Apache-2.0

/// A regular expression to search for in a device's name. Any stranger can broadcast the name, and the expression is an
/// app's. So the search follows all states at once (K. Thompson, CACM 11(6), 1968) and tries none twice: its time is
/// proportional to both lengths, whatever they are, and limited by a budget.
///
/// The syntax is ICU's, as far as it needs no memory: characters, `.`, `[a-z]`, `[^…]`, `\d \w \s` and their opposites,
/// `\b`, `^ $ \A \z`, groups, `|`, `* + ? {n} {n,} {n,m}`, `\n \t \r \f \xhh \x{…} \uhhhh`, and `\` before punctuation.
/// Captures, back references, looking around, `\p`, `(?i)`, possessive repetition and operations on sets are refused.
/// Without regard to case one scalar stands for one: `ß` is not found in `SS`.
package struct NamePattern: Sendable, Hashable {
    /// A condition for one scalar of the name.
    enum Test: Sendable, Hashable {
        case scalar(Unicode.Scalar)
        /// Anything but the end of a line.
        case any
        case set(ScalarSet)
    }

    /// A condition for the place between two scalars.
    enum Place: Sendable, Hashable {
        case start
        case end
        /// At the end, or before a final line end.
        case lastLineEnd
        case wordBoundary
        case noWordBoundary
    }

    enum Step: Sendable, Hashable {
        case take(Test)
        case be(Place)
        /// Both ways at once.
        case fork(Int, Int)
        case jump(Int)
        case found
    }

    /// A fault of an expression, for its author.
    package struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
        package let description: String

        init(_ description: String) { self.description = description }
    }

    /// The longest expression, in scalars, and the most steps after its repetitions are written out.
    package static let longest = 128
    static let mostSteps = 256
    /// The budget of a search for one name: each state between two scalars costs one. A name of 248 scalars with an
    /// expression in a dozen states at once costs less.
    package static let budget = 4096

    private let steps: [Step]
    private let ignoresCase: Bool

    package init(_ text: String, ignoresCase: Bool) throws(Fault) {
        guard text.unicodeScalars.count <= Self.longest else {
            throw Fault("a regular expression has at most \(Self.longest) characters")
        }
        var syntax = NamePatternSyntax(text)
        var program = NamePatternProgram()
        try program.write(try syntax.expression())
        steps = program.steps + [.found]
        self.ignoresCase = ignoresCase
    }

    /// Whether it is found in the name, or at its beginning if it is anchored there.
    ///
    /// - Parameter budget: the budget of the search; afterwards the rest of it. A search that needs more than there is
    ///   finds nothing.
    package func isFound(in name: String, anchored: Bool, within budget: inout Int) -> Bool {
        let name = Array(name.unicodeScalars)
        var states = States(count: steps.count)
        var pending: [Int] = []
        for index in 0...name.count {
            if index == 0 || !anchored { pending.append(0) }
            if follow(&pending, into: &states, in: name, at: index, &budget) { return true }
            guard budget > 0, index < name.count, !(anchored && states.list.isEmpty) else { return false }
            for state in states.list {
                if case .take(let test) = steps[state], allows(test, name[index]) { pending.append(state + 1) }
            }
            states.clear()
        }
        return false
    }

    /// Follows all ways that take no scalar. True if one of them ends.
    private func follow(
        _ pending: inout [Int], into states: inout States, in name: [Unicode.Scalar], at index: Int,
        _ budget: inout Int
    ) -> Bool {
        while budget > 0, let state = pending.popLast() {
            guard states.insert(state) else { continue }
            budget -= 1
            switch steps[state] {
            case .take: break
            case .be(let place): if place.holds(in: name, at: index) { pending.append(state + 1) }
            case .fork(let one, let other): pending += [one, other]
            case .jump(let next): pending.append(next)
            case .found: return true
            }
        }
        return false
    }

    private func allows(_ test: Test, _ scalar: Unicode.Scalar) -> Bool {
        switch test {
        case .scalar(let wanted):
            scalar == wanted || ignoresCase && scalar.caseFolded.elementsEqual(wanted.caseFolded)
        case .any: !scalar.endsLine
        case .set(let set): set.contains(scalar, ignoresCase: ignoresCase)
        }
    }
}

extension NamePattern {
    /// The same with the whole budget.
    package func isFound(in name: String, anchored: Bool) -> Bool {
        var budget = Self.budget
        return isFound(in: name, anchored: anchored, within: &budget)
    }
}

/// The states that a search is in, each once.
private struct States {
    private(set) var list: [Int] = []
    private var isIn: [Bool]

    init(count: Int) { isIn = Array(repeating: false, count: count) }

    mutating func insert(_ state: Int) -> Bool {
        guard !isIn[state] else { return false }
        isIn[state] = true
        list.append(state)
        return true
    }

    mutating func clear() {
        for state in list { isIn[state] = false }
        list.removeAll(keepingCapacity: true)
    }
}

extension NamePattern.Place {
    fileprivate func holds(in name: [Unicode.Scalar], at index: Int) -> Bool {
        switch self {
        case .start: index == 0
        case .end: index == name.count
        case .lastLineEnd:
            index == name.count || index + 1 == name.count && name[index].endsLine
                || index + 2 == name.count && name[index] == "\r" && name[index + 1] == "\n"
        case .wordBoundary: isWord(name, index - 1) != isWord(name, index)
        case .noWordBoundary: isWord(name, index - 1) == isWord(name, index)
        }
    }

    private func isWord(_ name: [Unicode.Scalar], _ index: Int) -> Bool {
        name.indices.contains(index) && ScalarSet.Kind.word.contains(name[index])
    }
}

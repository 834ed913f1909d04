// SPDX-License-Identifier: Apache-2.0

/// Writes the steps of a regular expression, its repetitions one after the other.
struct NamePatternProgram {
    private(set) var steps: [NamePattern.Step] = []
    /// The nodes written so far: those that make no step take time too.
    private var written = 0

    mutating func write(_ node: NamePatternNode) throws(NamePattern.Fault) {
        written += 1
        guard max(written, steps.count) < NamePattern.mostSteps else {
            throw NamePattern.Fault(
                "it becomes too long when its repetitions are written out: more than \(NamePattern.mostSteps) steps")
        }
        switch node {
        case .one(let test): steps.append(.take(test))
        case .place(let place): steps.append(.be(place))
        case .sequence(let nodes): for node in nodes { try write(node) }
        case .choice(let ways): try write(ways[...])
        case .many(let node, let least, let most):
            for _ in 0..<least { try write(node) }
            guard let most else { return try writeLoop(node) }
            for _ in least..<most { try write(optional: node) }
        }
    }

    private mutating func write(_ ways: ArraySlice<NamePatternNode>) throws(NamePattern.Fault) {
        guard let first = ways.first else { return }
        guard ways.count > 1 else { return try write(first) }
        let fork = reserve()
        try write(first)
        let end = reserve()
        steps[fork] = .fork(fork + 1, steps.count)
        try write(ways.dropFirst())
        steps[end] = .jump(steps.count)
    }

    private mutating func writeLoop(_ node: NamePatternNode) throws(NamePattern.Fault) {
        let fork = reserve()
        try write(node)
        steps.append(.jump(fork))
        steps[fork] = .fork(fork + 1, steps.count)
    }

    private mutating func write(optional node: NamePatternNode) throws(NamePattern.Fault) {
        let fork = reserve()
        try write(node)
        steps[fork] = .fork(fork + 1, steps.count)
    }

    /// A step whose target is filled in later.
    private mutating func reserve() -> Int {
        steps.append(.found)
        return steps.count - 1
    }
}

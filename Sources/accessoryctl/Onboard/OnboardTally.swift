// SPDX-License-Identifier: Apache-2.0

/// What became of all accessories that one command adds.
struct OnboardTally: Hashable, Sendable {
    private var added = 0
    /// In the order of their ends.
    private var failed: [String] = []
    /// Those that the command did not come to.
    var left = 0

    /// Names of the failed in the last line. Each failure has an own line above.
    static let mostNames = 10

    mutating func count(_ result: OnboardResult) {
        if result.isGood { added += 1 } else { failed.append(result.name) }
    }

    var isEmpty: Bool { added == 0 && failed.isEmpty }

    /// For people: "3 added, 1 failed: 'Hall lamp'".
    var line: String {
        var line = "\(added) added"
        // The names come last, because a comma separates them too.
        if left > 0 { line += ", \(left) not tried" }
        guard !failed.isEmpty else { return line }
        let names = failed.prefix(Self.mostNames).map { "'\($0)'" }.joined(separator: ", ")
        let rest = failed.count > Self.mostNames ? " and \(failed.count - Self.mostNames) more" : ""
        return "\(line), \(failed.count) failed: \(names)\(rest)"
    }
}

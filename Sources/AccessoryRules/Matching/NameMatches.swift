// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// The text that a rule looks for in a device's name, and how.
struct NameLook: Hashable, Sendable {
    private let text: String
    private let comparison: Set<BluetoothRule.NameComparison>
    private let pattern: NamePattern?

    /// Nil for a rule that accepts any name.
    init?(_ rule: BluetoothRule) {
        guard let text = rule.nameSubstring else { return nil }
        self.text = text
        comparison = rule.nameComparison
        pattern = rule.namePattern
    }

    /// The pattern follows from the rest.
    static func == (left: NameLook, right: NameLook) -> Bool {
        left.text == right.text && left.comparison == right.comparison
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(text)
        hasher.combine(comparison)
    }

    /// - Parameter budget: the steps that a pattern may take; comparing texts takes none.
    func isFound(in name: String, within budget: inout Int) -> Bool {
        guard let pattern else { return name.has(text, compared: comparison) }
        return pattern.isFound(in: name, anchored: comparison.contains(.anchored), within: &budget)
    }
}

/// The names that match some rules. It searches each name once for each rule, however often it is seen, and all rules
/// share one budget: names come from strangers, and patterns from apps.
package struct NameMatches: Sendable {
    private let looks: [NameLook]
    private var found: [String: Set<NameLook>] = [:]
    /// The steps of all searches, for statistics.
    package private(set) var steps = 0

    /// For one name and all rules of a picker together; the first rules come first.
    package static let budget = 4 * NamePattern.budget

    package init(_ rules: [BluetoothRule]) {
        var known: Set<NameLook> = []
        looks = rules.compactMap { NameLook($0) }.filter { known.insert($0).inserted }
    }

    /// Searches the new names, and forgets those that are out of range.
    package mutating func read(_ names: some Sequence<String>) {
        var heard: [String: Set<NameLook>] = [:]
        guard !looks.isEmpty else { return }
        for name in names where heard[name] == nil { heard[name] = found[name] ?? read(name) }
        found = heard
    }

    private mutating func read(_ name: String) -> Set<NameLook> {
        var left = Self.budget
        let matching = looks.filter { look in
            var budget = min(left, NamePattern.budget)
            let before = budget
            defer { left -= before - budget }
            return look.isFound(in: name, within: &budget)
        }
        steps += Self.budget - left
        return Set(matching)
    }

    func has(_ look: NameLook, in name: String) -> Bool { found[name]?.contains(look) ?? false }
}

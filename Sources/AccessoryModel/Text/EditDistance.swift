// SPDX-License-Identifier: Apache-2.0

/// Finds the word that a misspelt one may stand for.
package enum EditDistance {
    /// A longer word is no name of ours, and comparing it would take time.
    private static let longest = 128

    /// The number of letters to insert, delete, replace, or swap with the next one, until the words are equal: the
    /// optimal string alignment distance.
    package static func between(_ left: some StringProtocol, _ right: some StringProtocol) -> Int {
        let (left, right) = (Array(left), Array(right))
        var (before, last) = ([Int](), Array(0...right.count))
        for (row, letter) in left.enumerated() {
            var now = [row + 1]
            for (column, other) in right.enumerated() {
                var least = min(last[column] + (letter == other ? 0 : 1), last[column + 1] + 1, now[column] + 1)
                if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
                    least = min(least, before[column - 1] + 1)
                }
                now.append(least)
            }
            (before, last) = (last, now)
        }
        return last[right.count]
    }

    /// The nearest of these names, whatever its case; nil if none is near, or two are equally near.
    package static func nearest(to word: String, among names: some Sequence<String>) -> String? {
        guard !word.isEmpty, word.utf8.count <= longest else { return nil }
        let typed = word.lowercased()
        // Of a short word one letter may be wrong, of a long one three.
        let most = min(3, max(1, typed.count / 3))
        let distances = Set(names).filter { $0.utf8.count <= longest }
            .map { (name: $0, distance: between(typed, $0.lowercased())) }.filter { $0.distance <= most }
        guard let least = distances.map(\.distance).min() else { return nil }
        let nearest = distances.filter { $0.distance == least }
        return nearest.count == 1 ? nearest[0].name : nil
    }

    /// ` (did you mean 'scan'?)`, or nothing. It follows the refused word.
    package static func question(about word: String, among names: some Sequence<String>) -> String {
        nearest(to: word, among: names).map { " (did you mean '\($0)'?)" } ?? ""
    }
}

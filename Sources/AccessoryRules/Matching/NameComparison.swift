// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

extension String {
    /// Whether a text is in this one, as Foundation's `range(of:options:)` finds it (CFStringFindWithOptions). It finds
    /// whole characters, so `e` is not in `é`, unless the comparison is `literal` or ignores marks.
    ///
    /// As there, `numeric` and `forcedOrdering` are about the order of texts and change nothing here. `backwards`
    /// changes only the place of an `anchored` text: the end.
    func has(_ text: String, compared comparison: Set<BluetoothRule.NameComparison>) -> Bool {
        let whole = FoldedText(self, comparison)
        let part = FoldedText(text, comparison).letters
        let last = whole.letters.count - part.count
        guard !part.isEmpty, last >= 0 else { return false }
        guard comparison.contains(.anchored) else { return (0...last).contains { whole.has(part, at: $0) } }
        return whole.has(part, at: comparison.contains(.backwards) ? last : 0)
    }
}

/// A text without the differences that a comparison ignores.
private struct FoldedText {
    struct Letter {
        var scalar: Unicode.Scalar
        /// The first of the scalars that one scalar of the text became.
        var isFirst: Bool
    }

    private(set) var letters: [Letter] = []
    private let isLiteral: Bool
    private let isWidthInsensitive: Bool
    private let isCaseInsensitive: Bool
    private let isDiacriticInsensitive: Bool

    init(_ text: String, _ comparison: Set<BluetoothRule.NameComparison>) {
        isLiteral = comparison.contains(.literal)
        isWidthInsensitive = comparison.contains(.widthInsensitive)
        isCaseInsensitive = comparison.contains(.caseInsensitive)
        isDiacriticInsensitive = comparison.contains(.diacriticInsensitive)
        var base: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            for (index, folded) in fold(scalar).enumerated() {
                if folded.isMark, isDiacriticInsensitive, base.map(Self.losesMarks) == true { continue }
                if !folded.isMark { base = folded }
                letters.append(Letter(scalar: folded, isFirst: index == 0))
            }
        }
        if !isLiteral { orderMarks() }
    }

    /// Latin, Greek and Cyrillic letters; in other scripts a mark makes another letter.
    private static func losesMarks(_ base: Unicode.Scalar) -> Bool { base.value < 0x510 }

    private func fold(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        var folded = [isWidthInsensitive ? scalar.usualWidth : scalar]
        if !isLiteral { folded = folded.flatMap(\.decomposed) }
        if isCaseInsensitive { folded = folded.flatMap { Array($0.caseFolded) } }
        if !isLiteral || isDiacriticInsensitive && Self.losesMarks(folded[0].decomposed[0]) {
            folded = folded.flatMap(\.decomposed)
        }
        return folded
    }

    /// Marks on different sides of a letter mean the same in any order (Unicode Standard, 3.11).
    private mutating func orderMarks() {
        func side(_ letter: Letter) -> UInt8 { letter.scalar.properties.canonicalCombiningClass.rawValue }
        var start = 0
        while start < letters.count {
            let end = letters[start...].firstIndex { side($0) == 0 } ?? letters.count
            let run = letters[start..<end]
            if zip(run, run.dropFirst()).contains(where: { side($0) > side($1) }) {
                let ordered = run.enumerated()
                    .sorted { (side($0.element), $0.offset) < (side($1.element), $1.offset) }
                for (offset, moved) in ordered.enumerated() {
                    let isFirst = offset == 0 && run[start].isFirst
                    letters[start + offset] = Letter(scalar: moved.element.scalar, isFirst: isFirst)
                }
            }
            start = end + 1
        }
    }

    func has(_ part: [Letter], at start: Int) -> Bool {
        let end = start + part.count
        guard letters[start].isFirst, zip(letters[start..<end], part).allSatisfy({ $0.scalar == $1.scalar }) else {
            return false
        }
        guard end < letters.count else { return true }
        return letters[end].isFirst
            && (isLiteral || isDiacriticInsensitive || !letters[end].scalar.isPartOfTheOneBefore)
    }
}

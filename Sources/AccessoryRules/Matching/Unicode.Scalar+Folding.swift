// SPDX-License-Identifier: Apache-2.0

// The standard library decomposes for its own comparisons, and offers that to nobody but the toolchain's libraries;
// Foundation's is not in FoundationEssentials.
@_spi(_Unicode) import Swift

extension Unicode.Scalar {
    var isMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: true
        case _: false
        }
    }

    /// It changes the look of the scalar before it.
    var isPartOfTheOneBefore: Bool { isMark || properties.isEmojiModifier }

    /// Its canonical decomposition.
    var decomposed: [Unicode.Scalar] { isASCII ? [self] : Array(String(self)._nfd) }

    /// The same character in the width that it has outside of the block Halfwidth and Fullwidth Forms, for the characters
    /// that Foundation knows in both; Hangul's halfwidth letters are not among them.
    var usualWidth: Unicode.Scalar {
        switch value {
        case 0xFF01...0xFF5E: Unicode.Scalar(value - 0xFEE0) ?? self
        case 0xFF61...0xFF9F: Self.katakana[Int(value - 0xFF61)]
        case 0xFFE0...0xFFE6: Self.signs[Int(value - 0xFFE0)]
        case _: self
        }
    }

    private static let katakana = Array(
        "。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン\u{3099}\u{309A}"
            .unicodeScalars)
    private static let signs = Array("¢£¬\u{FFE3}¦¥₩".unicodeScalars)
}

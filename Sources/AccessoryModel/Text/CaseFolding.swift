// SPDX-License-Identifier: Apache-2.0

extension Unicode.Scalar {
    /// Full case folding: two texts that differ only in case become one (`ß`, `ẞ` and `SS` are `ss`). It goes through
    /// lower, upper and lower case. The result is that of CaseFolding.txt, except for the dotless `ı`, which folds to
    /// itself.
    package var caseFolded: String.UnicodeScalarView {
        if isASCII { return String(properties.lowercaseMapping).unicodeScalars }
        guard self != "\u{131}" else { return String(self).unicodeScalars }
        var folded = String.UnicodeScalarView()
        for lower in properties.lowercaseMapping.unicodeScalars {
            for upper in lower.properties.uppercaseMapping.unicodeScalars {
                folded.append(contentsOf: upper.properties.lowercaseMapping.unicodeScalars)
            }
        }
        return folded
    }
}

// SPDX-License-Identifier: Apache-2.0

extension Unicode.Scalar {
    /// Full case folding, so that two texts that differ in case only become one (`ß`, `ẞ` and `SS` are `ss`). Through
    /// lower, upper and lower case, which is what CaseFolding.txt says but for the dotless `ı`, that folds to itself.
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

// SPDX-License-Identifier: Apache-2.0

/// The scalars that a set of a regular expression names: `[a-f\d]`, `\w`.
struct ScalarSet: Sendable, Hashable {
    /// As ICU defines them.
    enum Kind: Sendable, Hashable {
        case digit
        case word
        case space

        func contains(_ scalar: Unicode.Scalar) -> Bool {
            switch self {
            case .digit: scalar.properties.generalCategory == .decimalNumber
            case .space: scalar.properties.isWhitespace
            case .word:
                switch scalar.properties.generalCategory {
                case .decimalNumber, .connectorPunctuation, .nonspacingMark, .spacingMark, .enclosingMark: true
                case _: scalar.properties.isAlphabetic || scalar == "\u{200C}" || scalar == "\u{200D}"
                }
            }
        }
    }

    struct Part: Sendable, Hashable {
        let kind: Kind
        let isNegated: Bool
    }

    var ranges: [ClosedRange<Unicode.Scalar>] = []
    var parts: [Part] = []
    var isNegated = false

    func contains(_ scalar: Unicode.Scalar, ignoresCase: Bool) -> Bool {
        names(scalar, ignoresCase: ignoresCase) != isNegated
    }

    private func names(_ scalar: Unicode.Scalar, ignoresCase: Bool) -> Bool {
        if ranges.contains(where: { $0.contains(scalar) }) { return true }
        if parts.contains(where: { $0.kind.contains(scalar) != $0.isNegated }) { return true }
        guard ignoresCase else { return false }
        let others = [scalar.properties.lowercaseMapping, scalar.properties.uppercaseMapping].map(\.unicodeScalars)
        return others.contains { other in
            guard other.count == 1, let other = other.first, other != scalar else { return false }
            return ranges.contains { $0.contains(other) }
        }
    }
}

extension Unicode.Scalar {
    /// The scalars that `.` does not match in ICU.
    var endsLine: Bool {
        switch self {
        case "\n"..."\r", "\u{85}", "\u{2028}", "\u{2029}": true
        case _: false
        }
    }
}

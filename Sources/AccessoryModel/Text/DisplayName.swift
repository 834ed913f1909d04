// SPDX-License-Identifier: Apache-2.0

/// A name for people: one line that a terminal, a page and a table show as it was given.
///
/// 1 to 255 bytes of UTF-8, not blank, without control characters, line separators, and characters that turn the
/// direction of text (Unicode Standard Annex #9, explicit formatting characters).
package struct DisplayName: Hashable, Sendable {
    /// Bytes.
    package static let longest = 255

    /// A fault of a text. The reason fits behind the name of a field or a key.
    package enum Fault: Error, Hashable, Sendable, CustomStringConvertible {
        case blank
        case tooLong(Int)
        case unfit(Unicode.Scalar)

        package var description: String {
            switch self {
            case .blank: "a name is one line of 1 to \(DisplayName.longest) bytes; this one is blank"
            case .tooLong(let count): "a name is one line of 1 to \(DisplayName.longest) bytes; this one has \(count)"
            case .unfit(let scalar):
                "a name has no control character and none that turns the direction of text; this one has U+"
                    + DisplayName.hexadecimal(scalar)
            }
        }
    }

    package let text: String

    package init(_ text: String) throws(Fault) {
        guard text.utf8.count <= Self.longest else { throw .tooLong(text.utf8.count) }
        if let unfit = text.unicodeScalars.first(where: Self.isUnfit) { throw .unfit(unfit) }
        guard !text.unicodeScalars.allSatisfy(Self.isBlank) else { throw .blank }
        self.text = text
    }

    /// A displayable form of an unchecked text: a name from the air, or from a store of an earlier version. A valid
    /// name stays as it is. In others, U+FFFD replaces invalid characters, and the rest of a text that is too long is
    /// cut.
    package static func harmless(_ text: String, longest: Int = longest) -> String {
        let shown = text.unicodeScalars.lazy.map { isUnfit($0) ? "\u{FFFD}" : $0 }
        let end = longest - UTF8.width(ellipsis)
        var (kept, length) = (String.UnicodeScalarView(), 0)
        // Where the ellipsis would stand; the rest may fit all the same.
        var cut: String.UnicodeScalarView?
        for scalar in shown {
            length += UTF8.width(scalar)
            if cut == nil, length > end { cut = kept }
            if let cut, length > longest { return String(cut) + String(ellipsis) }
            kept.append(scalar)
        }
        return kept.allSatisfy(isBlank) ? String(ellipsis) : String(kept)
    }

    private static let ellipsis: Unicode.Scalar = "…"

    private static func isUnfit(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        // The embeddings and overrides with their end, and the isolates with theirs.
        case _: (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
        }
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint
    }

    fileprivate static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

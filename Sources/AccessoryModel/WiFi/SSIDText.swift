// SPDX-License-Identifier: Apache-2.0

/// Writes the bytes of an SSID as text, character by character, and decides which of them become `\xNN`.
///
/// Two different SSIDs never have texts that look the same by Unicode's own rules: all of the text is in normalization
/// form C (Unicode Standard Annex 15), and nothing in it is invisible.
struct SSIDText {
    private(set) var text = ""
    /// The last letter or symbol, which a mark may follow; nil at the beginning, and after a blank or an escape.
    private var base: Unicode.Scalar?
    /// The marks on it, and the combining class of the last one.
    private var marks = 0
    private var lastClass = Unicode.CanonicalCombiningClass.notReordered

    /// More marks would reach into the lines above and below. Thai and Hebrew take up to three.
    private static let mostMarks = 3

    init(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while let first = rest.first {
            let length = Self.lengthOfCharacter(startingWith: first)
            guard let scalar = Self.scalar(rest.prefix(length)) else {
                escape(rest.prefix(1))
                rest = rest.dropFirst()
                continue
            }
            let selected = Self.isShownAsEmoji(scalar) && rest.dropFirst(length).starts(with: Self.selector)
            // A blank at either end is invisible, and in a table `Cam` and `Cam ` would look alike.
            let isAtEnd = rest.startIndex == bytes.startIndex || rest.count == length
            if selected || (isText(scalar) && !(scalar == " " && isAtEnd)) {
                write(scalar)
            } else {
                escape(rest.prefix(length))
            }
            rest = rest.dropFirst(length)
            guard selected else { continue }
            text.unicodeScalars.append("\u{FE0F}")
            rest = rest.dropFirst(Self.selector.count)
        }
    }

    /// Variation selector 16, in UTF-8.
    private static let selector: [UInt8] = [0xEF, 0xB8, 0x8F]

    private static func scalar(_ bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
        String(validating: bytes, as: UTF8.self)?.unicodeScalars.first
    }

    private static func lengthOfCharacter(startingWith byte: UInt8) -> Int {
        switch byte {
        case 0xC0..<0xE0: 2
        case 0xE0..<0xF0: 3
        case 0xF0...: 4
        case _: 1
        }
    }

    private mutating func write(_ scalar: Unicode.Scalar) {
        text += scalar == "\\" ? "\\\\" : String(scalar)
        if scalar.isMark {
            marks += 1
        } else {
            marks = 0
            base = scalar == " " ? nil : scalar
        }
        lastClass = scalar.properties.canonicalCombiningClass
        // A vowel sign that stands apart begins anew for the marks behind it.
        if lastClass == .notReordered, scalar.isMark { base = scalar }
    }

    private mutating func escape(_ bytes: ArraySlice<UInt8>) {
        for byte in bytes { text += "\\x" + byte.twoDigits }
        base = nil
    }

    private func isText(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        // Fillers, selectors and joiners are invisible; a character with an equal that is preferred looks like that one.
        if properties.isDefaultIgnorableCodePoint || properties.isFullCompositionExclusion { return false }
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber, .letterNumber, .otherNumber,
            .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
            .initialPunctuation, .finalPunctuation, .otherPunctuation,
            .mathSymbol, .currencySymbol, .modifierSymbol:
            return !scalar.isJoiningJamo
        case .nonspacingMark, .spacingMark, .enclosingMark:
            return isTextAsMark(scalar)
        case .otherSymbol:
            return !Self.isShownAsEmoji(scalar) && !Self.isBlankSymbol(scalar)
        case .spaceSeparator:
            return scalar == " "
        case .lineSeparator, .paragraphSeparator, .control, .format, .surrogate, .privateUse, .unassigned:
            return false
        @unknown default:
            return false
        }
    }

    /// A mark needs a character to stand on. If the two have a character in common, that one is the text.
    private func isTextAsMark(_ mark: Unicode.Scalar) -> Bool {
        guard let base, marks < Self.mostMarks, !mark.composes(with: base) else { return false }
        let ownClass = mark.properties.canonicalCombiningClass
        return ownClass == .notReordered || ownClass >= lastClass
    }

    /// Symbols such as U+2764, which a selector turns from text into an emoji. Phones type the emoji, so that is the
    /// text, and the bare symbol is escaped.
    private static func isShownAsEmoji(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        return scalar.value >= 0x2300 && properties.generalCategory == .otherSymbol && properties.isEmoji
            && !properties.isEmojiPresentation
    }

    /// Pictures of nothing: the empty Braille cell, the substitutes for objects and characters, the null notehead.
    private static func isBlankSymbol(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x2800, 0xFFFC, 0xFFFD, 0x1D159: true
        case _: false
        }
    }
}

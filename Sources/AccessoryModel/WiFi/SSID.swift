// SPDX-License-Identifier: Apache-2.0

/// The name of a Wi-Fi network: 1 to 32 bytes, in no particular encoding (IEEE 802.11-2020, 9.4.2.2).
///
/// The wire, the command line and key files use one text form: the bytes as UTF-8. Some bytes are written `\xNN`: those
/// that are not valid UTF-8, a backslash, and those of characters that a terminal cannot show as one plain cell
/// (control and format characters, emoji and other pictographs, and a blank at either end). Reading takes both forms,
/// so text survives a round trip.
public struct SSID: Hashable, Sendable {
    public let bytes: [UInt8]

    package static let lengths = 1...32

    public init(_ bytes: [UInt8]) throws(SSIDFault) {
        guard !bytes.isEmpty else { throw .empty }
        guard Self.lengths.contains(bytes.count) else { throw .tooLong(bytes.count) }
        self.bytes = bytes
    }

    /// Reads the text form.
    public init(text: String) throws(SSIDFault) {
        try self.init(Self.unescaped(text))
    }

    package func hasPrefix(_ prefix: SSID) -> Bool { bytes.starts(with: prefix.bytes) }
}

/// The reason why bytes or a text are not an SSID.
public enum SSIDFault: Error, Hashable, Sendable, CustomStringConvertible {
    case empty
    case tooLong(Int)
    case badEscape(String)

    public var description: String {
        switch self {
        case .empty: "an SSID has at least 1 byte"
        case .tooLong(let count): "an SSID has at most 32 bytes, this one has \(count)"
        case .badEscape(let escape): "'\(escape)' is not an escape: write \\xNN for a byte, \\\\ for a backslash"
        }
    }
}

extension SSID: CustomStringConvertible {
    /// The text form.
    public var description: String {
        // Most SSIDs are plain, and every answer of the agent writes one.
        if bytes.allSatisfy(Self.isPlainASCII), !isBlank(at: bytes.startIndex), !isBlank(at: bytes.endIndex - 1) {
            return String(decoding: bytes, as: UTF8.self)
        }
        var text = ""
        var rest = bytes[...]
        while let first = rest.first {
            let length = Self.lengthOfCharacter(startingWith: first)
            let character = String(validating: rest.prefix(length), as: UTF8.self)
            if let scalar = character?.unicodeScalars.first, Self.isPlain(scalar),
                !isBlank(at: rest.startIndex) || (rest.startIndex != 0 && rest.count > 1)
            {
                text += scalar == "\\" ? "\\\\" : String(scalar)
                rest = rest.dropFirst(length)
            } else {
                for byte in rest.prefix(character == nil ? 1 : length) { text += "\\x" + byte.twoDigits }
                rest = rest.dropFirst(character == nil ? 1 : length)
            }
        }
        return text
    }

    /// A blank at either end is invisible, and in a table `Cam` and `Cam ` would look alike.
    private func isBlank(at index: Int) -> Bool { bytes[index] == UInt8(ascii: " ") }

    private static func isPlainASCII(_ byte: UInt8) -> Bool {
        (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\\")
    }

    private static func lengthOfCharacter(startingWith byte: UInt8) -> Int {
        switch byte {
        case 0xC0..<0xE0: 2
        case 0xE0..<0xF0: 3
        case 0xF0...: 4
        case _: 1
        }
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.properties.isEmojiPresentation { return false }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .nonspacingMark, .spacingMark, .enclosingMark,
            .decimalNumber, .letterNumber, .otherNumber,
            .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
            .initialPunctuation, .finalPunctuation, .otherPunctuation,
            .mathSymbol, .currencySymbol, .modifierSymbol:
            return scalar.properties.canonicalCombiningClass == .notReordered && scalar.value != 0xFE0F
        case .spaceSeparator:
            return scalar == " "
        case .otherSymbol, .lineSeparator, .paragraphSeparator, .control, .format, .surrogate, .privateUse, .unassigned:
            return false
        @unknown default:
            return false
        }
    }

    private static func unescaped(_ text: String) throws(SSIDFault) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\") else {
                bytes.append(byte)
                continue
            }
            if rest.first == UInt8(ascii: "\\") {
                bytes.append(rest.removeFirst())
                continue
            }
            let digits = rest.dropFirst().prefix(2)
            guard rest.first == UInt8(ascii: "x"), let value = UInt8(twoDigits: String(decoding: digits, as: UTF8.self))
            else { throw .badEscape("\\" + String(decoding: rest.prefix(3), as: UTF8.self)) }
            bytes.append(value)
            rest = rest.dropFirst(3)
        }
        return bytes
    }
}

extension SSID: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
            try self.init(text: container.decode(String.self))
        } catch let fault as SSIDFault {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: fault.description)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

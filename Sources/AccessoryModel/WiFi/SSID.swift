// SPDX-License-Identifier: Apache-2.0

/// The name of a Wi-Fi network: 1 to 32 bytes, in no particular encoding (IEEE 802.11-2020, 9.4.2.2).
///
/// The wire, the command line and key files use one text form: the bytes as UTF-8, with `\\` for a backslash. Some bytes
/// are written `\xNN`: those that are not valid UTF-8, and those of characters that could mislead a person: invisible
/// ones, ones that look the same as others by Unicode's rules, and a blank at either end. Reading takes both forms, so
/// text survives a round trip.
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
        return SSIDText(bytes).text
    }

    /// The text form in ASCII alone. It depends on no version of Unicode.
    package var ascii: String {
        var text = ""
        for (index, byte) in bytes.enumerated() {
            let isAtEnd = index == 0 || index == bytes.count - 1
            if byte == UInt8(ascii: "\\") {
                text += "\\\\"
            } else if Self.isPlainASCII(byte), !(isBlank(at: index) && isAtEnd) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += "\\x" + byte.twoDigits
            }
        }
        return text
    }

    private func isBlank(at index: Int) -> Bool { bytes[index] == UInt8(ascii: " ") }

    private static func isPlainASCII(_ byte: UInt8) -> Bool {
        (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\\")
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

// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// Text that an accessory sent, in the form in which everybody may show it.
enum DeviceText {
    /// Bytes.
    static let longest = 64

    /// One line of at most 64 bytes without control characters; nil for an empty text.
    static func bounded(_ text: String?) -> String? {
        guard let text, !text.isEmpty else { return nil }
        return DisplayName.harmless(text, longest: longest)
    }

    /// The same for bytes in UTF-8.
    static func bounded(_ bytes: some Collection<UInt8>) -> String? {
        // A character has at most four bytes, so the rest would be cut anyway.
        bounded(String(decoding: bytes.prefix(4 * longest), as: UTF8.self))
    }

    /// An IPv4 address in its dotted form; nil if the text is another one, or no address of a home.
    static func address(_ text: String?) -> String? {
        guard let text, text.utf8.count <= 15 else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } ? UInt8($0) : nil }
        guard parts.count == 4, numbers.count == 4 else { return nil }
        let address = numbers.map { String($0) }.joined(separator: ".")
        return IPAddress(address)?.isOfHome == true ? address : nil
    }

    /// A page on the web, up to 128 printable ASCII characters.
    static func page(_ text: String?) -> String? {
        guard let text, text.utf8.count <= 128, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            text.hasPrefix("http://") || text.hasPrefix("https://")
        else { return nil }
        return text
    }

    /// A radio's address of twelve hexadecimal digits, with or without colons.
    static func radio(_ text: String?) -> MACAddress? {
        guard let text, text.utf8.count <= 17 else { return nil }
        return MACAddress(text) ?? [UInt8](hexadecimal: text).flatMap { MACAddress($0) }
    }
}

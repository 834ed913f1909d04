// SPDX-License-Identifier: Apache-2.0

/// The parsers of what the kernel tells about a process work on bytes: a combining mark would make another character of
/// the separator before it.
extension UInt8 {
    var isDigit: Bool { (0x30...0x39).contains(self) }
    var isLetter: Bool { (0x41...0x5a).contains(self & 0xdf) }

    /// Whether it is a letter, a digit, or one of these.
    func isAlphanumeric(or others: String) -> Bool { isLetter || isDigit || others.utf8.contains(self) }
}

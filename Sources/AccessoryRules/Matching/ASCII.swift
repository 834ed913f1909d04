// SPDX-License-Identifier: Apache-2.0

/// The parsers of the kernel's answers about a process work on bytes: a combining mark would change the separator
/// before it into another character.
extension UInt8 {
    var isDigit: Bool { (0x30...0x39).contains(self) }
    var isLetter: Bool { (0x41...0x5a).contains(self & 0xdf) }

    /// Whether it is a letter, a digit, or one of these.
    func isAlphanumeric(or others: String) -> Bool { isLetter || isDigit || others.utf8.contains(self) }
}

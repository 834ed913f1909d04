// SPDX-License-Identifier: Apache-2.0

/// Why a page may not add accessories, and what changes that. The page shows it in place of the list and the form.
struct AddRefusal: Encodable, Hashable, Sendable {
    /// The command with which root lets this phone add some. Nil: the administrator has not let this picker's user.
    let command: String?

    static let agent = AddRefusal(command: nil)

    init(command: String?) { self.command = command }

    /// Nil if this phone may add accessories.
    init?(_ phone: Phone) {
        guard !phone.rights.contains(.add) else { return nil }
        let name = Self.shellWord(phone.name)
        self.init(command: "sudo accessory-picker phones allow \(name) --may \(phone.rights.with(.add))")
    }

    /// One word of a shell, which takes every character of it as it is (POSIX, 2.2.2).
    private static func shellWord(_ text: String) -> String {
        if text.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) { return text }
        return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }
}

// SPDX-License-Identifier: Apache-2.0

extension AddRefusal {
    /// Nil if this phone may add accessories.
    init?(_ phone: Phone) {
        guard !phone.rights.contains(.add) else { return nil }
        let name = Self.shellWord(phone.name)
        self = .phone(command: "sudo accessory-picker phones allow \(name) --may \(phone.rights.with(.add))")
    }

    /// One word of a shell, which takes every character of it as it is (POSIX, 2.2.2).
    private static func shellWord(_ text: String) -> String {
        if text.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) { return text }
        return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }
}

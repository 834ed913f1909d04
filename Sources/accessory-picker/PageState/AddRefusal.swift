// SPDX-License-Identifier: Apache-2.0

/// Why a page may not add accessories, and what changes that. The page shows it in place of the list and the form.
enum AddRefusal: Encodable, Hashable, Sendable {
    /// Root has not let this phone add any. The command lets it.
    case phone(command: String)
    /// The administrator has not let this picker's user add any.
    case agent

    /// Nil if this phone may add accessories.
    init?(_ phone: Phone) {
        guard !phone.rights.contains(.add) else { return nil }
        let name = Self.shellWord(phone.name)
        self = .phone(command: "sudo accessory-picker phones allow \(name) --may \(phone.rights.with(.add))")
    }

    private enum CodingKeys: CodingKey {
        case command
    }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .phone(let command): try fields.encode(command, forKey: .command)
        case .agent: break
        }
    }

    /// One word of a shell, which takes every character of it as it is (POSIX, 2.2.2).
    private static func shellWord(_ text: String) -> String {
        if text.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) { return text }
        return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }
}

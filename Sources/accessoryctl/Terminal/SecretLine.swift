// SPDX-License-Identifier: Apache-2.0

import AccessoryProvisioning

/// A line that is typed without echo.
struct SecretLine: Hashable, Sendable {
    private var text = ""
    private let longest: Int

    /// More characters than any passphrase has.
    static let standard = 128

    /// - Parameter longest: the most characters.
    init(longest: Int = standard) { self.longest = longest }

    /// For a passphrase, or for a label that has it.
    static let passphrase = SecretLine(longest: Label.longest)

    mutating func receive(_ key: Key) -> LineOutcome {
        switch key {
        case .character(let character):
            if text.count < longest { text.append(character) }
        case .backspace: _ = text.popLast()
        case .controlU: text = ""
        case .enter: return .done(text)
        case .escape, .controlC, .endOfInput: return .cancelled
        case .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .other: break
        }
        return .typing
    }
}

// SPDX-License-Identifier: Apache-2.0

/// 144 random bits, as text that fits in an address and in a cookie. Never printed by accident.
struct Secret: Sendable {
    /// 24 letters of RFC 4648's alphabet for addresses.
    let text: String

    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    init(using generator: inout some RandomNumberGenerator) {
        let letters = Self.letters
        text = String(decoding: (0..<24).map { _ in letters[Int.random(in: 0..<64, using: &generator)] }, as: UTF8.self)
    }

    /// A secret that was kept; nil if the text is none.
    init?(text: String) {
        guard text.utf8.count == 24, text.utf8.allSatisfy(Self.letters.contains) else { return nil }
        self.text = text
    }

    /// From the system's randomness.
    init() {
        var generator = SystemRandomNumberGenerator()
        self.init(using: &generator)
    }

    /// Takes the same time wherever the first difference is.
    func matches(_ other: String) -> Bool {
        let (mine, theirs) = (Array(text.utf8), Array(other.utf8))
        guard mine.count == theirs.count else { return false }
        return zip(mine, theirs).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension Secret: CustomStringConvertible, CustomReflectable {
    var description: String { "(secret)" }
    var customMirror: Mirror { Mirror(self, children: [:]) }
}

// SPDX-License-Identifier: Apache-2.0

extension UInt8 {
    /// Reads two hexadecimal digits. `UInt8.init(_:radix:)` takes a sign for one of them.
    init?(twoDigits text: some StringProtocol) {
        guard text.utf8.count == 2, text.allSatisfy(\.isHexDigit) else { return nil }
        self.init(text, radix: 16)
    }

    /// Two hexadecimal digits, in lower case.
    var twoDigits: String { (self < 0x10 ? "0" : "") + String(self, radix: 16) }
}

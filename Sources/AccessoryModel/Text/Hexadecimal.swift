// SPDX-License-Identifier: Apache-2.0

extension UInt8 {
    /// Reads two hexadecimal digits. `UInt8.init(_:radix:)` takes a sign for one of them.
    init?(twoDigits text: some StringProtocol) {
        guard text.utf8.count == 2, text.allSatisfy(\.isHexDigit) else { return nil }
        self.init(text, radix: 16)
    }

    /// Two hexadecimal digits, in lower case.
    var twoDigits: String { String(decoding: [highDigit, lowDigit], as: UTF8.self) }

    /// The character of each, in lower case.
    var highDigit: UInt8 { Self.digit(self >> 4) }
    var lowDigit: UInt8 { Self.digit(self & 0xF) }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}

extension [UInt8] {
    /// Reads pairs of hexadecimal digits.
    package init?(hexadecimal text: String) {
        guard text.utf8.count.isMultiple(of: 2) else { return nil }
        self = []
        var rest = text[...]
        while !rest.isEmpty {
            guard let byte = UInt8(twoDigits: rest.prefix(2)) else { return nil }
            append(byte)
            rest = rest.dropFirst(2)
        }
    }

    /// Pairs of hexadecimal digits, in lower case.
    package var hexadecimal: String {
        String(unsafeUninitializedCapacity: 2 * count) { text in
            for (index, byte) in enumerated() {
                (text[2 * index], text[2 * index + 1]) = (byte.highDigit, byte.lowDigit)
            }
            return 2 * count
        }
    }
}

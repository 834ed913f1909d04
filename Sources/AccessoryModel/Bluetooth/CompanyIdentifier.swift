// SPDX-License-Identifier: Apache-2.0

/// A maker's number in manufacturer data, as the Bluetooth SIG assigns it.
package struct CompanyIdentifier: Hashable, Sendable, CustomStringConvertible {
    package let number: UInt16

    package init(_ number: UInt16) { self.number = number }

    /// Reads `0x006B` and `107`. Phones' property lists have four hexadecimal digits, which can look like a decimal
    /// number. Such a text, 1234 for instance, is refused with both of its meanings.
    package init(text: String) throws(CompanyIdentifierFault) {
        let hasBase = text.hasPrefix("0x") || text.hasPrefix("0X")
        let digits = hasBase ? text.dropFirst(2) : text[...]
        // Digits of other scripts count as hexadecimal, too, and the integer's own reader takes a sign.
        guard digits.utf8.allSatisfy({ $0 < 0x80 }), digits.allSatisfy(\.isHexDigit) else { throw .malformed }
        let hexadecimal = digits.utf8.count <= 4 ? UInt16(digits, radix: 16) : nil
        let decimal = digits.utf8.count <= 5 ? UInt16(digits) : nil
        switch (hasBase, hexadecimal, decimal) {
        case (true, let number?, _):
            self.init(number)
        case (false, let one?, let other?) where digits.utf8.count == 4 && one != other:
            throw .ambiguous(hexadecimal: CompanyIdentifier(one), decimal: CompanyIdentifier(other))
        case (false, _, let number?):
            self.init(number)
        case (false, let number?, nil):
            throw .withoutBase(CompanyIdentifier(number))
        case _:
            throw .malformed
        }
    }

    /// As the Bluetooth SIG writes it: `0x006B`.
    package var description: String {
        let digits = String(number, radix: 16, uppercase: true)
        return "0x" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }
}

/// The reason why a text is no company identifier. Its description follows the text.
package enum CompanyIdentifierFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// Four decimal digits, with both of their meanings.
    case ambiguous(hexadecimal: CompanyIdentifier, decimal: CompanyIdentifier)
    /// Hexadecimal digits, with their meaning.
    case withoutBase(CompanyIdentifier)
    case malformed

    package var description: String {
        switch self {
        case .ambiguous(let hexadecimal, let decimal):
            "has two meanings: write \(hexadecimal) if its digits are hexadecimal, or \(decimal) if they are decimal"
        case .withoutBase(let identifier):
            "is hexadecimal; write \(identifier)"
        case .malformed:
            "is no company identifier: write a number up to 65535, or up to four hexadecimal digits after 0x, such as "
                + "0x006B"
        }
    }
}

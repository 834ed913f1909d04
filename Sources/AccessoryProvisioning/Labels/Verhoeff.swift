// SPDX-License-Identifier: Apache-2.0

/// The checksum of Matter's manual codes: J. Verhoeff, "Error Detecting Decimal Codes" (1969). It finds every single
/// wrong digit and every exchange of two neighbours.
enum Verhoeff {
    /// - Parameter digits: decimal digits; the last one is the check digit.
    static func isRight(_ digits: [UInt8]) -> Bool {
        var check = 0
        for (place, digit) in digits.reversed().enumerated() {
            guard digit.isDigit else { return false }
            check = product(check, permuted(Int(digit - UInt8(ascii: "0")), times: place))
        }
        return check == 0
    }

    /// The product of two elements of the dihedral group of ten: 0 to 4 are turns, 5 to 9 are flips.
    private static func product(_ a: Int, _ b: Int) -> Int {
        switch (a < 5, b < 5) {
        case (true, true): (a + b) % 5
        case (true, false): (a + b) % 5 + 5
        case (false, true): (a - b + 5) % 5 + 5
        case (false, false): (a - b + 5) % 5
        }
    }

    private static func permuted(_ digit: Int, times: Int) -> Int {
        var digit = digit
        // The permutation has order 8.
        for _ in 0..<times % 8 { digit = permutation[digit] }
        return digit
    }

    private static let permutation = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4]
}

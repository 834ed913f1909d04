// SPDX-License-Identifier: Apache-2.0

/// A number in digits of three lines, like a seven-segment display, to be compared from afar.
enum BigDigits {
    /// Nil for other characters, or for a number wider than this many cells.
    static func lines(_ text: String, width: Int) -> [String]? {
        let digits = text.map { $0.isASCII ? $0.wholeNumberValue : nil }
        guard !digits.isEmpty, digits.count * 4 - 1 <= width else { return nil }
        var lines = ["", "", ""]
        for digit in digits {
            guard let digit else { return nil }
            for (index, rows) in rows.enumerated() {
                let gap = lines[index].isEmpty ? "" : " "
                lines[index] += gap + rows.dropFirst(digit * 3).prefix(3)
            }
        }
        return lines
    }

    private static let rows = [
        " _     _  _     _  _  _  _  _ ",
        "| |  | _| _||_||_ |_   ||_||_|",
        "|_|  ||_  _|  | _||_|  ||_| _|",
    ]
}

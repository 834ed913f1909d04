// SPDX-License-Identifier: Apache-2.0

/// The number of a row, typed digit by digit. Each beginning of it may be a row as well.
struct RowNumber: Hashable {
    private(set) var digits = ""

    /// Takes one more digit. Returns the row's index; nil if no row of this many has such a number.
    mutating func receive(_ digit: Int, of count: Int) -> Int? {
        // What does not continue the number begins a new one.
        let numbers = [digits + "\(digit)", "\(digit)"]
        let number = numbers.first { Int($0).map { $0 > 0 && $0 <= count } == true }
        digits = number ?? ""
        return number.flatMap { Int($0) }.map { $0 - 1 }
    }
}

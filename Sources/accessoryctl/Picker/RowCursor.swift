// SPDX-License-Identifier: Apache-2.0

/// The row of a list that Enter takes: arrows move it, and digits name it.
struct RowCursor: Hashable {
    private(set) var row = 0
    private var number = RowNumber()

    /// The rows that PgUp and PgDn pass.
    static let page = 10

    /// Moves it among this many rows. Returns the reason why the key had no effect.
    mutating func receive(_ key: Key, of count: Int) -> String? {
        var typed = number
        number = RowNumber()
        switch key {
        case .up, .character("k"): move(to: row - 1, of: count)
        case .down, .character("j"): move(to: row + 1, of: count)
        case .home: row = 0
        case .end: move(to: count - 1, of: count)
        case .pageUp: move(to: row - Self.page, of: count)
        case .pageDown: move(to: row + Self.page, of: count)
        case .character(let character):
            guard let digit = character.wholeNumberValue else { return nil }
            guard let named = typed.receive(digit, of: count) else { return "there is no number \(digit)" }
            row = named
            number = typed
        case .left, .right, .enter, .escape, .backspace, .controlU, .controlC, .endOfInput, .other: break
        }
        return nil
    }

    mutating func move(to row: Int, of count: Int) { self.row = max(0, min(row, count - 1)) }
}

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

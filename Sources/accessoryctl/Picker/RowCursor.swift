// SPDX-License-Identifier: Apache-2.0

/// The row of a list that Enter takes: arrows move it, and digits name it.
struct RowCursor: Hashable {
    private(set) var row: Int
    /// Of the row's number, as far as it is typed. Each beginning of it may be a row as well.
    private var digits = ""

    init(row: Int = 0) { self.row = row }

    /// The rows that PgUp and PgDn pass.
    private static let page = 10

    /// Moves it among this many rows. Returns the reason why the key had no effect.
    mutating func receive(_ key: Key, of count: Int) -> String? {
        let typed = digits
        digits = ""
        switch key {
        case .up, .character("k"): move(to: row - 1, of: count)
        case .down, .character("j"): move(to: row + 1, of: count)
        case .home: row = 0
        case .end: move(to: count - 1, of: count)
        case .pageUp: move(to: row - Self.page, of: count)
        case .pageDown: move(to: row + Self.page, of: count)
        case .character(let character):
            guard let digit = character.wholeNumberValue else { return nil }
            // What does not continue the number begins a new one.
            let numbers = [typed + "\(digit)", "\(digit)"]
            let number = numbers.first { Int($0).map { $0 > 0 && $0 <= count } == true }
            guard let number, let named = Int(number) else {
                return "there is no number \(digit)"
            }
            (row, digits) = (named - 1, number)
        case .left, .right, .enter, .escape, .backspace, .controlU, .controlC, .endOfInput, .other: break
        }
        return nil
    }

    mutating func move(to row: Int, of count: Int) { self.row = max(0, min(row, count - 1)) }
}

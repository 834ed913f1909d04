// SPDX-License-Identifier: Apache-2.0

/// Reads an undamaged QR code of versions 1 to 5 at level L: those have one block, so that nothing is interleaved
/// (ISO/IEC 18004, 6.4 to 6.9 and table 9).
struct QRReader {
    struct Unreadable: Error {}

    let modules: [[Bool]]
    let size: Int

    init(_ modules: [[Bool]]) throws {
        self.modules = modules
        size = modules.count
        guard (21...37).contains(size), size % 4 == 1, modules.allSatisfy({ $0.count == modules.count }) else {
            throw Unreadable()
        }
    }

    func text() throws -> String {
        for (row, column) in [(0, 0), (0, size - 7), (size - 7, 0)] { try findPattern(row, column) }
        let format = (0..<5).reduce(0) { $0 << 1 | (modules[8][$1] ? 1 : 0) } ^ 0b10101
        guard format >> 3 == 0b01 else { throw Unreadable() }
        var bits = data(mask: format & 7)[...]
        func number(_ count: Int) -> Int {
            defer { bits = bits.dropFirst(count) }
            return bits.prefix(count).reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
        }
        guard number(4) == 0b0100 else { throw Unreadable() }
        let bytes = (0..<number(8)).map { _ in UInt8(number(8)) }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw Unreadable() }
        return text
    }

    private func findPattern(_ row: Int, _ column: Int) throws {
        for y in 0..<7 {
            for x in 0..<7 {
                let ring = max(abs(y - 3), abs(x - 3))
                guard modules[row + y][column + x] == (ring != 2) else { throw Unreadable() }
            }
        }
    }

    /// The data in reading order: two columns at a time, from the right, up and down by turns.
    private func data(mask: Int) -> [Bool] {
        var bits: [Bool] = []
        var isUpward = true
        var right = size - 1
        while right > 0 {
            if right == 6 { right -= 1 }
            for step in 0..<size {
                let row = isUpward ? size - 1 - step : step
                for column in [right, right - 1] where !isFunction(row, column) {
                    bits.append(modules[row][column] != Self.isMasked(mask, row, column))
                }
            }
            isUpward.toggle()
            right -= 2
        }
        return bits
    }

    private func isFunction(_ row: Int, _ column: Int) -> Bool {
        if row == 6 || column == 6 { return true }
        if row < 9 && (column < 9 || column >= size - 8) || row >= size - 8 && column < 9 { return true }
        // The one alignment pattern of versions 2 to 5.
        return size > 21 && abs(row - (size - 7)) <= 2 && abs(column - (size - 7)) <= 2
    }

    private static func isMasked(_ mask: Int, _ i: Int, _ j: Int) -> Bool {
        switch mask {
        case 0: (i + j) % 2 == 0
        case 1: i % 2 == 0
        case 2: j % 3 == 0
        case 3: (i + j) % 3 == 0
        case 4: (i / 2 + j / 3) % 2 == 0
        case 5: i * j % 2 + i * j % 3 == 0
        case 6: (i * j % 2 + i * j % 3) % 2 == 0
        case _: ((i + j) % 2 + i * j % 3) % 2 == 0
        }
    }
}

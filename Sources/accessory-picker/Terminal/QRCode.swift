// SPDX-License-Identifier: Apache-2.0

import CQREncode

/// A QR code (ISO/IEC 18004), made by libqrencode.
struct QRCode: Hashable, Sendable {
    /// Rows of modules; true is dark.
    let modules: [[Bool]]

    /// Nil when the text is too long for one.
    init?(_ text: String) {
        // Version 0 is the smallest that holds the text. Level L mends 7 %: a screen has no stains, and a terminal
        // little room.
        guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L) else { return nil }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        let data = UnsafeBufferPointer(start: code.pointee.data, count: width * width)
        modules = (0..<width).map { row in (0..<width).map { data[row * width + $0] & 1 == 1 } }
    }

    /// For a terminal: two rows of modules to a line, dark on light whatever the terminal's colours are, with the quiet
    /// zone of four modules that readers need.
    var lines: [String] {
        let quiet = 4
        let width = modules.count + 2 * quiet
        func isDark(_ row: Int, _ column: Int) -> Bool {
            let (row, column) = (row - quiet, column - quiet)
            return modules.indices.contains(row) && modules.indices.contains(column) && modules[row][column]
        }
        return stride(from: 0, to: width, by: 2).map { row in
            let cells = (0..<width).map { column in
                switch (isDark(row, column), isDark(row + 1, column)) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }
            // Black on white, so that a dark terminal does not invert the code.
            return "\u{1B}[30;107m\(cells.joined())\u{1B}[0m"
        }
    }
}

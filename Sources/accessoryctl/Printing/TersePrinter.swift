// SPDX-License-Identifier: Apache-2.0

/// One line for each row, values separated by colons: for scripts.
struct TersePrinter {
    var escapes = true

    func lines(_ table: Table) -> [String] {
        table.rows.map { row in row.map { value($0.text ?? "") }.joined(separator: ":") }
    }

    private func value(_ text: String) -> String {
        guard escapes else { return text }
        var escaped = ""
        for character in text {
            if character == ":" || character == "\\" { escaped.append("\\") }
            escaped.append(character)
        }
        return escaped
    }
}

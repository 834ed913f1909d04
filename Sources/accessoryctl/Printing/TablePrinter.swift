// SPDX-License-Identifier: Apache-2.0

/// Columns under a header, for people.
struct TablePrinter {
    var isPretty = false
    var colours = false
    /// The least widths of the columns, for rows that are printed one at a time.
    var widths: [Int] = []

    func lines(_ table: Table) -> [String] {
        let widths = widths(table)
        var lines: [String] = []
        if isPretty { lines += Self.heading(table.title) }
        lines.append(line(table.header.map { Table.Cell(text: $0, colour: .bold) }, widths))
        if isPretty { lines.append(String(repeating: "-", count: Self.width(of: widths))) }
        lines += rows(table, widths)
        return lines
    }

    /// The rows without the header.
    func rows(_ table: Table) -> [String] { rows(table, widths(table)) }

    private func rows(_ table: Table, _ widths: [Int]) -> [String] { table.rows.map { line($0, widths) } }

    static func heading(_ title: String) -> [String] {
        let rule = String(repeating: "=", count: max(40, title.cells + 4))
        return [rule, String(repeating: " ", count: (rule.count - title.cells) / 2) + title, rule]
    }

    private func widths(_ table: Table) -> [Int] {
        table.header.indices.map { index in
            let least = widths.indices.contains(index) ? widths[index] : 0
            return table.rows.reduce(max(least, table.header[index].cells)) { max($0, Self.text($1[index]).cells) }
        }
    }

    private static func width(of widths: [Int]) -> Int { widths.reduce(0, +) + 2 * max(0, widths.count - 1) }

    /// nmcli's sign for a missing value.
    private static func text(_ cell: Table.Cell) -> String {
        guard let text = cell.text, !text.isEmpty else { return "--" }
        return text
    }

    private func line(_ cells: [Table.Cell], _ widths: [Int]) -> String {
        var line = ""
        for (index, cell) in cells.enumerated() {
            let text = Self.text(cell)
            let isLast = index == cells.count - 1
            if colours, let colour = cell.colour { line += colour.applied(to: text) } else { line += text }
            if !isLast { line += String(repeating: " ", count: max(0, widths[index] - text.cells) + 2) }
        }
        return line
    }
}

// SPDX-License-Identifier: Apache-2.0

/// One line per value, under each other.
struct MultilinePrinter {
    var manner = OutputStyle.Manner.normal
    var colours = false
    var valuesOnly = false

    /// The column in which values begin, as in nmcli's output.
    private static let indent = 40

    func lines(_ table: Table) -> [String] {
        switch manner {
        case .terse:
            table.rows.flatMap { row in
                zip(table.header, row).map { valuesOnly ? $1.text ?? "" : "\($0):\($1.text ?? "")" }
            }
        case .normal:
            Array(table.rows.map { lines($0, table.header) }.joined(separator: [""]))
        case .pretty:
            TablePrinter.heading(table.title)
                + table.rows.flatMap { lines($0, table.header) + [String(repeating: "-", count: 79)] }
        }
    }

    private func lines(_ row: [Table.Cell], _ header: [String]) -> [String] {
        zip(header, row).map { name, cell in
            let text = cell.text.flatMap { $0.isEmpty ? nil : $0 } ?? "--"
            let value = if colours, let colour = cell.colour { colour.applied(to: text) } else { text }
            return "\(name):".padded(to: Self.indent) + value
        }
    }
}

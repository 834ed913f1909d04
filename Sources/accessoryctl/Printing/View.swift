// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// The columns in which one kind of thing can be shown.
struct View<Row: Sendable>: Sendable {
    struct Column: Sendable {
        let name: String
        let width: ColumnWidth
        /// Shown if no fields are requested.
        let isCommon: Bool
        let colour: @Sendable (Row) -> Colour?
        let text: @Sendable (Row) -> String?

        init(
            _ name: String, width: ColumnWidth = .whole, isCommon: Bool = true,
            colour: @escaping @Sendable (Row) -> Colour? = { _ in nil }, text: @escaping @Sendable (Row) -> String?
        ) {
            self.name = name
            self.width = width
            self.isCommon = isCommon
            self.colour = colour
            self.text = text
        }
    }

    /// The heading with `--pretty`.
    let title: String
    let columns: [Column]

    /// The requested columns, in that order: names in any case, `all` or `common`. Throws `UsageError`.
    func columns(_ fields: [String]?) throws(UsageError) -> [Column] {
        guard let fields else { return columns.filter(\.isCommon) }
        var chosen: [Column] = []
        for field in fields {
            switch field.uppercased() {
            case "ALL": chosen += columns
            case "COMMON": chosen += columns.filter(\.isCommon)
            case let name:
                guard let column = columns.first(where: { $0.name == name }) else {
                    let known = columns.map(\.name).joined(separator: ",")
                    let question = EditDistance.question(about: field, among: columns.map(\.name) + ["all", "common"])
                    throw UsageError(
                        "invalid field '\(field)'\(question); known fields: \(known), and all, common")
                }
                chosen.append(column)
            }
        }
        return chosen
    }

    /// The rows to print, with the requested columns.
    func table(_ rows: [Row], fields: [String]?) throws(UsageError) -> Table {
        let columns = try columns(fields)
        return Table(
            title: title, header: columns.map(\.name),
            rows: rows.map { row in columns.map { Table.Cell(text: $0.text(row)?.shown, colour: $0.colour(row)) } },
            widths: columns.map(\.width))
    }
}

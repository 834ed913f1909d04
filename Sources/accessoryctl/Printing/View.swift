// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// What can be shown of one kind of thing, column by column.
struct View<Row: Sendable>: Sendable {
    struct Column: Sendable {
        let name: String
        /// Shown when no fields are asked for.
        let isCommon: Bool
        let colour: @Sendable (Row) -> Colour?
        let text: @Sendable (Row) -> String?

        init(
            _ name: String, isCommon: Bool = true, colour: @escaping @Sendable (Row) -> Colour? = { _ in nil },
            text: @escaping @Sendable (Row) -> String?
        ) {
            self.name = name
            self.isCommon = isCommon
            self.colour = colour
            self.text = text
        }
    }

    /// Heads the output of `--pretty`.
    let title: String
    let columns: [Column]

    /// The columns asked for, in that order: names in any case, `all` or `common`. Throws `UsageError`.
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
                    throw UsageError("invalid field '\(field)'; known fields: \(known), and all, common")
                }
                chosen.append(column)
            }
        }
        return chosen
    }

    /// The rows as they are to be printed, with the columns asked for.
    func table(_ rows: [Row], fields: [String]?) throws(UsageError) -> Table {
        let columns = try columns(fields)
        return Table(
            title: title, header: columns.map(\.name),
            rows: rows.map { row in columns.map { Table.Cell(text: $0.text(row)?.printable, colour: $0.colour(row)) } })
    }
}

/// Rows of cells under a header.
struct Table: Hashable, Sendable {
    struct Cell: Hashable, Sendable {
        /// Nil where there is no value.
        var text: String?
        var colour: Colour?
    }

    var title: String
    var header: [String]
    var rows: [[Cell]]
}

/// A command line that cannot be carried out as it stands. Nothing was done.
struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

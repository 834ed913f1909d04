// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface

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

/// What becomes of a column on a terminal that is too narrow.
enum ColumnWidth: Hashable, Sendable {
    /// Sentences and lists lose their ends first.
    case text
    /// Names lose characters next, in the middle, because the ends distinguish them.
    case name
    /// Half an address or a number is none.
    case whole
}

/// Rows of cells under a header.
struct Table: Hashable, Sendable {
    struct Cell: Hashable, Sendable {
        /// Nil if there is no value.
        var text: String?
        var colour: Colour?
    }

    var title: String
    var header: [String]
    var rows: [[Cell]]
    /// Of the columns; whole without one.
    var widths: [ColumnWidth] = []
}

/// A command line that cannot be carried out as it stands. Nothing happened.
struct UsageError: ProgramFault, Hashable {
    let description: String

    init(_ description: String) { self.description = description }
}

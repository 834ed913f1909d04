// SPDX-License-Identifier: Apache-2.0

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

/// Colours of a terminal, by their ECMA-48 parameters.
enum Colour: String, Hashable, Sendable {
    case green = "32"
    case yellow = "33"
    case red = "31"
    case cyan = "36"
    case faint = "2"
    case bold = "1"

    func applied(to text: String) -> String { "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" }
}

// SPDX-License-Identifier: Apache-2.0

/// The style of the output, from the options of the command line.
struct OutputStyle: Hashable, Sendable {
    enum Manner: Hashable, Sendable {
        case normal
        case terse
        case pretty
    }

    enum Mode: String, Hashable, Sendable, CaseIterable {
        case tabular
        case multiline
    }

    var manner = Manner.normal
    /// Nil: the command's default.
    var mode: Mode?
    /// Nil: the common fields.
    var fields: [String]?
    /// Whether terse output escapes `:` and `\` as `\:` and `\\`.
    var escapes = true
    var colours = false
    /// Values only: multiline output without names.
    var valuesOnly = false
    /// The wire's objects instead of tables.
    var json = false
    /// Of the terminal, into which tables fit. Nil: a script gets whole values.
    var width: Int?

    /// The table's lines. `preferred` applies if no mode was requested.
    func lines(_ table: Table, preferred: Mode = .tabular) -> [String] {
        let fitted = width.map { table.fitted(to: $0) } ?? table
        return switch (mode ?? (manner == .terse ? .tabular : preferred), manner) {
        case (.tabular, .terse): TersePrinter(escapes: escapes).lines(table)
        case (.tabular, .normal): TablePrinter(colours: colours).lines(fitted)
        case (.tabular, .pretty): TablePrinter(isPretty: true, colours: colours).lines(fitted)
        case (.multiline, .terse): MultilinePrinter(manner: .terse, valuesOnly: valuesOnly).lines(table)
        case (.multiline, .normal): MultilinePrinter(colours: colours).lines(table)
        case (.multiline, .pretty): MultilinePrinter(manner: .pretty, colours: colours).lines(table)
        }
    }
}

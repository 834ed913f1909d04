// SPDX-License-Identifier: Apache-2.0

/// How output is to look; what the options of the command line come to.
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
    /// Nil: what the command prefers.
    var mode: Mode?
    /// Nil: the common ones.
    var fields: [String]?
    /// Terse tabular output writes `\:` and `\\`.
    var escapes = true
    var colours = false
    /// Values only: multiline output without names.
    var valuesOnly = false
    /// The wire's objects instead of tables.
    var json = false

    /// The table's lines. `preferred` counts when no mode was asked for.
    func lines(_ table: Table, preferred: Mode = .tabular) -> [String] {
        switch (mode ?? (manner == .terse ? .tabular : preferred), manner) {
        case (.tabular, .terse): TersePrinter(escapes: escapes).lines(table)
        case (.tabular, .normal): TablePrinter(colours: colours).lines(table)
        case (.tabular, .pretty): TablePrinter(isPretty: true, colours: colours).lines(table)
        case (.multiline, .terse): MultilinePrinter(manner: .terse, valuesOnly: valuesOnly).lines(table)
        case (.multiline, .normal): MultilinePrinter(colours: colours).lines(table)
        case (.multiline, .pretty): MultilinePrinter(manner: .pretty, colours: colours).lines(table)
        }
    }
}

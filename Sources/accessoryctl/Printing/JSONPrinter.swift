// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// The wire's objects: one line each, or indented with `--pretty`. Keys are sorted, so that equal values are equal text.
struct JSONPrinter {
    var isPretty = false

    func lines(_ value: some Encodable) throws -> [String] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
        return [String(decoding: try encoder.encode(value), as: UTF8.self)]
    }
}

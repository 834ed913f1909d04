// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import FoundationEssentials

/// Prints the wire's objects: one line each, or indented with `--pretty`. Keys are sorted, so equal values are equal
/// text.
struct JSONPrinter {
    var isPretty = false

    func lines(_ value: some Encodable) throws -> [String] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
        return [Self.escaped(String(decoding: try encoder.encode(value), as: UTF8.self))]
    }

    /// The encoder escapes C0 as JSON demands, but no other characters that act on a terminal.
    private static func escaped(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0.changesLines && $0.value > 0x1F }) else { return text }
        return text.unicodeScalars.reduce(into: "") { escaped, scalar in
            if scalar.changesLines, scalar.value > 0x1F {
                let digits = String(scalar.value, radix: 16)
                escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            } else {
                escaped.unicodeScalars.append(scalar)
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

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

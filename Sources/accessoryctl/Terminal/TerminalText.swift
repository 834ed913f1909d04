// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import FoundationEssentials

/// The characters that the terminal can show.
enum TerminalText {
    /// Whether the locale's characters can be more than ASCII (locale(7): the first variable that is set counts).
    static let isUTF8: Bool = {
        let environment = ProcessInfo.processInfo.environment
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        return locale.uppercased().contains("UTF-8") || locale.uppercased().contains("UTF8")
    }()

    /// A pipe or a file takes UTF-8 whatever the locale, as JSON does.
    static let isASCII = StandardStream.output.isTerminal && !isUTF8

    /// It shows escapes as they are (terminfo(5), the entry `dumb`).
    static let isDumb = ProcessInfo.processInfo.environment["TERM"] == "dumb"

    /// Stands for the rest of a text that is cut.
    static let ellipsis = isASCII ? "~" : "…"
}

extension String {
    /// One visible line, in the characters that the terminal can show.
    var shown: String { TerminalText.isASCII ? printable.inASCII : printable }

    /// With `\xNN` for the bytes of other characters.
    var inASCII: String {
        guard !utf8.allSatisfy({ $0 < 0x80 }) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            if scalar.isASCII {
                text.unicodeScalars.append(scalar)
            } else {
                text += UTF8.encode(scalar)?.map { "\\x" + [$0].hexadecimal }.joined() ?? ""
            }
        }
    }
}

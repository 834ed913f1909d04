// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing

/// Files of expected output, in the folder beside this file.
enum Expected {
    /// Compares line by line. Run with RECORD_EXPECTED=1 to write the file instead, and read what changed.
    static func check(_ lines: [String], _ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let path = directory + "/\(name).txt"
        let text = lines.map { $0 + "\n" }.joined()
        if ProcessInfo.processInfo.environment["RECORD_EXPECTED"] != nil {
            try Data(text.utf8).write(to: URL(filePath: path))
        }
        let expected = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
        #expect(text == expected, "\(name).txt", sourceLocation: sourceLocation)
    }

    private static let directory =
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
        .joined(separator: "/") + "/Expected"
}

// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Glibc

/// Prints for the person at the machine: lines on standard output, complaints on standard error.
struct Console: Sendable {
    var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }
    /// Whether somebody can press Enter.
    var hasKeyboard: Bool { isatty(STDIN_FILENO) == 1 }

    func printLines(_ lines: String...) { Self.write(STDOUT_FILENO, lines.map(\.printable)) }

    /// A line for programs, which no terminal is to be protected from: JSON has no control characters.
    func printRaw(_ line: String) { Self.write(STDOUT_FILENO, [line]) }

    /// Whether the person at the terminal answers with yes. Waits for a line.
    func agrees(_ question: String) -> Bool {
        Self.write(STDOUT_FILENO, "\(question.printable) [y/N] ")
        return ["y", "yes"].contains(readLine()?.lowercased())
    }

    func show(_ code: QRCode) { Self.write(STDOUT_FILENO, code.lines) }

    /// - Parameter isPlain: the text already shows that it is an error.
    func complain(_ text: String, isPlain: Bool = false) {
        Self.write(STDERR_FILENO, [isPlain ? text : "Error: \(text.printable)"])
    }

    private static func write(_ descriptor: Int32, _ lines: [String]) {
        write(descriptor, lines.map { $0 + "\n" }.joined())
    }

    /// If the reader has gone, the rest is dropped.
    private static func write(_ descriptor: Int32, _ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno != EINTR { return }
            bytes = bytes.dropFirst(max(0, count))
        }
    }
}

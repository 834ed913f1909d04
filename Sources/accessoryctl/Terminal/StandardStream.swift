// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Standard output and standard error, unbuffered, so that the output of a started program stays in order.
struct StandardStream: Hashable, Sendable {
    static let output = StandardStream(descriptor: STDOUT_FILENO)
    static let error = StandardStream(descriptor: STDERR_FILENO)

    let descriptor: Int32

    var isTerminal: Bool { isatty(descriptor) == 1 }

    func write(_ lines: [String]) {
        write(text: lines.map { $0 + "\n" }.joined())
    }

    /// If the reader has gone, the rest is dropped.
    func write(text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno != EINTR && errno != EAGAIN { return }
            bytes = bytes.dropFirst(max(0, count))
        }
    }
}

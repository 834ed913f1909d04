// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import Glibc
import Synchronization

/// Standard output and standard error, unbuffered, so that the output of a started program stays in order.
struct StandardStream: Hashable, Sendable {
    static let output = StandardStream(descriptor: STDOUT_FILENO)
    static let error = StandardStream(descriptor: STDERR_FILENO)

    let descriptor: Int32

    var isTerminal: Bool { isatty(descriptor) == 1 }

    /// A terminal on which a line can be drawn again, and have colours.
    var takesEscapes: Bool { isTerminal && !TerminalText.isDumb }

    /// Whether both lead to one terminal, one file or the journal, where a person reads what either has.
    func leads(where other: StandardStream) -> Bool {
        var (here, there) = (stat(), stat())
        guard fstat(descriptor, &here) == 0, fstat(other.descriptor, &there) == 0 else { return false }
        return here.st_dev == there.st_dev && here.st_ino == there.st_ino
    }

    func write(_ lines: [String]) {
        write(text: lines.map { $0 + "\n" }.joined())
    }

    func write(text: String) {
        guard let code = put(text), self == .output else { return }
        Self.loss.withLock { $0 = $0 ?? code }
    }

    /// Writes everything. Returns the error that ended it; none if the reader has gone, who wants no more.
    func put(_ text: String) -> Int32? {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno != EINTR && errno != EAGAIN { return errno == EPIPE ? nil : errno }
            bytes = bytes.dropFirst(max(0, count))
        }
        return nil
    }

    /// The first error of standard output.
    private static let loss = Mutex<Int32?>(nil)

    /// Throws `Failure` if output was lost, for instance because the disk is full.
    static func checkOutput() throws(Failure) {
        guard let code = loss.withLock({ $0 }) else { return }
        throw Failure("standard output: \(String(cString: strerror(code)))", .unknown)
    }
}

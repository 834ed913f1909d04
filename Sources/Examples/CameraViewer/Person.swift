// SPDX-License-Identifier: Apache-2.0

import AccessorySetupKit
import Glibc
import Synchronization

/// The person at the terminal: texts go there, and lines come from there.
final class Person: Sendable {
    private struct Waiting {
        var lines: [String] = []
        var hasGone = false
        var waiter: CheckedContinuation<String?, Never>?
    }

    private let waiting = Mutex(Waiting())

    /// Reads on a thread of its own, because reading a terminal blocks. A line that nobody waits for any more stays for
    /// the next reader. It reads by read(2): since glibc 2.38, exit() waits for a thread that is in `readLine()`.
    init() {
        DispatchQueue(label: "org.example.viewer.lines").async { [weak self] in
            var line: [UInt8] = []
            var byte: UInt8 = 0
            while read(STDIN_FILENO, &byte, 1) == 1 {
                if byte != UInt8(ascii: "\n") {
                    line.append(byte)
                } else {
                    self?.take(String(decoding: line, as: UTF8.self))
                    line = []
                }
            }
            if !line.isEmpty { self?.take(String(decoding: line, as: UTF8.self)) }
            self?.take(nil)
        }
    }

    private func take(_ line: String?) {
        waiting.withLock { waiting in
            if let line, waiting.waiter == nil { waiting.lines.append(line) }
            waiting.hasGone = line == nil
            waiting.waiter?.resume(returning: line)
            waiting.waiter = nil
        }
    }

    /// The next line; nil if there are no more, or the task was cancelled.
    func line() async -> String? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiting.withLock { waiting in
                    if Task.isCancelled {
                        continuation.resume(returning: nil)
                    } else if !waiting.lines.isEmpty {
                        continuation.resume(returning: waiting.lines.removeFirst())
                    } else if waiting.hasGone {
                        continuation.resume(returning: nil)
                    } else {
                        waiting.waiter = continuation
                    }
                }
            }
        } onCancel: {
            waiting.withLock { waiting in
                waiting.waiter?.resume(returning: nil)
                waiting.waiter = nil
            }
        }
    }

    /// Asks for a line.
    func ask(_ question: String) async -> String? {
        show(question)
        return await line()
    }

    func show(_ text: String) { write(text, to: STDOUT_FILENO) }

    func complain(_ text: String) { write("camera-viewer: \(text)", to: STDERR_FILENO) }

    /// Writes at once, even if a file or another program reads it.
    private func write(_ text: String, to descriptor: Int32) {
        let bytes = Array("\(text)\n".utf8)
        _ = Glibc.write(descriptor, bytes, bytes.count)
    }
}

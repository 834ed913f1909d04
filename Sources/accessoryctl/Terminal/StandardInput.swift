// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc

/// Lines of standard input, by read(2). The C library's own buffer has a lock, for which exit() waits since glibc 2.38: a
/// thread that is still in `readLine()` would keep the process from ending.
enum StandardInput {
    /// The next line without its end; nil if the input ends. Blocks.
    static func line(of descriptor: Int32 = STDIN_FILENO) -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        // One byte each time: what follows the line is another question's, or another program's.
        while true {
            switch Glibc.read(descriptor, &byte, 1) {
            case 1 where byte == UInt8(ascii: "\n"): return String(decoding: bytes, as: UTF8.self)
            case 1: if bytes.count < mostBytes { bytes.append(byte) }
            case -1 where errno == EINTR: continue
            case _: return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
            }
        }
    }

    /// The same without blocking; also nil as soon as the task is cancelled. Then the line that is typed next is lost.
    static func nextLine(of descriptor: Int32 = STDIN_FILENO) async -> String? {
        let (lines, inbox) = AsyncStream.makeStream(of: String.self)
        DispatchQueue.global().async {
            if let line = line(of: descriptor) { inbox.yield(line) }
            inbox.finish()
        }
        return await lines.first { _ in true }
    }

    /// The kernel's own limit for a line of a terminal (termios(3), canonical mode); a longer one is cut.
    private static let mostBytes = 4096
}

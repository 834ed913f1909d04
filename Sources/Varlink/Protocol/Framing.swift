// SPDX-License-Identifier: Apache-2.0

/// Cuts a stream socket's data into messages, each of which ends with a NUL.
package struct Framing: Sendable {
    private let limit: Int
    private var buffer: [UInt8] = []
    private var start = 0
    private var searched = 0

    package init(limit: Int = MessageLimits.messageBytes) {
        self.limit = limit
    }

    /// The kept bytes: of messages that were not taken yet, and of an incomplete one.
    var count: Int { buffer.count - start }

    package mutating func append(_ bytes: [UInt8]) {
        if start == buffer.count {
            buffer = bytes
            (start, searched) = (0, 0)
        } else {
            buffer.removeFirst(start)
            searched -= start
            start = 0
            buffer += bytes
        }
    }

    /// The next complete message without its NUL, or nil until more bytes come.
    package mutating func next() throws(ProtocolViolation) -> [UInt8]? {
        guard let end = buffer[searched...].firstIndex(of: 0) else {
            searched = buffer.count
            guard buffer.count - start <= limit else { throw .messageTooLarge(limit: limit) }
            letGoOfWhatWasTaken()
            return nil
        }
        guard end - start <= limit else { throw .messageTooLarge(limit: limit) }
        defer {
            start = end + 1
            searched = start
            if start == buffer.count {
                buffer = []
                (start, searched) = (0, 0)
            }
        }
        return Array(buffer[start..<end])
    }

    /// A few bytes of the next message must not keep the memory of a large one before it.
    private mutating func letGoOfWhatWasTaken() {
        guard start > 0 else { return }
        buffer = Array(buffer[start...])
        (start, searched) = (0, buffer.count)
    }
}

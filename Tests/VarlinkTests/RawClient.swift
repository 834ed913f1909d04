// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

@testable import Varlink

/// Reads a socket's messages as text, unchecked.
final class RawClient: Sendable {
    private let messages: AsyncStream<String>

    init(_ socket: Socket) {
        let (messages, continuation) = AsyncStream.makeStream(of: String.self)
        self.messages = messages
        let framing = Mutex(Framing())
        socket.start { input in
            switch input {
            case .bytes(let bytes):
                framing.withLock { framing in
                    framing.append(bytes)
                    while let message = try? framing.next() {
                        continuation.yield(String(decoding: message, as: UTF8.self))
                    }
                }
            case .end: continuation.finish()
            }
        }
    }

    /// The next message, or nil when the connection has ended.
    func message() async -> String? {
        await messages.first { _ in true }
    }
}

extension Socket {
    /// Closes the sending direction only.
    func endSending() {
        _ = Glibc.shutdown(fileDescriptor, Int32(SHUT_WR))
    }
}

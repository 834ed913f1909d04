// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The reason why a socket could not be made or used.
package enum SocketError: Error, Hashable, Sendable {
    /// A system call failed; `subject` is the path that it concerned.
    case system(call: String, subject: String, code: Int32)
    case pathTooLong(String, limit: Int)
    /// Another process answers on this path already.
    case inUse(String)
    /// The path is not a socket.
    case notASocket(String)
    /// The connection has ended, from this side or the other.
    case closed
    /// The peer did not read its data, and was dropped.
    case peerDoesNotRead
}

extension SocketError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .system(let call, let subject, let code): "\(subject): \(call): \(String(cString: strerror(code)))"
        case .pathTooLong(let path, let limit): "\(path): a socket's path has at most \(limit) bytes"
        case .inUse(let path): "\(path): another process answers on this socket; stop it or choose another path"
        case .notASocket(let path): "\(path): is not a socket; remove it or choose another path"
        case .closed: "the connection is closed"
        case .peerDoesNotRead: "the peer did not read its replies and was dropped"
        }
    }
}

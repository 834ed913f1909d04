// SPDX-License-Identifier: Apache-2.0

package import AgentInterface

/// The reason why a call has no answer although the agent did not refuse it.
package enum AgentFault: Error, Hashable, Sendable {
    /// Nobody listens on the socket.
    case notRunning(path: String)
    /// The socket is there, but this user may not connect to it.
    case notPermitted(path: String)
    /// The connection ended before the answer came. The client cannot see whether the agent stopped, or a limit did it.
    case lost(path: String)
    /// The peer is no accessoryd, or one of another version.
    case unexpected(path: String, detail: String)

    package var exitStatus: ExitStatus {
        switch self {
        case .notRunning, .lost: .notRunning
        case .notPermitted: .notAuthorized
        case .unexpected: .unknown
        }
    }
}

extension AgentFault: ProgramFault {
    package var description: String {
        switch self {
        case .notRunning(let path):
            "accessoryd is not running (no answer at \(path)); 'systemctl start accessoryd' starts it"
        case .notPermitted(let path):
            "this user may not connect to \(path); \(SocketGroup(path: path).cure)"
        case .lost(let path):
            "accessoryd ended the connection to \(path) before the answer: it was stopped, or this user has too many open; "
                + "'journalctl -u accessoryd' shows which"
        case .unexpected(let path, let detail): "\(path) does not answer as this version of accessoryd does: \(detail)"
        }
    }
}

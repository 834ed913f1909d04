// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import Glibc
import Varlink

/// One of the agent's sockets, and calls over it with this project's own errors.
///
/// Every call and every stream has a connection of its own. Replies on one connection come in the order of its calls,
/// so a stream would block all others. And whatever a stream holds ends with its connection.
struct AgentSocket: Hashable, Sendable {
    let path: String

    /// Throws `AccessoryError` if the agent refuses, `AgentFault` if it does not answer, `CancellationError`.
    func call<R: Decodable>(_ method: String, _ parameters: some Encodable, as type: R.Type = R.self) async throws -> R
    {
        let (reply, _): (R, ClientConnection) = try await hold(method, parameters)
        return reply
    }

    /// As `call`, and returns the connection too: the result may rest on it.
    func hold<R: Decodable>(
        _ method: String, _ parameters: some Encodable
    ) async throws -> (reply: R, connection: ClientConnection) {
        do {
            let connection = try ClientConnection(path: path)
            return (try await connection.call(method, parameters, as: R.self), connection)
        } catch {
            throw explained(error)
        }
    }

    /// Sends the call now. The stream throws the errors of `call`. When its reader leaves, its connection closes.
    func stream<R: Decodable & Sendable>(
        _ method: String, _ parameters: some Encodable, as type: R.Type = R.self
    ) throws -> AgentStream<R> {
        do {
            let replies = try ClientConnection(path: path).stream(method, parameters, as: type)
            return AgentStream(replies: replies, socket: self)
        } catch {
            throw explained(error)
        }
    }

    func explained(_ error: any Error) -> any Error {
        switch error {
        case let error as VarlinkError: explained(error)
        case let error as SocketError: explained(error)
        case let error as ProtocolViolation: AgentFault.unexpected(path: path, detail: error.description)
        case let error as DecodingError: AgentFault.unexpected(path: path, detail: Self.text(of: error))
        case _: error
        }
    }

    private func explained(_ error: VarlinkError) -> any Error {
        if let code = AccessoryError.Code(name: error.name) {
            let parameters = try? error.parameters(as: ErrorParameters.self)
            return AccessoryError(
                code, parameters?.message ?? error.description, field: parameters?.field, change: parameters?.change,
                attributeError: parameters?.attributeError, reason: parameters?.reason)
        }
        switch error.name {
        case "org.varlink.service.InvalidParameter":
            guard case .string(let field)? = error.parameters["parameter"] else { break }
            return AccessoryError(.invalidRequest, "'\(field)' is missing or has a wrong value", field: field)
        case "org.varlink.service.PermissionDenied":
            return AccessoryError(.notAuthorized, "accessoryd does not let this caller do that")
        case _: break
        }
        return AgentFault.unexpected(path: path, detail: error.description)
    }

    private func explained(_ error: SocketError) -> any Error {
        switch error {
        case .system(_, _, ENOENT), .system(_, _, ECONNREFUSED), .system(_, _, ENOTDIR), .notASocket:
            AgentFault.notRunning(path: path)
        case .system(_, _, EACCES), .system(_, _, EPERM): AgentFault.notPermitted(path: path)
        case .closed, .peerDoesNotRead: AgentFault.lost(path: path)
        case .pathTooLong: AccessoryError(.invalidRequest, error.description)
        case .system, .inUse: AgentFault.unexpected(path: path, detail: error.description)
        }
    }

    private static func text(of error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, _): "a reply lacks '\(key.stringValue)'"
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            "a reply's '\(context.codingPath.map(\.stringValue).joined(separator: "."))': \(context.debugDescription)"
        @unknown default: "a reply cannot be read"
        }
    }
}

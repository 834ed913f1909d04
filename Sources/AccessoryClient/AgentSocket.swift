// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import Glibc
import Varlink

/// One of the agent's sockets, and what a failed call over it becomes: this project's own errors.
struct AgentSocket: Hashable, Sendable {
    let path: String

    /// `AccessoryError` if the agent refuses, `AgentFault` if it does not answer.
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

// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel
package import AgentInterface
import Varlink

/// `org.accessoryd.Control`: what people and system services may do. All of it throws `AccessoryError`, `AgentFault` or
/// `CancellationError`.
package struct ControlClient: Sendable {
    private let socket: AgentSocket

    package init(_ sockets: AgentSockets) { socket = AgentSocket(path: sockets.control) }

    package func status() async throws -> Status { try await call(.getStatus, Nothing()) }

    package func apps() async throws -> AppList { try await call(.listApps, Nothing()) }

    /// Reads the manifests again; the reply is what is known from then on.
    package func reloadConfiguration() async throws -> AppList { try await call(.reloadConfiguration, Nothing()) }

    /// Looks around for as long as the stream is read.
    package func scan(_ request: ScanRequest) throws -> AgentStream<ScanReply> { try stream(.scan, request) }

    /// The whole way for an app: the session's events, then the lease, which the stream holds.
    package func setUp(_ request: SetUpRequest) throws -> AgentStream<SetUpReply> { try stream(.setUp, request) }

    /// All access records, or one app's.
    package func access(app: String?) async throws -> RecordList { try await call(.listAccess, AppQuery(app: app)) }

    /// The record that lets the app join. Throws `notAuthorized` when there is none.
    package func checkAccess(_ query: AppAccessQuery) async throws -> AccessRecord {
        let reply: RecordReply = try await call(.checkAccess, query)
        return reply.record
    }

    package func grantAccess(_ request: GrantRequest) async throws -> AccessRecord {
        let reply: RecordReply = try await call(.grantAccess, request)
        return reply.record
    }

    package func revokeAccess(_ query: AppAccessQuery) async throws {
        let _: Nothing = try await call(.revokeAccess, query)
    }

    /// Joins an accessory with an app's grant; the stream holds the lease.
    package func joinHotspot(_ request: JoinHotspotRequest) throws -> AgentStream<LeaseReply> {
        try stream(.joinHotspot, request)
    }

    /// Ends an app's lease, whoever holds it. The holder's stream tells when the earlier network is back.
    package func leaveHotspot(app: String) async throws {
        let _: Nothing = try await call(.leaveHotspot, AppQuery(app: app))
    }

    package func monitor() throws -> AgentStream<MonitorReply> { try stream(.monitor, Nothing()) }

    private func call<R: Decodable>(_ method: ControlMethod, _ parameters: some Encodable) async throws -> R {
        try await socket.call("\(InterfaceName.control.rawValue).\(method.rawValue)", parameters)
    }

    private func stream<R: Decodable & Sendable>(
        _ method: ControlMethod, _ parameters: some Encodable
    ) throws -> AgentStream<R> {
        try socket.stream("\(InterfaceName.control.rawValue).\(method.rawValue)", parameters)
    }
}

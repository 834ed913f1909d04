// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel
package import AgentInterface
import Varlink

/// `org.accessoryd.Setup`: what an app may do for itself. The agent knows the app by who connects.
package struct SetupClient: Sendable {
    private let socket: AgentSocket

    package init(_ sockets: AgentSockets) { socket = AgentSocket(path: sockets.app) }

    /// The session: `activated` with the app's own accessories, then every event. It lasts as long as it is read.
    package func activate() throws -> AgentStream<SessionEvent> { try stream(.activate, Nothing()) }

    package func accessories() async throws -> [Accessory] {
        let reply: AccessoryList = try await call(.listAccessories, Nothing())
        return reply.accessories
    }

    package func access(_ query: AccessQuery) async throws -> AccessRecord {
        let reply: RecordReply = try await call(.getAccess, query)
        return reply.record
    }

    /// Returns when the picker is gone and the chosen accessory is joined. Needs a session of the same app.
    package func showPicker(_ request: ShowPickerRequest) async throws -> ShowPickerReply {
        try await call(.showPicker, request)
    }

    /// Joins an accessory of the app's; the stream holds the lease.
    package func joinHotspot(_ request: JoinHotspotRequest) throws -> AgentStream<LeaseReply> {
        try stream(.joinHotspot, request)
    }

    package func leaveHotspot() async throws {
        let _: Nothing = try await call(.leaveHotspot, Nothing())
    }

    private func call<R: Decodable>(_ method: SetupMethod, _ parameters: some Encodable) async throws -> R {
        try await socket.call("\(InterfaceName.setup.rawValue).\(method.rawValue)", parameters)
    }

    private func stream<R: Decodable & Sendable>(
        _ method: SetupMethod, _ parameters: some Encodable
    ) throws -> AgentStream<R> {
        try socket.stream("\(InterfaceName.setup.rawValue).\(method.rawValue)", parameters)
    }
}

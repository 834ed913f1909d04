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

    /// What the app may do with one of its accessories, and where it reaches that one's Bluetooth side.
    package func access(_ query: AccessQuery) async throws -> AccessReply { try await call(.getAccess, query) }

    /// Returns when the picker is gone and the chosen accessory is joined. Needs a session of the same app.
    package func showPicker(_ request: ShowPickerRequest) async throws -> ShowPickerReply {
        try await call(.showPicker, request)
    }

    /// Adds discovered accessories to what the app's picker shows.
    package func updatePicker(_ request: UpdatePickerRequest) async throws {
        let _: Nothing = try await call(.updatePicker, request)
    }

    package func finishPickerDiscovery() async throws {
        let _: Nothing = try await call(.finishPickerDiscovery, Nothing())
    }

    /// The second half of a two-phase set-up: what was chosen becomes the app's, as it says.
    package func finishAuthorization(_ request: FinishAuthorizationRequest) async throws {
        let _: Nothing = try await call(.finishAuthorization, request)
    }

    /// What was chosen is given up as a failure.
    package func failAuthorization(_ accessory: Accessory.ID) async throws {
        let _: Nothing = try await call(.failAuthorization, AccessoryQuery(accessory: accessory))
    }

    /// Has a person asked whether the app may have more of its accessory.
    package func updateAuthorization(_ request: UpdateAuthorizationRequest) async throws -> Accessory {
        let reply: AccessoryReply = try await call(.updateAuthorization, request)
        return reply.accessory
    }

    /// Joins an accessory of the app's; the stream holds the lease.
    package func joinHotspot(_ request: JoinHotspotRequest) throws -> AgentStream<LeaseReply> {
        try stream(.joinHotspot, request)
    }

    /// Leaves what the app holds, or one of it.
    package func leaveHotspot(_ request: LeaveHotspotRequest = LeaveHotspotRequest()) async throws {
        let _: Nothing = try await call(.leaveHotspot, request)
    }

    /// Renames one of the app's accessories; without a name the picker asks a person for it.
    package func renameAccessory(_ request: RenameRequest) async throws -> Accessory {
        let reply: AccessoryReply = try await call(.renameAccessory, request)
        return reply.accessory
    }

    /// Gives up the app's access to an accessory.
    package func removeAccessory(_ accessory: Accessory.ID) async throws {
        let _: Nothing = try await call(.removeAccessory, AccessoryQuery(accessory: accessory))
    }

    /// Stores a configuration and joins its network. What was joined rests on the app's session, or, where it has none,
    /// on the value that is returned: it is left when nobody keeps that any more.
    package func applyHotspot(_ request: ApplyHotspotRequest) async throws -> AppliedHotspot {
        let method = "\(InterfaceName.setup.rawValue).\(SetupMethod.applyHotspot.rawValue)"
        let (reply, connection): (ApplyHotspotReply, ClientConnection) = try await socket.hold(method, request)
        return AppliedHotspot(reply: reply, connection: connection)
    }

    package func removeHotspot(_ query: HotspotQuery) async throws {
        let _: Nothing = try await call(.removeHotspot, query)
    }

    package func hotspots() async throws -> [HotspotConfiguration] {
        let reply: HotspotList = try await call(.listHotspots, Nothing())
        return reply.hotspots.map(\.hotspot)
    }

    /// With what the machine joins its own network, for an app that may know while it holds a hotspot.
    package func uplinkCredentials() async throws -> UplinkCredentials {
        let reply: UplinkReply = try await call(.getUplinkCredentials, Nothing())
        return reply.uplink
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

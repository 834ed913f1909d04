// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel
package import AgentInterface
import Varlink

/// `org.accessoryd.Setup`: the methods for an app. The agent recognises the app by the connecting process.
package struct SetupClient: Sendable {
    private let socket: AgentSocket

    package init(_ sockets: AgentSockets) { socket = AgentSocket(path: sockets.app) }

    /// The session: `activated` with the app's own accessories, then every event. It lasts as long as it is read.
    package func activate() throws -> AgentStream<SessionEvent> { try stream(.activate, Nothing()) }

    package func accessories() async throws -> [Accessory] {
        let reply: AccessoryList = try await call(.listAccessories, Nothing())
        return reply.accessories
    }

    /// The app's access to one of its accessories, and the path to the accessory's Bluetooth side.
    package func access(_ query: AccessQuery) async throws -> AccessReply { try await call(.getAccess, query) }

    /// Where one of the app's accessories is on the home network; nil if the agent has not seen it there.
    package func location(of accessory: Accessory.ID) async throws -> Location? {
        let reply: LocationReply = try await call(.getLocation, AccessoryQuery(accessory: accessory))
        return reply.location
    }

    /// The changes of accessories' presence on the air, as long as the stream is read. The first reply has none.
    package func observe(_ accessories: [Accessory.ID]) throws -> AgentStream<ObserveReply> {
        try stream(.observe, ObserveRequest(accessories: accessories))
    }

    /// Returns when the picker is gone and the chosen accessory is joined. Needs a session of the same app.
    package func showPicker(_ request: ShowPickerRequest) async throws -> ShowPickerReply {
        try await call(.showPicker, request)
    }

    /// Adds discovered accessories to the app's picker.
    package func updatePicker(_ request: UpdatePickerRequest) async throws {
        let _: Nothing = try await call(.updatePicker, request)
    }

    package func finishPickerDiscovery() async throws {
        let _: Nothing = try await call(.finishPickerDiscovery, Nothing())
    }

    /// The second half of a two-phase set-up: the app accepts the chosen accessory, with its own settings.
    package func finishAuthorization(_ request: FinishAuthorizationRequest) async throws {
        let _: Nothing = try await call(.finishAuthorization, request)
    }

    /// Gives the chosen accessory up as a failure.
    package func failAuthorization(_ accessory: Accessory.ID) async throws {
        let _: Nothing = try await call(.failAuthorization, AccessoryQuery(accessory: accessory))
    }

    /// Asks a person whether the app may have more of its accessory.
    package func updateAuthorization(_ request: UpdateAuthorizationRequest) async throws -> Accessory {
        let reply: AccessoryReply = try await call(.updateAuthorization, request)
        return reply.accessory
    }

    /// Joins an accessory of the app's; the stream holds the lease.
    package func joinHotspot(_ request: JoinHotspotRequest) throws -> AgentStream<LeaseReply> {
        try stream(.joinHotspot, request)
    }

    /// Leaves the hotspots that the app holds, or one of them.
    package func leaveHotspot(_ request: LeaveHotspotRequest = LeaveHotspotRequest()) async throws {
        let _: Nothing = try await call(.leaveHotspot, request)
    }

    /// Renames one of the app's accessories. Without a name, the picker asks a person for it.
    package func renameAccessory(_ request: RenameRequest) async throws -> Accessory {
        let reply: AccessoryReply = try await call(.renameAccessory, request)
        return reply.accessory
    }

    /// Gives up the app's access to an accessory.
    package func removeAccessory(_ accessory: Accessory.ID) async throws {
        let _: Nothing = try await call(.removeAccessory, AccessoryQuery(accessory: accessory))
    }

    /// Stores a configuration and joins its network. The join rests on the app's session. If there is no session, it
    /// rests on the returned value: when nobody keeps that any more, the agent leaves the network.
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

    /// The hotspot that the app holds and has joined.
    package func joinedHotspot() async throws -> JoinedHotspotReply { try await call(.getJoinedHotspot, Nothing()) }

    /// The credentials with which the machine joins its own network, for an app that is allowed them and holds a
    /// hotspot.
    package func uplinkCredentials(network: String? = nil) async throws -> UplinkCredentials {
        let reply: UplinkReply = try await call(.getUplinkCredentials, UplinkQuery(network: network))
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

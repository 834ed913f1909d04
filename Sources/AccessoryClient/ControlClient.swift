// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel
package import AgentInterface
import Varlink

/// `org.accessoryd.Control`: the methods for people and system services. At the app socket, a user's picker has a few. All of them throw `AccessoryError`,
/// `AgentFault` or `CancellationError`.
package struct ControlClient: Sendable {
    private let socket: AgentSocket

    package init(_ sockets: AgentSockets, at entrance: AgentSockets.Entrance = .control) {
        socket = AgentSocket(path: sockets.path(of: entrance))
    }

    package func status() async throws -> Status { try await call(.getStatus, Nothing()) }

    package func apps() async throws -> AppList { try await call(.listApps, Nothing()) }

    /// The app that a manifest would make.
    package func checkManifest(path: String, contents: String) async throws -> CheckManifestReply {
        try await call(.checkManifest, CheckFileRequest(path: path, contents: contents))
    }

    /// Reads the manifests again. The reply lists the apps that are known from then on.
    package func reloadConfiguration() async throws -> AppList { try await call(.reloadConfiguration, Nothing()) }

    /// Looks around as long as the stream is read.
    package func scan(_ request: ScanRequest) throws -> AgentStream<ScanReply> { try stream(.scan, request) }

    /// Every step of a set-up for an app: the session's events, then the lease, which the stream holds.
    package func setUp(_ request: SetUpRequest) throws -> AgentStream<SetUpReply> { try stream(.setUp, request) }

    /// All access records, or one app's.
    package func access(app: String?) async throws -> RecordList {
        let parts: AgentStream<RecordList> = try stream(.listAccess, AppQuery(app: app))
        return RecordList(records: try await parts.reduce(into: []) { $0 += $1.records })
    }

    /// The record that lets the app join. Throws `notAuthorized` if there is none.
    package func checkAccess(_ query: AppAccessQuery) async throws -> AccessRecord {
        let reply: RecordReply = try await call(.checkAccess, query)
        return reply.record
    }

    package func grantAccess(_ request: GrantRequest) async throws -> AccessRecord {
        let reply: RecordReply = try await call(.grantAccess, request)
        return reply.record
    }

    /// Switches an app's access off or on. Returns the records after the change.
    package func setAccess(_ request: SetAccessRequest) async throws -> RecordList {
        try await call(.setAccess, request)
    }

    /// Revokes access. Returns the records before the change.
    @discardableResult
    package func revokeAccess(_ query: AppAccessQuery) async throws -> RecordList {
        try await call(.revokeAccess, query)
    }

    /// The changes, with their authors and reasons, the oldest first.
    package func history(_ query: HistoryQuery) async throws -> HistoryList { try await call(.listHistory, query) }

    // MARK: Accessories

    package func accessories() async throws -> AccessoryStatusList {
        let parts: AgentStream<AccessoryStatusList> = try stream(.listAccessories, Nothing())
        return AccessoryStatusList(accessories: try await parts.reduce(into: []) { $0 += $1.accessories })
    }

    package func renameAccessory(_ request: RenameRequest) async throws -> Accessory {
        let reply: AccessoryReply = try await call(.renameAccessory, request)
        return reply.accessory
    }

    /// Gives an accessory a person's picture, or removes it.
    package func setImage(_ request: SetAccessoryImageRequest) async throws -> Accessory {
        let reply: AccessoryReply = try await call(.setAccessoryImage, request)
        return reply.accessory
    }

    /// Revokes the access of all apps to an accessory.
    @discardableResult
    package func removeAccessory(_ accessory: Accessory.ID) async throws -> Accessory {
        let reply: AccessoryReply = try await call(.removeAccessory, AccessoryQuery(accessory: accessory))
        return reply.accessory
    }

    // MARK: Hotspots

    /// Joins an accessory with an app's grant; the stream holds the lease.
    package func joinHotspot(_ request: JoinHotspotRequest) throws -> AgentStream<LeaseReply> {
        try stream(.joinHotspot, request)
    }

    /// Ends an app's leases, or one of them, for every holder. The holder's stream reports the restored network.
    package func leaveHotspot(_ request: LeaveHotspotRequest) async throws {
        let _: Nothing = try await call(.leaveHotspot, request)
    }

    package func hotspots(_ request: ListHotspotsRequest) async throws -> HotspotList {
        try await call(.listHotspots, request)
    }

    package func removeHotspot(_ request: RemoveHotspotRequest) async throws {
        let _: Nothing = try await call(.removeHotspot, request)
    }

    // MARK: New accessories

    /// The accessories in range that take a home network, as long as the stream is read.
    package func newAccessories(
        _ query: NewAccessoryQuery = NewAccessoryQuery()
    ) throws -> AgentStream<NewAccessoryList> {
        try stream(.findNewAccessories, query)
    }

    /// Puts an accessory on the home network as long as the stream is read; the last step is the end.
    package func onboard(_ request: OnboardRequest) throws -> AgentStream<OnboardProgress> {
        try stream(.onboard, request)
    }

    // MARK: Plans

    package func plans() async throws -> PlanList { try await call(.listPlans, Nothing()) }

    /// Carries plans out as long as the stream is read. It ends when each plan has come to its end.
    package func runPlan(_ request: RunPlanRequest) throws -> AgentStream<PlanUpdate> { try stream(.runPlan, request) }

    /// Reports the end of a plan's program.
    package func finishPlan(_ request: FinishPlanRequest) async throws {
        let _: Nothing = try await call(.finishPlan, request)
    }

    /// The plan that a file would make.
    package func checkPlan(path: String, contents: String) async throws -> CheckPlanReply {
        try await call(.checkPlan, CheckFileRequest(path: path, contents: contents))
    }

    /// Listens and looks for a while, and explains which Bluetooth device has which network.
    package func explainBridge(_ request: ExplainBridgeRequest) async throws -> ExplainBridgeReply {
        try await call(.explainBridge, request)
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

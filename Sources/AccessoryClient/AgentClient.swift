// SPDX-License-Identifier: Apache-2.0

package import AgentInterface
package import Varlink

/// Calls the methods of one of the agent's interfaces. Everything throws `AccessoryError` if the agent refuses,
/// `AgentFault` if it does not answer, or `CancellationError`.
///
/// Every call and every stream has a connection of its own. Replies on one connection come in the order of its calls,
/// so a stream would block all others. And whatever a stream holds ends with its connection.
package struct AgentClient<Interface>: Sendable {
    private let socket: AgentSocket

    init(path: String) { socket = AgentSocket(path: path) }

    /// For several calls, and for a call that holds something at the agent as long as its connection is open.
    package func connect() throws -> AgentConnection<Interface> { try AgentConnection(socket) }

    /// Waits for the one reply.
    @discardableResult
    package func call<M: SingleMethod>(_ method: M, _ request: M.Request) async throws -> M.Reply
    where M.Interface == Interface {
        try await connect().call(method, request)
    }

    @discardableResult
    package func call<M: SingleMethod>(_ method: M) async throws -> M.Reply
    where M.Interface == Interface, M.Request == Nothing {
        try await call(method, Nothing())
    }

    package func call<M: SingleMethod>(_ method: M, _ request: M.Request) async throws
    where M.Interface == Interface, M.Reply == Nothing {
        let _: Nothing = try await connect().call(method, request)
    }

    /// Sends the call now. When the reader of the replies leaves, the connection closes.
    package func stream<M: StreamMethod>(_ method: M, _ request: M.Request) throws -> AgentStream<M.Reply>
    where M.Interface == Interface {
        try connect().stream(method, request)
    }

    package func stream<M: StreamMethod>(_ method: M) throws -> AgentStream<M.Reply>
    where M.Interface == Interface, M.Request == Nothing {
        try stream(method, Nothing())
    }

    /// A list that may be longer than a message, in parts.
    package func parts<M: ListMethod>(of method: M, _ request: M.Request) throws -> AgentStream<M.Reply>
    where M.Interface == Interface {
        try connect().stream(method, request)
    }
}

/// For an app. The agent recognises the app by the connecting process.
package typealias SetupClient = AgentClient<SetupInterface>

/// For an app: the central role.
package typealias BluetoothClient = AgentClient<BluetoothInterface>

/// Shows presentations to a person and returns the choice.
package typealias PickerClient = AgentClient<PickerInterface>

/// For people and system services. At the app socket, a user's picker has a few of the methods.
package typealias ControlClient = AgentClient<ControlInterface>

extension SetupClient {
    package init(_ sockets: AgentSockets) { self.init(path: sockets.app) }
}

extension BluetoothClient {
    package init(_ sockets: AgentSockets) { self.init(path: sockets.app) }
}

extension PickerClient {
    package init(_ sockets: AgentSockets, at entrance: AgentSockets.Entrance = .control) {
        self.init(path: sockets.path(of: entrance))
    }
}

extension ControlClient {
    package init(_ sockets: AgentSockets, at entrance: AgentSockets.Entrance = .control) {
        self.init(path: sockets.path(of: entrance))
    }

    /// All access records, or one app's, however many.
    package func access(app: String?) async throws -> RecordList {
        let parts = try parts(of: .listAccess, AppQuery(app: app))
        return RecordList(records: try await parts.reduce(into: []) { $0 += $1.records })
    }

    /// All accessories, however many.
    package func accessories() async throws -> AccessoryStatusList {
        let parts = try parts(of: .listAccessories, Nothing())
        return AccessoryStatusList(accessories: try await parts.reduce(into: []) { $0 += $1.accessories })
    }

    /// All apps, however many.
    package func apps() async throws -> AppList { try await list(.listApps) }

    /// The same after the agent has read the configuration again.
    package func reload() async throws -> AppList { try await list(.reloadConfiguration) }

    private func list<M: ListMethod>(_ method: M) async throws -> AppList
    where M.Interface == Interface, M.Request == Nothing, M.Reply == AppList {
        try await parts(of: method, Nothing()).reduce(into: AppList(apps: [], faults: [])) { all, part in
            all.apps += part.apps
            all.faults += part.faults
        }
    }
}

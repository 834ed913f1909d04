// SPDX-License-Identifier: Apache-2.0

package import Varlink

/// One connection to the agent, for the methods of one interface. The replies come in the order of the calls. What a call
/// holds at the agent ends with the connection, which closes when nobody keeps this any more.
package struct AgentConnection<Interface>: Sendable {
    private let socket: AgentSocket
    private let connection: ClientConnection

    init(_ socket: AgentSocket) throws {
        self.socket = socket
        do {
            connection = try ClientConnection(path: socket.path)
        } catch {
            throw socket.explained(error)
        }
    }

    /// Waits for the one reply. Throws as `AgentClient` does.
    @discardableResult
    package func call<M: SingleMethod>(_ method: M, _ request: M.Request) async throws -> M.Reply
    where M.Interface == Interface {
        do {
            return try await connection.call(method, request)
        } catch {
            throw socket.explained(error)
        }
    }

    func stream<M: Method>(_ method: M, _ request: M.Request) throws -> AgentStream<M.Reply> {
        do {
            return AgentStream(replies: try connection.stream(method, request), socket: socket)
        } catch {
            throw socket.explained(error)
        }
    }

    /// Ends every call under way.
    package func close() { connection.close() }
}

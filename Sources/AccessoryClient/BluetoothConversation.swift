// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
package import AgentInterface
import Varlink

/// The calls about one accessory, over one connection. The replies come in the order of the calls. All of them throw
/// `AccessoryError`, `AgentFault` or `CancellationError`.
package struct BluetoothConversation: Sendable {
    private let socket: AgentSocket
    private let connection: ClientConnection
    private let accessory: Accessory.ID

    init(_ socket: AgentSocket, _ accessory: Accessory.ID) throws {
        self.socket = socket
        self.accessory = accessory
        do {
            connection = try ClientConnection(path: socket.path)
        } catch {
            throw socket.explained(error)
        }
    }

    package func services() async throws -> [BluetoothService] {
        let reply: ListServicesReply = try await call(.listServices, AccessoryQuery(accessory: accessory))
        return reply.services
    }

    package func read(_ handle: Int) async throws -> [UInt8] {
        let reply: ReadValueReply = try await call(.readValue, AttributeQuery(accessory: accessory, handle: handle))
        return [UInt8](hexadecimal: reply.value) ?? []
    }

    package func write(_ value: [UInt8], to handle: Int, withoutResponse: Bool) async throws {
        let request = WriteValueRequest(
            accessory: accessory, handle: handle, value: value.hexadecimal,
            withoutResponse: withoutResponse ? true : nil)
        let _: Nothing = try await call(.writeValue, request)
    }

    package func signalStrength() async throws -> Int {
        let reply: ReadSignalStrengthReply = try await call(.readSignalStrength, AccessoryQuery(accessory: accessory))
        return reply.rssi
    }

    /// Ends every call under way.
    package func close() { connection.close() }

    private func call<R: Decodable>(_ method: BluetoothMethod, _ parameters: some Encodable) async throws -> R {
        do {
            return try await connection.call(
                "\(InterfaceName.bluetooth.rawValue).\(method.rawValue)", parameters, as: R.self)
        } catch {
            throw socket.explained(error)
        }
    }
}

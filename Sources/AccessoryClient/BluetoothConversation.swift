// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel
package import AgentInterface

/// The calls about one accessory, over one connection.
package struct BluetoothConversation: Sendable {
    private let connection: AgentConnection<BluetoothInterface>
    private let accessory: Accessory.ID

    fileprivate init(_ connection: AgentConnection<BluetoothInterface>, _ accessory: Accessory.ID) {
        self.connection = connection
        self.accessory = accessory
    }

    package func services() async throws -> [BluetoothService] {
        try await connection.call(.listServices, AccessoryQuery(accessory: accessory)).services
    }

    package func read(_ handle: Int) async throws -> [UInt8] {
        let reply = try await connection.call(.readValue, AttributeQuery(accessory: accessory, handle: handle))
        return [UInt8](hexadecimal: reply.value) ?? []
    }

    package func write(_ value: [UInt8], to handle: Int, withoutResponse: Bool) async throws {
        try await connection.call(
            .writeValue,
            WriteValueRequest(
                accessory: accessory, handle: handle, value: value.hexadecimal,
                withoutResponse: withoutResponse ? true : nil))
    }

    package func signalStrength() async throws -> Int {
        try await connection.call(.readSignalStrength, AccessoryQuery(accessory: accessory)).rssi
    }

    /// Ends every call under way.
    package func close() { connection.close() }
}

extension BluetoothClient {
    package func conversation(with accessory: Accessory.ID) throws -> BluetoothConversation {
        BluetoothConversation(try connect(), accessory)
    }
}

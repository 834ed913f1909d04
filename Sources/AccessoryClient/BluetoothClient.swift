// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel
package import AgentInterface
import Varlink

/// `org.accessoryd.Bluetooth`: the central role for an app. Calls about one accessory go over one connection, in their
/// order.
package struct BluetoothClient: Sendable {
    private let socket: AgentSocket

    package init(_ sockets: AgentSockets) { socket = AgentSocket(path: sockets.app) }

    /// The state and the app's peripherals, now and at every change, as long as it is read.
    package func monitor() throws -> AgentStream<BluetoothPeripherals> { try stream(.monitor, Nothing()) }

    /// Listens as long as the stream is read.
    package func scan(_ request: BluetoothScanRequest) throws -> AgentStream<BluetoothScanReply> {
        try stream(.scan, request)
    }

    /// Connects; the stream holds the link.
    package func connect(_ accessory: Accessory.ID) throws -> AgentStream<ConnectionReply> {
        try stream(.connect, AccessoryQuery(accessory: accessory))
    }

    /// Subscribes as long as the stream is read. Its first reply has no value.
    package func subscribe(_ query: AttributeQuery) throws -> AgentStream<SubscribeReply> {
        try stream(.subscribe, query)
    }

    /// A connection for the calls about one accessory.
    package func conversation(with accessory: Accessory.ID) throws -> BluetoothConversation {
        try BluetoothConversation(socket, accessory)
    }

    private func stream<R: Decodable & Sendable>(
        _ method: BluetoothMethod, _ parameters: some Encodable
    ) throws -> AgentStream<R> {
        try socket.stream("\(InterfaceName.bluetooth.rawValue).\(method.rawValue)", parameters)
    }
}

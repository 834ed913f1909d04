// SPDX-License-Identifier: Apache-2.0
// Written by packaging/generate-interface from the .varlink files. Change those.

package import Varlink

/// The methods of org.accessoryd.Bluetooth.
package enum BluetoothInterface {
    package static let name = "org.accessoryd.Bluetooth"
    /// All of them, in the order of the description.
    package typealias Methods = (
        Monitor, Scan, Connect, ListServices, ReadValue, WriteValue, Subscribe, ReadSignalStrength
    )

    /// Reports whether the app can use Bluetooth, and its peripherals, now and at every change. Streams: call it with
    /// 'more'.
    package struct Monitor: StreamMethod {
        package typealias Interface = BluetoothInterface
        package typealias Request = Nothing
        package typealias Reply = BluetoothPeripherals
        package static var name: String { "org.accessoryd.Bluetooth.Monitor" }
    }

    /// Listens for the app's own accessories as long as this connection is open. Every accessory is reported when it is
    /// heard for the first time, and again when what it advertises changes. Streams: call it with 'more'.
    package struct Scan: StreamMethod {
        package typealias Interface = BluetoothInterface
        package typealias Request = BluetoothScanRequest
        package typealias Reply = BluetoothScanReply
        package static var name: String { "org.accessoryd.Bluetooth.Scan" }
    }

    /// Connects to an accessory, and holds the link as long as this connection is open. It waits for an accessory that
    /// is out of range, without an end of its own. Streams: call it with 'more'. The first reply is connecting, the
    /// second one connected. If the link is lost, the call ends with ConnectionFailed, and the app may call it again.
    package struct Connect: StreamMethod {
        package typealias Interface = BluetoothInterface
        package typealias Request = AccessoryQuery
        package typealias Reply = ConnectionReply
        package static var name: String { "org.accessoryd.Bluetooth.Connect" }
    }

    /// Lists the accessory's services. It waits until they are known.
    package struct ListServices: SingleMethod {
        package typealias Interface = BluetoothInterface
        package typealias Request = AccessoryQuery
        package typealias Reply = ListServicesReply
        package static var name: String { "org.accessoryd.Bluetooth.ListServices" }
    }

    /// Reads a characteristic or a descriptor.
    package struct ReadValue: SingleMethod {
        package typealias Interface = BluetoothInterface
        package typealias Request = AttributeQuery
        package typealias Reply = ReadValueReply
        package static var name: String { "org.accessoryd.Bluetooth.ReadValue" }
    }

    /// Writes a characteristic or a descriptor.
    package struct WriteValue: SingleMethod {
        package typealias Interface = BluetoothInterface
        package typealias Request = WriteValueRequest
        package typealias Reply = Nothing
        package static var name: String { "org.accessoryd.Bluetooth.WriteValue" }
    }

    /// Subscribes to a characteristic's notifications or indications as long as this connection is open. Streams: call
    /// it with 'more'. The first reply has no value: the accessory has agreed. Each later reply has one value, in the
    /// order that they came. If the app reads too slowly, the call ends with Busy; no value is left out before that.
    package struct Subscribe: StreamMethod {
        package typealias Interface = BluetoothInterface
        package typealias Request = AttributeQuery
        package typealias Reply = SubscribeReply
        package static var name: String { "org.accessoryd.Bluetooth.Subscribe" }
    }

    /// Returns the strength of the accessory's signal in dBm, as it was heard last.
    package struct ReadSignalStrength: SingleMethod {
        package typealias Interface = BluetoothInterface
        package typealias Request = AccessoryQuery
        package typealias Reply = ReadSignalStrengthReply
        package static var name: String { "org.accessoryd.Bluetooth.ReadSignalStrength" }
    }
}

extension Method where Self == BluetoothInterface.Monitor {
    package static var monitor: Self { Self() }
}

extension Method where Self == BluetoothInterface.Scan {
    package static var scan: Self { Self() }
}

extension Method where Self == BluetoothInterface.Connect {
    package static var connect: Self { Self() }
}

extension Method where Self == BluetoothInterface.ListServices {
    package static var listServices: Self { Self() }
}

extension Method where Self == BluetoothInterface.ReadValue {
    package static var readValue: Self { Self() }
}

extension Method where Self == BluetoothInterface.WriteValue {
    package static var writeValue: Self { Self() }
}

extension Method where Self == BluetoothInterface.Subscribe {
    package static var subscribe: Self { Self() }
}

extension Method where Self == BluetoothInterface.ReadSignalStrength {
    package static var readSignalStrength: Self { Self() }
}

/// The reply to `Bluetooth.Monitor`.
package struct BluetoothPeripherals: Codable, Hashable, Sendable {
    package var state: BluetoothPeripherals.State
    package var peripherals: [BluetoothPeripheral]

    package init(state: BluetoothPeripherals.State, peripherals: [BluetoothPeripheral]) {
        self.state = state
        self.peripherals = peripherals
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        state = try fields.value("state")
        peripherals = try fields.value("peripherals")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(state, forKey: "state")
        try fields.encode(peripherals, forKey: "peripherals")
    }
}

/// The parameters of `Bluetooth.Scan`.
package struct BluetoothScanRequest: Codable, Hashable, Sendable {
    /// If not empty, only accessories that advertise one of these services are reported.
    package var services: [String]?
    /// Every sighting is reported.
    package var allowsDuplicates: Bool?

    package init(services: [String]? = nil, allowsDuplicates: Bool? = nil) {
        self.services = services
        self.allowsDuplicates = allowsDuplicates
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        services = try fields.optional("services")
        allowsDuplicates = try fields.optional("allowsDuplicates")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encodeIfPresent(services, forKey: "services")
        try fields.encodeIfPresent(allowsDuplicates, forKey: "allowsDuplicates")
    }
}

/// The reply to `Bluetooth.Scan`.
package struct BluetoothScanReply: Codable, Hashable, Sendable {
    package var sighting: BluetoothSighting

    package init(sighting: BluetoothSighting) {
        self.sighting = sighting
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        sighting = try fields.value("sighting")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(sighting, forKey: "sighting")
    }
}

/// The reply to `Bluetooth.Connect`.
package struct ConnectionReply: Codable, Hashable, Sendable {
    package var connection: ConnectionUpdate

    package init(connection: ConnectionUpdate) {
        self.connection = connection
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        connection = try fields.value("connection")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(connection, forKey: "connection")
    }
}

/// The reply to `Bluetooth.ListServices`.
package struct ListServicesReply: Codable, Hashable, Sendable {
    package var services: [BluetoothService]

    package init(services: [BluetoothService]) {
        self.services = services
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        services = try fields.value("services")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(services, forKey: "services")
    }
}

/// The parameters of `Bluetooth.ReadValue`, `Bluetooth.Subscribe`.
package struct AttributeQuery: Codable, Hashable, Sendable {
    package var accessory: String
    package var handle: Int

    package init(accessory: String, handle: Int) {
        self.accessory = accessory
        self.handle = handle
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        accessory = try fields.value("accessory")
        handle = try fields.value("handle")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(accessory, forKey: "accessory")
        try fields.encode(handle, forKey: "handle")
    }
}

/// The reply to `Bluetooth.ReadValue`.
package struct ReadValueReply: Codable, Hashable, Sendable {
    package var value: String

    package init(value: String) {
        self.value = value
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        value = try fields.value("value")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(value, forKey: "value")
    }
}

/// The parameters of `Bluetooth.WriteValue`.
package struct WriteValueRequest: Codable, Hashable, Sendable {
    package var accessory: String
    package var handle: Int
    package var value: String
    /// The reply comes as soon as the radio has taken the value, and the accessory does not confirm it. An app that
    /// sends its next value after the reply loses none at this end.
    package var withoutResponse: Bool?

    package init(accessory: String, handle: Int, value: String, withoutResponse: Bool? = nil) {
        self.accessory = accessory
        self.handle = handle
        self.value = value
        self.withoutResponse = withoutResponse
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        accessory = try fields.value("accessory")
        handle = try fields.value("handle")
        value = try fields.value("value")
        withoutResponse = try fields.optional("withoutResponse")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(accessory, forKey: "accessory")
        try fields.encode(handle, forKey: "handle")
        try fields.encode(value, forKey: "value")
        try fields.encodeIfPresent(withoutResponse, forKey: "withoutResponse")
    }
}

/// The reply to `Bluetooth.Subscribe`.
package struct SubscribeReply: Codable, Hashable, Sendable {
    package var value: String?

    package init(value: String? = nil) {
        self.value = value
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        value = try fields.optional("value")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encodeIfPresent(value, forKey: "value")
    }
}

/// The reply to `Bluetooth.ReadSignalStrength`.
package struct ReadSignalStrengthReply: Codable, Hashable, Sendable {
    package var rssi: Int

    package init(rssi: Int) {
        self.rssi = rssi
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        rssi = try fields.value("rssi")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(rssi, forKey: "rssi")
    }
}

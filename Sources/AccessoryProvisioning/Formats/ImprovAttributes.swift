// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// The handles of an Improv device's characteristics.
struct ImprovAttributes: Hashable, Sendable {
    static let service = BluetoothUUID(0x0046_7768_6228_2272, 0x4663_2774_7826_8000)

    static let commands = attribute(0x8003)

    var state: UInt16
    var error: UInt16
    var command: UInt16
    var result: UInt16
    var capabilities: UInt16

    /// Nil if one is missing.
    init?(_ services: [GATTService]) {
        let all = services.filter { $0.uuid == Self.service }.flatMap(\.characteristics)
        let handle = { (number: UInt64) in all.first { $0.uuid == Self.attribute(number) }?.handle }
        guard let state = handle(0x8001), let error = handle(0x8002), let command = handle(0x8003),
            let result = handle(0x8004), let capabilities = handle(0x8005)
        else { return nil }
        self.state = state
        self.error = error
        self.command = command
        self.result = result
        self.capabilities = capabilities
    }

    private static func attribute(_ number: UInt64) -> BluetoothUUID {
        BluetoothUUID(0x0046_7768_6228_2272, 0x4663_2774_7826_0000 | number)
    }
}

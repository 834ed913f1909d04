// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// The handles of a GoPro's characteristics, which lie in two services.
struct GoProAttributes: Hashable, Sendable {
    var command: UInt16
    var commandAnswer: UInt16
    var network: UInt16
    var networkAnswer: UInt16

    /// Nil if one is missing.
    init?(_ services: [GATTService]) {
        let all = services.flatMap(\.characteristics)
        let handle = { (number: UInt64) in
            all.first { $0.uuid == BluetoothUUID(0xB5F9_0000_AA8D_11E3 | number << 32, 0x9046_0002_A5D5_C51B) }?.handle
        }
        guard let command = handle(0x0072), let commandAnswer = handle(0x0073), let network = handle(0x0091),
            let networkAnswer = handle(0x0092)
        else { return nil }
        self.command = command
        self.commandAnswer = commandAnswer
        self.network = network
        self.networkAnswer = networkAnswer
    }
}

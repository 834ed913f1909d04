// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// Improv reports the progress of its provisioning in service data of 4677: a state from 1 to 4, the capabilities, four
/// zeros (esphome, esp32_improv_component.cpp; improv-wifi, sdk-cpp/src/improv.h). Nothing in it separates devices, so
/// only the ends of the names count.
extension BridgeRule {
    static let improv: [BridgeRule] = [
        BridgeRule(
            family: "Improv", text: "the Bluetooth name and the SSID end with the same six digits",
            device: [
                .serviceData(BluetoothUUID(short: 0x4677), [.within(1...4, at: 0), .equal([0, 0, 0, 0], at: 2)]),
                .name(ending),
            ],
            network: [.ssid(ending)], weight: .fixed(BridgeWeight.long))
    ]

    private static let ending = BridgeTemplate([
        .field(BridgeTemplate.Field(nil)), .field(BridgeTemplate.Field("end", length: 6, .hexadecimal)),
    ])
}

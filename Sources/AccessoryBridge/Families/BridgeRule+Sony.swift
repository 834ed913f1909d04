// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// Sony's cameras: manufacturer data begins with 03 00. The SSID is `DIRECT-`, four characters, `:` and the model,
/// which is the Bluetooth name of a new camera. Every camera of a model has them; only the camera itself can identify
/// itself.
extension BridgeRule {
    static let sony: [BridgeRule] = [
        BridgeRule(
            family: "Sony", text: "the SSID has the model", device: [sonyCamera, .name(.whole)],
            network: [
                .ssid(
                    BridgeTemplate([
                        .literal(Array("DIRECT-".utf8)), .field(BridgeTemplate.Field(nil, length: 4)),
                        .literal(Array(":".utf8)), .field(BridgeTemplate.Field("ssid")),
                    ]))
            ], weight: .fixed(BridgeWeight.kind))
    ]

    static let sonyCompany: UInt16 = 0x012D
    static let sonyCamera = DeviceTrait.manufacturerData(sonyCompany, [.equal([0x03, 0x00], at: 0)])
}

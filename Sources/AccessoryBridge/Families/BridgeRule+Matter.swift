// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// Matter's commissionable devices. Service data of FFF6 (connectedhomeip, src/ble/CHIPBleServiceData.h) has the opcode
/// 0, the discriminator's 12 bits, vendor and product. The SSID of an access point for commissioning has the same in
/// hexadecimal digits. Some ports write it in their own way.
extension BridgeRule {
    static let matter: [BridgeRule] = [
        full(prefix: "MATTER-"), full(prefix: "CHIP-"),
        // A device may hide its vendor and product.
        BridgeRule(
            family: "Matter", text: "the SSID has the discriminator",
            device: [.serviceData(matterService, [size, opcode, discriminator])],
            network: [
                .ssid(
                    template(
                        "MATTER-",
                        [
                            .field(field("discriminator", 3)), .literal(dash), .field(any(4)), .literal(dash),
                            .field(any(4)),
                        ]))
            ], weight: .fixed(BridgeWeight.short)),
        // The SDK's port for Linux.
        BridgeRule(
            family: "Matter", text: "the SSID has the discriminator as a decimal number",
            device: [
                .serviceData(
                    matterService, [size, opcode, .field("discriminator", at: 1..<3, .decimal(bits: 12, digits: 4))])
            ],
            network: [
                .ssid(template("MATTER-", [.field(BridgeTemplate.Field("discriminator", length: 4, .digits))]))
            ], weight: .fixed(BridgeWeight.short)),
        // Ports of Infineon and GD32: they identify a model, not a device.
        BridgeRule(
            family: "Matter", text: "the SSID has the vendor and product",
            device: [.serviceData(matterService, [size, opcode, .notZero(3..<5), .notZero(5..<7), vendor, product])],
            network: [
                .ssid(template("MATTER-", [.field(field("vendor", 4)), .literal(dash), .field(field("product", 4))]))
            ], weight: .fixed(BridgeWeight.kind)),
    ]

    private static func full(prefix: String) -> BridgeRule {
        BridgeRule(
            family: "Matter", text: "the SSID has the discriminator, vendor and product",
            device: [
                .serviceData(
                    matterService, [size, opcode, .notZero(3..<5), .notZero(5..<7), discriminator, vendor, product])
            ],
            network: [
                .ssid(
                    template(
                        prefix,
                        [
                            .field(field("discriminator", 3)), .literal(dash), .field(field("vendor", 4)),
                            .literal(dash), .field(field("product", 4)),
                        ]))
            ], weight: .structural(BridgeWeight.whole))
    }

    private static func template(_ prefix: String, _ parts: [BridgeTemplate.Part]) -> BridgeTemplate {
        BridgeTemplate([.literal(Array(prefix.utf8))] + parts, ignoresCase: true)
    }

    private static func field(_ name: String, _ length: Int) -> BridgeTemplate.Field {
        BridgeTemplate.Field(name, length: length, .hexadecimal)
    }

    private static func any(_ length: Int) -> BridgeTemplate.Field {
        BridgeTemplate.Field(nil, length: length, .hexadecimal)
    }

    private static let dash = Array("-".utf8)
    private static let size = BridgeBytes.count(8)
    private static let opcode = BridgeBytes.equal([0], at: 0)
    private static let discriminator = BridgeBytes.field("discriminator", at: 1..<3, .number(bits: 12))
    private static let vendor = BridgeBytes.field("vendor", at: 3..<5, .number(bits: 16))
    private static let product = BridgeBytes.field("product", at: 5..<7, .number(bits: 16))
    private static let matterService = BluetoothUUID(short: 0xFFF6)
}

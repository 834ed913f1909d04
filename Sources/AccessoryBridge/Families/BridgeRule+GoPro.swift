// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// GoPro's cameras (gopro.github.io/OpenGoPro, "BLE Setup", of May 2026; demos/kotlin, `GpBleAdvertisement.kt`). Manufacturer
/// data begins with the number of its schema. Up to schema 2 it has six bytes of the serial number if they are printable,
/// and the service data of FEA6 has the serial number's last four digits. In schema 3 the service data has the last eight
/// characters. Both have four octets of the access point's address before them, and the Bluetooth name has the last four
/// digits. The SSID of a new camera is `GP` and the serial number's last eight characters.
extension BridgeRule {
    static let goPro: [BridgeRule] = [
        BridgeRule(
            family: "GoPro", text: "the SSID has the serial number",
            device: [thirdSchema, .serviceData(goProService, [.field("serial", at: 4..<12, .text)])],
            network: [.ssid(eight)], weight: .fixed(BridgeWeight.name)),
        BridgeRule(
            family: "GoPro", text: "the SSID has the serial number", device: [hash, .name(name)],
            network: [.ssid(serial)],
            weight: .fixed(BridgeWeight.name)),
        BridgeRule(
            family: "GoPro", text: "the SSID has the serial number", device: [hash, .serviceData(goProService, [end])],
            network: [.ssid(serial)], weight: .fixed(BridgeWeight.name)),
        BridgeRule(
            family: "GoPro", text: "the SSID ends as the serial number", device: [.name(name)],
            network: [.ssid(lastFour)],
            weight: .fixed(BridgeWeight.short)),
        BridgeRule(
            family: "GoPro", text: "the SSID ends as the serial number",
            device: [earlierSchema, .serviceData(goProService, [end])],
            network: [.ssid(lastFour)], weight: .fixed(BridgeWeight.short)),
        // No document states which four octets these are, or in which order.
        BridgeRule(
            family: "GoPro", text: "the device names four octets of the access point's address",
            device: [.serviceData(goProService, [.field("address", at: 0..<4, .eitherHexadecimal)])],
            network: [.bssid(BridgeAddress("address", octets: 4))], weight: .fixed(BridgeWeight.long)),
    ]

    static let goProService = BluetoothUUID(short: 0xFEA6)
    static let goProCompany: UInt16 = 0x02F2

    private static let earlierSchemas = BridgeBytes.within(0...2, at: 0)
    private static let earlierSchema = DeviceTrait.manufacturerData(goProCompany, [earlierSchemas])
    private static let thirdSchema = DeviceTrait.manufacturerData(goProCompany, [.equal([3], at: 0)])
    private static let hash = DeviceTrait.manufacturerData(
        goProCompany, [earlierSchemas, .field("middle", at: 7..<11, .text)])
    private static let end = BridgeBytes.field("end", at: 4..<8, .text)
    private static let name = BridgeTemplate([
        .literal(Array("GoPro ".utf8)), .field(BridgeTemplate.Field("end", length: 4, .digits)),
    ])
    private static let eight = BridgeTemplate([
        .literal(Array("GP".utf8)), .field(BridgeTemplate.Field("serial", length: 8)),
    ])
    private static let serial = BridgeTemplate([
        .literal(Array("GP".utf8)), .field(BridgeTemplate.Field("middle", length: 4)),
        .field(BridgeTemplate.Field("end", length: 4, .digits)),
    ])
    private static let lastFour = BridgeTemplate([
        .literal(Array("GP".utf8)), .field(BridgeTemplate.Field(nil)),
        .field(BridgeTemplate.Field("end", length: 4, .digits)),
    ])
}

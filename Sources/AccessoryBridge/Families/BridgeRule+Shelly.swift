// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// Shelly's second generation and later: the Bluetooth name is the SSID and ends with the station's address, which
/// manufacturer data may have too (aioshelly, aioshelly/ble/manufacturer_data.py), in one order or the other. They have
/// Espressif's chips, so the other addresses follow.
extension BridgeRule {
    static let shelly: [BridgeRule] = [
        BridgeRule(
            family: "Shelly", text: "the SSID ends with the address in the device's data", device: [data],
            network: [.ssid(shellyName)], weight: .structural(BridgeWeight.whole)),
        BridgeRule(
            family: "Shelly", text: "the address in the device's data is the one before the access point's",
            device: [data],
            network: [.bssid(stationOfEspressif(octets: 6))], weight: .structural(BridgeWeight.whole)),
        BridgeRule(
            family: "Shelly", text: "the address in the device's data is the access point's", device: [data],
            network: [.bssid(BridgeAddress("station"))], weight: .structural(BridgeWeight.whole)),
        BridgeRule(
            family: "Shelly", text: "the SSID ends with the address that the chip has beside Bluetooth's",
            device: [.manufacturerData(0x0BA9, []), .address(stationOfEspressifBluetooth(octets: 6))],
            network: [.ssid(shellyName)],
            weight: .structural(BridgeWeight.whole)),
        BridgeRule(
            family: "Shelly", text: "the Bluetooth name and the SSID end with the same address",
            device: [.name(shellyName)], network: [.ssid(shellyName)], weight: .fixed(BridgeWeight.name)),
        BridgeRule(
            family: "Shelly", text: "the Bluetooth name has the address before the access point's",
            device: [.name(shellyName)], network: [.bssid(stationOfEspressif(octets: 6))],
            weight: .structural(BridgeWeight.whole),
            objection: "the name has another chip's address than the access point"),
    ]

    private static let data = DeviceTrait.manufacturerData(
        0x0BA9, [.tagged("station", tag: 0x0A, lengths: [0x01: 2, 0x0A: 6, 0x0B: 2], .eitherHexadecimal)])

    private static let shellyName = BridgeTemplate(
        [
            .literal(Array("Shelly".utf8)), .field(BridgeTemplate.Field(nil)), .literal(Array("-".utf8)),
            .field(BridgeTemplate.Field("station", length: 12, .hexadecimal)),
        ], ignoresCase: true)
}

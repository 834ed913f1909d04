// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// ESPHome with `name_add_mac_suffix`: a name, and the last three octets of the station's address. Of a name that is
/// too long, Bluetooth keeps the first 13 bytes and the last 7, Wi-Fi the first 25 and the last 7 (esphome,
/// esp32_ble/ble.cpp and wifi_component.cpp).
extension BridgeRule {
    static let espHome: [BridgeRule] = [
        BridgeRule(
            family: "ESPHome", text: "the Bluetooth name is the SSID, as far as both have it",
            device: [.name(espHomeName)],
            network: [.ssid(espHomeName)], weight: .fixed(BridgeWeight.name)),
        BridgeRule(
            family: "ESPHome", text: "the Bluetooth name has the chip's address, which the access point's follows",
            device: [.name(suffixed)], network: [.bssid(stationOfEspressif(octets: 3))],
            weight: .fixed(BridgeWeight.long)),
    ]

    private static let suffix = BridgeTemplate.Field("station", length: 6, .hexadecimal)
    private static let espHomeName = BridgeTemplate([
        .field(BridgeTemplate.Field("name", kept: 13)), .literal(Array("-".utf8)), .field(suffix),
    ])
    private static let suffixed = BridgeTemplate([
        .field(BridgeTemplate.Field(nil)), .literal(Array("-".utf8)), .field(suffix),
    ])
}

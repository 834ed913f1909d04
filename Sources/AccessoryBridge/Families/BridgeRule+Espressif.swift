// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// Espressif's chips number their radios from one base address, by the last octet (esp-idf,
/// docs/en/api-reference/system/misc_system_api.rst; components/esp_hw_support/mac_addr.c, `generate_mac` and
/// `esp_derive_local_mac`). With four addresses of their own: station 0, access point 1, Bluetooth 2, Ethernet 3. With
/// two: station 0, Bluetooth 1, and the access point has the station's address with the locally-administered bit.
extension BridgeRule {
    static let espressif: [BridgeRule] = [
        BridgeRule(
            family: "Espressif", text: "the Bluetooth address is the one that the chip has beside the access point's",
            device: [.address(BridgeAddress("address", makers: espressifBlocks))],
            // Of any maker: both addresses then come from one block, and an access point from another block is another
            // device's.
            network: [.bssid(BridgeAddress("address", steps: [.add(1), .universal(add: 1)]))],
            weight: .fixed(BridgeWeight.numbering), objection: "the access point is another chip's"),
        suffix(after: "_"), suffix(after: "-"),
        // Unified provisioning (network_provisioning, examples/wifi_prov/main/app_main.c, `get_device_service_name`):
        // the last three octets of the station's address. Apps choose the prefix; this is the example's.
        BridgeRule(
            family: "Espressif", text: "the provisioning name is the SSID", device: [.name(provisioningName)],
            network: [.ssid(provisioningName)], weight: .fixed(BridgeWeight.name)),
        BridgeRule(
            family: "Espressif", text: "the provisioning name has the chip's address, which the access point's follows",
            device: [.name(provisioningName)], network: [.bssid(stationOfEspressif(octets: 3))],
            weight: .fixed(BridgeWeight.long),
            objection: "the provisioning name has another chip's address than the access point"),
    ]

    /// The station's address, from the access point's.
    static func stationOfEspressif(octets: Int) -> BridgeAddress {
        BridgeAddress(
            "station", octets: octets, steps: [.add(-1), .universal(add: 0)], makers: espressifBlocks)
    }

    /// The station's address, from Bluetooth's.
    static func stationOfEspressifBluetooth(octets: Int) -> BridgeAddress {
        BridgeAddress("station", octets: octets, steps: [.add(-2), .add(-1)], makers: espressifBlocks)
    }

    private static let provisioningName = BridgeTemplate([
        .literal(Array("PROV_".utf8)), .field(BridgeTemplate.Field("station", length: 6, .hexadecimal)),
    ])

    private static func suffix(after separator: String) -> BridgeRule {
        BridgeRule(
            family: "Espressif", text: "the SSID ends with the address that the chip has beside Bluetooth's",
            device: [.address(stationOfEspressifBluetooth(octets: 3))],
            network: [
                .ssid(
                    BridgeTemplate([
                        .field(BridgeTemplate.Field(nil)), .literal(Array(separator.utf8)),
                        .field(BridgeTemplate.Field("station", length: 6, .hexadecimal)),
                    ]))
            ], weight: .fixed(BridgeWeight.long))
    }
}

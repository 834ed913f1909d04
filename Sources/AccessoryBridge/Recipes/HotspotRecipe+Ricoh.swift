// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

extension HotspotRecipe {
    /// Ricoh's and Pentax's service for Wi-Fi: network type 1 is the access point; SSID and passphrase are texts
    /// (github.com/CursedHardware/ricoh-wireless-protocol; github.com/dm-zharov/ricoh-gr-bluetooth-api).
    static let ricoh = HotspotRecipe(
        family: "Ricoh",
        steps: [
            .write(
                service: control, characteristic: BluetoothUUID(0x9111_CDD0_9F01_45C4, 0xA2D4_E09E_8FB0_424D),
                value: [0x01]),
            .read(service: control, characteristic: BluetoothUUID(0x9063_8E5A_E77D_409D, 0xB550_78F7_E1CA_5AB4)),
            .read(service: control, characteristic: BluetoothUUID(0x0F38_279C_FE9E_461B, 0x8596_8128_7E8C_9A81)),
        ])

    fileprivate static let control = BluetoothUUID(0xF37F_568F_9071_445D, 0xA938_5441_F2E8_2399)
    /// Ricoh Company Ltd (Bluetooth SIG, assigned numbers).
    fileprivate static let company: UInt16 = 0x065F
}

extension Advertisement {
    var isRicoh: Bool {
        !isTheta && (names(HotspotRecipe.control) || manufacturerData[HotspotRecipe.company] != nil)
    }

    /// A THETA has the same service without the two texts, and makes no bond (ricohapi/theta-api-specs,
    /// `theta-bluetooth-api`).
    private var isTheta: Bool {
        if names(BridgeRule.thetaService) { return true }
        guard let name else { return false }
        return BridgeRule.thetaNames.contains { $0.captures(in: Array(name.utf8)) != nil }
    }
}

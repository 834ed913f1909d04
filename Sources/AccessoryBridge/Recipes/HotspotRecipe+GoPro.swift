// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

extension HotspotRecipe {
    /// Open GoPro's specification for Bluetooth LE: the command 17 01 01 switches the access point on; service 0001 of the
    /// vendor's base has the SSID and the password.
    static let goPro = HotspotRecipe(
        family: "GoPro",
        steps: [
            .write(
                service: BluetoothUUID(short: 0xFEA6), characteristic: number(0x0072), value: [0x03, 0x17, 0x01, 0x01]),
            .read(service: number(0x0001), characteristic: number(0x0002)),
            .read(service: number(0x0001), characteristic: number(0x0003)),
        ])

    private static func number(_ short: UInt16) -> BluetoothUUID {
        BluetoothUUID(0xB5F9_0000_AA8D_11E3 | UInt64(short) << 32, 0x9046_0002_A5D5_C51B)
    }
}

extension Advertisement {
    var isGoPro: Bool { names(BridgeRule.goProService) || manufacturerData[BridgeRule.goProCompany] != nil }
}

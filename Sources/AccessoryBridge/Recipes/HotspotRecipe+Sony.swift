// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

extension HotspotRecipe {
    /// Sony's camera control service: CC08 starts Wi-Fi, CC06 has the SSID and CC07 the password (as read by
    /// github.com/coral/freemote and others).
    static let sony = HotspotRecipe(
        family: "Sony",
        steps: [
            .write(service: control, characteristic: BluetoothUUID(short: 0xCC08), value: [0x01]),
            .read(service: control, characteristic: BluetoothUUID(short: 0xCC06)),
            .read(service: control, characteristic: BluetoothUUID(short: 0xCC07)),
        ], form: .counted)

    private static let control = BluetoothUUID(0x8000_CC00_CC00_FFFF, 0xFFFF_FFFF_FFFF_FFFF)
}

extension Advertisement {
    /// The maker's other products have its company identifier too.
    var isSony: Bool { manufacturerData[BridgeRule.sonyCompany]?.starts(with: [0x03, 0x00]) ?? false }
}

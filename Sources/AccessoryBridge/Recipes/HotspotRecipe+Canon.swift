// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

extension HotspotRecipe {
    /// Canon's service 00020000: writing 0A to 00020002 starts Wi-Fi, 00020004 has the SSID in 20 bytes, 00020006 the
    /// passphrase (github.com/wilinz/camera_toolbox, doc/ble-capture.md; seen with one model).
    static let canon = HotspotRecipe(
        family: "Canon",
        steps: [
            .write(service: number(0x0002_0000), characteristic: number(0x0002_0002), value: [0x0A]),
            .read(service: number(0x0002_0000), characteristic: number(0x0002_0004)),
            .read(service: number(0x0002_0000), characteristic: number(0x0002_0006)),
        ])

    fileprivate static func number(_ number: UInt32) -> BluetoothUUID {
        BluetoothUUID(UInt64(number) << 32 | 0x0000_1000, 0x0000_D849_2FFF_A821)
    }
}

extension Advertisement {
    /// The pairing service, or the one with Wi-Fi. Printers also have the company's identifier.
    var isCanon: Bool {
        names(HotspotRecipe.number(0x0001_0000)) || names(HotspotRecipe.number(0x0002_0000))
    }
}

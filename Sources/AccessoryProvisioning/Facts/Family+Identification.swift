// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

extension Family {
    /// The steps by which a new accessory shows which one it is, by its lamp or a sound. They hand nothing over. Nil if the family
    /// has no such call.
    package var identification: [GATTStep]? {
        switch self {
        // improv-wifi.com, "Improv via BLE", RPC command Identify. It has no result.
        case .improv:
            [
                .write(
                    service: ImprovAttributes.service, characteristic: ImprovAttributes.commands,
                    value: ImprovFrame(command: ImprovFrame.identify).bytes)
            ]
        case .espressif, .shelly, .shelly1, .esphome, .wled, .tasmota, .gopro, .theta, .easyConnect: nil
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// The settings of bluetoothd's profile for keyboards and mice.
enum InputConfiguration {
    static let path = "/etc/bluetooth/input.conf"

    /// Whether bluetoothd raises the security of a link by itself when a device says that it is a keyboard, so that the kernel
    /// bonds with it (BlueZ, profiles/input: LEAutoSecurity, true by default).
    ///
    /// - Parameter contents: nil if there is no file.
    static func bondsByItself(_ contents: [UInt8]?) -> Bool {
        let file = KeyFile.read(contents ?? [], path: path).file
        return !["false", "0"].contains(file.group("General")?.keys["LEAutoSecurity"])
    }
}

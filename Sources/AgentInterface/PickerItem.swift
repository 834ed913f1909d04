// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

extension PickerItem {
    /// What people see on the device: its network's name, else its Bluetooth name.
    package var title: String { ssid?.description ?? bluetoothName ?? name }
}

// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface

/// What a person recognises an item by.
extension PickerItem {
    /// What it is called over the air: its network's name, or while only its Bluetooth side is known that one's.
    var heard: String { ssid?.description ?? bluetoothHeard ?? name }

    /// Its Bluetooth side's name over the air, or the address of one that says none.
    var bluetoothHeard: String? { bluetoothName ?? bluetoothAddress?.description }

    /// The Bluetooth side in a sentence; nil where none is known.
    var bluetoothText: String? {
        guard let bluetoothName else { return bluetoothAddress?.description }
        return "'\(bluetoothName)'" + (bluetoothAddress.map { " (\($0))" } ?? "")
    }

    /// What is known of its radios, where that is more than Wi-Fi.
    var radios: String? {
        guard let bluetoothText else { return nil }
        guard let ssid else { return "Its network is not known yet; Bluetooth: \(bluetoothText)." }
        return "One device, two radios: Wi-Fi '\(ssid)', Bluetooth \(bluetoothText)."
    }
}

extension SetupStep {
    /// What is going on, for people. `name`: the accessory's.
    func text(of name: String) -> String {
        switch self {
        case .pairing: "'\(name)': pairing over Bluetooth"
        case .transportBridging: "'\(name)': bringing up Bluetooth Classic beside LE"
        case .readingNetwork: "'\(name)': asking it over Bluetooth for its network"
        case .locatingNetwork: "'\(name)': looking for its network"
        }
    }
}

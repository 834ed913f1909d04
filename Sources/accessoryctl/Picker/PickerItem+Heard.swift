// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface

/// The facts by which a person recognises an item.
extension PickerItem {
    /// Its name over the air: its SSID, or its Bluetooth name while only that side is known.
    var heard: String { ssid?.description ?? bluetoothHeard ?? name }

    /// Its Bluetooth side's name over the air, or its address if it has no name.
    var bluetoothHeard: String? { bluetoothName ?? bluetoothAddress?.description }

    /// The Bluetooth side in a sentence; nil if none is known.
    var bluetoothText: String? {
        guard let bluetoothName else { return bluetoothAddress?.description }
        return "'\(bluetoothName)'" + (bluetoothAddress.map { " (\($0))" } ?? "")
    }

    /// Its radios, if more than Wi-Fi is known.
    var radios: String? {
        guard let bluetoothText else { return nil }
        guard let ssid else { return "Bluetooth: \(bluetoothText)." }
        return "One device, two radios: Wi-Fi '\(ssid)', Bluetooth \(bluetoothText)."
    }
}

extension PickerItem {
    /// What choosing it means, as the column SET-UP shows it.
    enum Standing: String {
        case new
        /// Another app has it.
        case shared = "share"
        /// The asking app has it.
        case own = "again"
    }

    var standing: Standing { isOwn == true ? .own : isShared ? .shared : .new }
}

extension SetupStep {
    /// The present activity, for people. `name`: the accessory's.
    func text(of name: String) -> String {
        switch self {
        case .pairing: "'\(name)': pairing over Bluetooth"
        case .transportBridging: "'\(name)': bringing up Bluetooth Classic beside LE"
        case .readingNetwork: "'\(name)': asking it over Bluetooth for its network"
        case .locatingNetwork: "'\(name)': looking for its network"
        }
    }
}

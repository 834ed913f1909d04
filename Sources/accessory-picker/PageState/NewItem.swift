// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import LabelReading

/// An accessory that a person can put on the home network, as the page shows it.
struct NewItem: Encodable, Hashable, Sendable {
    /// The same as long as the accessory sends the same: by this name the page chooses it.
    let id: String
    let accessory: NewAccessory
    /// Others have its name, so its address shows which one it is.
    let sharesName: Bool

    private enum CodingKeys: CodingKey {
        case id, asks
    }

    /// Nil for an accessory without an address: nothing could be ordered of it.
    init?(_ accessory: NewAccessory, sharesName: Bool = false) {
        if let ssid = accessory.ssid, let bssid = accessory.bssid {
            id = "wifi-\(bssid)-\(ssid)"
        } else if let address = accessory.bluetoothAddress {
            id = "bluetooth-\(address)"
        } else {
            return nil
        }
        self.accessory = accessory
        self.sharesName = sharesName
    }

    /// Of the accessories that only their labels name.
    static let labelPrefix = "label-"

    /// An accessory that no look finds.
    ///
    /// - Parameter label: by which the page names the label.
    init(_ hidden: NewAccessory, of label: String) {
        id = Self.labelPrefix + label
        accessory = hidden
        sharesName = false
    }

    /// No look finds it.
    var isHidden: Bool { id.hasPrefix(Self.labelPrefix) }

    /// 0 to 100. Over Bluetooth -100 dBm is nothing and -40 dBm is full, as on the cards of apps.
    private var signal: Int { accessory.signal ?? accessory.rssi.map { min(max(($0 + 100) * 100 / 60, 0), 100) } ?? 0 }

    func encode(to encoder: any Encoder) throws {
        var shown = accessory
        shown.bssid = sharesName ? accessory.bssid : nil
        shown.signal = signal
        try shown.encode(to: encoder)
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(id, forKey: .id)
        try fields.encode(accessory.questions, forKey: .asks)
    }
}

// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// A device in sight, with further knowledge of it.
struct KnownDevice: Hashable, Sendable {
    var advertisement: Advertisement
    /// The SSID that it sent over GATT.
    var sentSSID: SSID?
    var record: BridgeRecord?
}

/// The result of a device's earlier set-up.
struct BridgeRecord: Hashable, Sendable {
    var bssid: MACAddress?
    var ssid: SSID?
}

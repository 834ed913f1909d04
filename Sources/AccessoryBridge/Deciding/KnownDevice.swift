// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// A device in sight, with what is known of it besides.
struct KnownDevice: Hashable, Sendable {
    var advertisement: Advertisement
    /// The SSID that it told over GATT.
    var told: SSID?
    var record: BridgeRecord?
}

/// What an earlier set-up found out of a device.
struct BridgeRecord: Hashable, Sendable {
    var bssid: MACAddress?
    var ssid: SSID?
}

// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel

/// An accessory that was heard while the picker is in filter mode. It is nobody's yet.
public final class ASDiscoveredAccessory: ASAccessory, @unchecked Sendable {
    /// How strong its hotspot is heard, 0 to 100. Only on Linux.
    public let wifiSignal: Int?

    /// What it advertises by Bluetooth; nil for what was heard by Wi-Fi.
    public var bluetoothAdvertisementData: [AnyHashable: Any]? { nil }
    /// How strong its advertisement is heard, in dBm; nil for what was heard by Wi-Fi.
    public var bluetoothRSSI: Int? { nil }

    init(_ accessory: Accessory, from sockets: AgentSockets, signal: Int?) {
        wifiSignal = signal
        super.init(accessory, from: sockets)
    }
}

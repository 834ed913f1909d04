// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel

/// An accessory that was heard while the picker is in filter mode. It is nobody's yet.
public final class ASDiscoveredAccessory: ASAccessory, @unchecked Sendable {
    /// How strong its hotspot is heard, 0 to 100; nil while only its advertisement is. Only on Linux.
    public let wifiSignal: Int?
    /// How strong its advertisement is heard, in dBm; nil for what was heard by Wi-Fi alone.
    public let bluetoothRSSI: Int?
    private let advertisement: AdvertisementFields?
    private let company: UInt16?

    /// What it advertises by Bluetooth, by CoreBluetooth's keys such as ``CBAdvertisementDataLocalNameKey``; nil for what
    /// was heard by Wi-Fi alone. What it answers to an active scan is among it.
    public var bluetoothAdvertisementData: [AnyHashable: Any]? { advertisement?.dictionary(preferring: company) }

    init(_ accessory: Accessory, from sockets: AgentSockets, discovered event: Event) {
        wifiSignal = accessory.ssid == nil ? nil : event.signal
        bluetoothRSSI = event.rssi
        advertisement = event.advertisement
        company = accessory.descriptor?.bluetooth?.companyIdentifier
        super.init(accessory, from: sockets)
    }
}

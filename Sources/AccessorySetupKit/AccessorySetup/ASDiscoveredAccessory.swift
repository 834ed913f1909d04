// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel

/// An accessory that was seen while the picker is in filter mode. It belongs to no app yet.
public final class ASDiscoveredAccessory: ASAccessory, @unchecked Sendable {
    /// The signal of its hotspot, 0 to 100; nil while only its advertisement is in range. Only on Linux.
    public let wifiSignal: Int?
    /// The signal of its advertisement in dBm; nil if it was seen over Wi-Fi alone.
    public let bluetoothRSSI: Int?
    private let advertisement: AdvertisementFields?
    private let company: UInt16?

    /// Its Bluetooth advertisement, by Core Bluetooth's keys such as `CBAdvertisementDataLocalNameKey`, with its
    /// answer to an active scan. Nil if it was seen over Wi-Fi alone.
    public var bluetoothAdvertisementData: [AnyHashable: Any]? { advertisement?.dictionary(preferring: company) }

    init(_ accessory: Accessory, from sockets: AgentSockets, discovered event: Event) {
        wifiSignal = accessory.ssid == nil ? nil : event.signal
        bluetoothRSSI = event.rssi
        advertisement = event.advertisement
        company = accessory.descriptor?.bluetooth?.companyIdentifier
        super.init(accessory, from: sockets)
    }
}

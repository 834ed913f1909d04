// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What an app has found out about an accessory that awaits its authorization.
public final class ASAccessorySettings: Sendable {
    private struct Values {
        var ssid: String?
        var bridging: Data?
    }

    private let values = Mutex(Values())

    /// Empty settings.
    public init() {}

    /// Empty settings; new ones each time.
    public static var `default`: ASAccessorySettings { ASAccessorySettings() }

    /// The whole SSID of the hotspot that the app may join, if its descriptor named only a prefix. 1 to 32 bytes.
    public var ssid: String? {
        get { values.withLock { $0.ssid } }
        set { values.withLock { $0.ssid = newValue } }
    }

    /// The accessory's address on Bluetooth Classic: 6 bytes.
    public var bluetoothTransportBridgingIdentifier: Data? {
        get { values.withLock { $0.bridging } }
        set { values.withLock { $0.bridging = newValue } }
    }
}

extension ASAccessorySettings: Hashable {
    /// True for the same object.
    public static func == (left: ASAccessorySettings, right: ASAccessorySettings) -> Bool { left === right }
    /// Hashes which object it is.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

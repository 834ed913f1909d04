// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A network that an app needs to join: ``NEHotspotConfigurationManager/apply(_:)`` stores and joins it.
///
/// A configuration that cannot be right is refused when it is applied.
public final class NEHotspotConfiguration: Sendable {
    enum Protection: Sendable {
        case none
        case wpa(String)
        case wep
        case enterprise(NEHotspotEAPSettings)
        case hotspot20(NEHotspotHS20Settings)
    }

    private struct Values {
        var joinOnce = false
        var lifeTimeInDays = 0
        var hidden = false
    }

    /// The network's whole name, 1 to 32 bytes; empty if it is configured by a prefix.
    public let ssid: String
    /// The beginning of the network's name, 3 to 32 bytes; empty if it is configured by its whole name.
    public let ssidPrefix: String
    let protection: Protection
    private let values = Mutex(Values())

    private init(ssid: String = "", ssidPrefix: String = "", _ protection: Protection) {
        self.ssid = ssid
        self.ssidPrefix = ssidPrefix
        self.protection = protection
    }

    /// An open network.
    public convenience init(ssid: String) { self.init(ssid: ssid, .none) }

    /// A network with a passphrase: 8 to 63 printable ASCII characters. Linux does not join WEP: applying it gives
    /// ``NEHotspotConfigurationError/invalidWEPPassphrase``.
    public convenience init(ssid: String, passphrase: String, isWEP: Bool) {
        self.init(ssid: ssid, isWEP ? .wep : .wpa(passphrase))
    }

    /// Open networks whose names begin with this. If the app has access to several, the strongest is joined; otherwise
    /// a person chooses.
    public convenience init(ssidPrefix: String) { self.init(ssidPrefix: ssidPrefix, .none) }

    /// As ``init(ssidPrefix:)``, with a passphrase.
    public convenience init(ssidPrefix: String, passphrase: String, isWEP: Bool) {
        self.init(ssidPrefix: ssidPrefix, isWEP ? .wep : .wpa(passphrase))
    }

    /// An enterprise network. Not supported on Linux: applying it gives
    /// ``NEHotspotConfigurationError/invalidEAPSettings``.
    public convenience init(ssid: String, eapSettings: NEHotspotEAPSettings) {
        self.init(ssid: ssid, .enterprise(eapSettings))
    }

    /// A Hotspot 2.0 network. Not supported on Linux: applying it gives
    /// ``NEHotspotConfigurationError/invalidHS20Settings``.
    public convenience init(hs20Settings: NEHotspotHS20Settings, eapSettings: NEHotspotEAPSettings) {
        self.init(.hotspot20(hs20Settings))
    }

    /// Leaving the network removes the configuration.
    public var joinOnce: Bool {
        get { values.withLock { $0.joinOnce } }
        set { values.withLock { $0.joinOnce = newValue } }
    }

    /// Days until the configuration is removed, 1 to 365. Any other number means never, as on phones.
    public var lifeTimeInDays: Int {
        get { values.withLock { $0.lifeTimeInDays } }
        set { values.withLock { $0.lifeTimeInDays = newValue } }
    }

    /// The access point does not broadcast its name. Not possible with a prefix.
    public var hidden: Bool {
        get { values.withLock { $0.hidden } }
        set { values.withLock { $0.hidden = newValue } }
    }
}

extension NEHotspotConfiguration: Hashable {
    /// True for the same object.
    public static func == (left: NEHotspotConfiguration, right: NEHotspotConfiguration) -> Bool { left === right }
    /// Hashes which object it is.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

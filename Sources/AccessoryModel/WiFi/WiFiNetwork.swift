// SPDX-License-Identifier: Apache-2.0

/// One access point as one radio sees it.
public struct WiFiNetwork: Hashable, Sendable, Codable {
    /// Nil if the access point hides its name.
    public var ssid: SSID?
    public var bssid: MACAddress
    /// MHz.
    public var frequency: Int
    /// 0 to 100, NetworkManager's scale.
    public var signal: Int
    public var security: Security
    /// The radio that sees it, by interface name.
    public var interface: String

    public init(
        ssid: SSID?, bssid: MACAddress, frequency: Int, signal: Int, security: Security, interface: String
    ) {
        self.ssid = ssid
        self.bssid = bssid
        self.frequency = frequency
        self.signal = signal
        self.security = security
        self.interface = interface
    }
}

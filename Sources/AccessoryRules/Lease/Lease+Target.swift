// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

extension Lease {
    /// The network to join, and the radio for it.
    package struct Target: Sendable, Equatable {
        package var ssid: SSID
        package var bssid: MACAddress?
        package var interface: String
        package var passphrase: Passphrase?
        package var isHidden: Bool
        package var addressing: JoinRequest.Addressing
        /// MHz; the channel of the last sighting.
        package var frequency: Int?
        /// Seen a moment ago, so that no search is needed.
        package var network: WiFiNetwork?
        /// The join refuses any network with less security.
        package var expected: ExpectedSecurity
        /// The access points of earlier joins: preferred to others with the same SSID.
        package var accessPoints: [MACAddress]
        /// The uplink that an earlier lease of this radio still owes: it is restored after this one.
        package var owed: Uplink?
        /// Somebody can type the uplink's passphrase, or has agreed that it may stay away.
        package var mayLoseUplink = false
        /// The address that the accessory sees of this machine if the radio itself joins it; nil: the radio's own.
        package var station: MACAddress?
        /// Whether the kernel is to keep the hotspot for its app.
        package var fence = Fence.Mode.off
        /// Nil for a radio without an uplink that it could cut.
        package var secondStation: SecondStation?

        package init(
            ssid: SSID, bssid: MACAddress? = nil, interface: String, passphrase: Passphrase?, isHidden: Bool,
            addressing: JoinRequest.Addressing, frequency: Int? = nil, network: WiFiNetwork? = nil,
            expected: ExpectedSecurity? = nil, accessPoints: [MACAddress] = []
        ) {
            self.ssid = ssid
            self.bssid = bssid
            self.interface = interface
            self.passphrase = passphrase
            self.isHidden = isHidden
            self.addressing = addressing
            self.frequency = frequency
            self.network = network
            self.expected = expected ?? ExpectedSecurity(remembered: nil, hasPassphrase: passphrase != nil)
            self.accessPoints = accessPoints
        }
    }
}

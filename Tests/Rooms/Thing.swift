// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// The makers of accessories, as the reports count them.
package enum Family: String, CaseIterable, Sendable {
    case espressifFour = "Espressif, four addresses"
    case espressifTwo = "Espressif, two addresses"
    case provisioning = "Espressif provisioning"
    case matter = "Matter"
    case goPro = "GoPro"
    case shelly = "Shelly"
    case sony = "Sony"
    case canon = "Canon"
    case ricoh = "Ricoh, Pentax"
    case theta = "THETA"
    case espHome = "ESPHome, Improv"
    case openSpherical = "other OSC cameras"
}

/// Something in a room with what it sends: a dual accessory, or a stranger.
package struct Thing: Sendable {
    /// Nil for a stranger: no network is to be found for it by any rule.
    package var family: Family?
    /// Its advertisements, of which the last stays. More than one address when its address rotates.
    package var advertisements: [Advertisement] = []
    /// Its own access points.
    package var networks: [WiFiNetwork] = []
    /// What its last advertisement claims about its network.
    package var claims: [Claim] = []
    /// The name of its network as it was read over a bonded link.
    package var readSSID: SSID?
    /// What was known about it from an earlier day.
    package var memory: Memory?
    /// The station's address of its chip, which its name ends with.
    var station: Octets?
    /// Its last advertisement, or its network, does not get through.
    var isSilent = false
    var isOutOfReach = false

    package init(family: Family?) {
        self.family = family
    }

    package struct Memory: Sendable {
        package var bssid: MACAddress
        package var ssid: SSID?
    }
}

extension Thing {
    /// The address that stays, or the last of those that do not.
    package var address: MACAddress? { advertisements.last?.address.address }
}

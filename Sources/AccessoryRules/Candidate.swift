// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// One network that matches one of the items that an app looks for.
package struct Candidate: Sendable, Equatable {
    /// Stable while the picker is up: the BSSID and the SSID.
    package var id: String
    package var item: Setup.Item
    package var ssid: SSID
    package var network: WiFiNetwork
    /// It was heard and is not any more; it keeps its place, and may come back.
    package var isGone = false

    package init(item: Setup.Item, ssid: SSID, network: WiFiNetwork) {
        id = "\(network.bssid)/\(ssid)"
        self.item = item
        self.ssid = ssid
        self.network = network
    }

    package var needsPassphrase: Bool { network.security.key == .passphrase && item.passphrase == nil }
    /// The descriptor names this very SSID, so it may be hidden.
    package var isExact: Bool { item.descriptor.ssid != nil }
}

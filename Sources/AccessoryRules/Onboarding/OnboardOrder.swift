// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel
package import AccessoryProvisioning

/// A person's order for one new accessory.
package struct OnboardOrder: Hashable, Sendable {
    package enum Target: Hashable, Sendable {
        /// The accessory's hotspot; with an address, only that access point of it.
        case hotspot(SSID, MACAddress?)
        case bluetooth(MACAddress)
        /// The label is the proof, too.
        case easyConnect(EasyConnectLabel)
    }

    package var target: Target
    /// Of the accessory's hotspot.
    package var passphrase: Passphrase?
    /// Nil: what the accessory shows.
    package var family: Family?
    package var proof: ProvisioningProof
    /// A NetworkManager profile; nil: the agent's own rule.
    package var network: String?
    /// Of a network with WPA2 and WPA3, the accessory gets WPA2 alone.
    package var isWPA2Only: Bool
    package var allowsClearText: Bool
    /// What the home network must show of the accessory.
    package var arrival: ArrivalDemand

    package init(
        target: Target, passphrase: Passphrase? = nil, family: Family? = nil,
        proof: ProvisioningProof = ProvisioningProof(), network: String? = nil, isWPA2Only: Bool = false,
        allowsClearText: Bool = false, arrival: ArrivalDemand = .none
    ) {
        self.target = target
        self.passphrase = passphrase
        self.family = family
        self.proof = proof
        self.network = network
        self.isWPA2Only = isWPA2Only
        self.allowsClearText = allowsClearText
        self.arrival = arrival
    }

    /// The app that owns what no app owns.
    package static let app = "org.accessoryd.onboard"

    package var isByLabel: Bool {
        if case .easyConnect = target { true } else { false }
    }
}

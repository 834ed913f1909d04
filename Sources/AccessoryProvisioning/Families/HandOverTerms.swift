// SPDX-License-Identifier: Apache-2.0

/// What one accessory is handed over, over what protection, and what has to come of it: a person's order, a label's and a
/// plan's say the same.
package struct HandOverTerms: Hashable, Sendable {
    /// Nil: what the accessory shows.
    package var family: Family?
    /// That the accessory is the one of the label.
    package var proof: ProvisioningProof
    /// The network by its name in accessoryd.conf, or its NetworkManager profile by name or UUID; nil: the agent's own
    /// rule.
    package var network: String?
    /// Of a network with WPA2 and WPA3, the accessory gets WPA2 alone.
    package var isWPA2Only: Bool
    /// The passphrase may be sent so that whoever listens can read it.
    package var allowsClearText: Bool
    /// What the home network must show of the accessory.
    package var arrival: ArrivalDemand

    package init(
        family: Family? = nil, proof: ProvisioningProof = ProvisioningProof(), network: String? = nil,
        isWPA2Only: Bool = false, allowsClearText: Bool = false, arrival: ArrivalDemand = .none
    ) {
        self.family = family
        self.proof = proof
        self.network = network
        self.isWPA2Only = isWPA2Only
        self.allowsClearText = allowsClearText
        self.arrival = arrival
    }
}

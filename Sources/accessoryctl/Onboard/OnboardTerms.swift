// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AccessoryRules

/// What the command line gives for every accessory that it adds. No description shows a secret.
struct OnboardTerms: Hashable, Sendable {
    /// Nil: what the accessory shows.
    var family: Family?
    /// Of the accessory's label.
    var proof = ProvisioningProof()
    /// The label, if it is one of Wi-Fi Easy Connect.
    var easyConnect: EasyConnectLabel?
    /// Of the accessory's hotspot.
    var passphrase: Passphrase?
    /// What the label says of each SSID that it can mean, the likeliest first. It goes before the other passphrase.
    var passphrases: [SSID: [Passphrase]] = [:]
    /// The home network's name; nil: the agent's own rule.
    var network: String?
    /// Of a network with WPA2 and WPA3, the accessory gets WPA2 alone.
    var isWPA2Only = false
    var allowsClearText = false
    /// The radio that looks and joins.
    var interface: String?
    /// What the home network must show of the accessory.
    var arrival = ArrivalDemand.none
}

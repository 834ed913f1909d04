// SPDX-License-Identifier: Apache-2.0

/// How a provisioning ends; the list is closed.
public enum ProvisioningOutcome: Hashable, Sendable {
    /// The accessory reports that it is on the home network. It may report its address and its own page, too.
    case onNetwork(address: String?, page: String?)
    /// The home network did not take the passphrase.
    case wrongPassphrase
    /// The accessory does not hear the home network.
    case networkNotInReach
    /// The accessory did not take the proof, or there was none and it needs one.
    case wrongProof
    /// A person has to press the accessory's button first.
    case buttonNeeded
    /// The accessory's hotspot does not serve the page that takes a network.
    case portalNotServed
    /// The accessory refused, by its own words or by the family's rules.
    case refused(ProvisioningRefusal)
    /// The connection to the accessory ended before the network was handed over.
    case vanished
    /// The accessory has the network, and has not reported whether it joined: only the home network can show that.
    case unknown
}

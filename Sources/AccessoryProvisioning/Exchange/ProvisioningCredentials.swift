// SPDX-License-Identifier: Apache-2.0

public import AccessoryModel

/// What an accessory gets: the home network's credentials, and the proof that the person has it in hand.
public struct ProvisioningCredentials: Hashable, Sendable {
    /// The home network.
    public var network: UplinkCredentials
    public var proof: ProvisioningProof
    /// Nil for a new accessory.
    public var move: ProvisioningMove?

    public init(
        network: UplinkCredentials, proof: ProvisioningProof = ProvisioningProof(), move: ProvisioningMove? = nil
    ) {
        self.network = network
        self.proof = proof
        self.move = move
    }
}

/// What a person knows from the accessory's label. The description hides it.
public struct ProvisioningProof: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The user of Espressif's security 2; `wifiprov` if the label has none.
    public var user: String?
    /// A proof of possession, a password or a PIN.
    public var secret: String?

    public init(user: String? = nil, secret: String? = nil) {
        self.user = user
        self.secret = secret
    }

    public var description: String { secret == nil ? "no proof" : "<hidden>" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

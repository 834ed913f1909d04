// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel
package import AccessoryProvisioning
package import AgentInterface

/// What a person and a label give for every accessory that is added. No description shows a secret.
package struct OnboardTerms: Hashable, Sendable {
    /// Nil: what the accessory shows.
    package var family: Family?
    /// Of the accessory's label.
    package var proof: ProvisioningProof
    /// Of the accessory's hotspot.
    package var passphrase: Passphrase?
    /// The home network's name; nil: the agent's own rule.
    package var network: String?
    /// Of a network with several securities, the accessory gets this one alone.
    package var security: String?
    package var allowsClearText: Bool
    /// The radio that looks and joins.
    package var interface: String?
    /// What the home network must show of the accessory.
    package var arrival: ArrivalDemand
    /// The label, if it is one of Wi-Fi Easy Connect.
    package private(set) var easyConnect: EasyConnectLabel?
    /// What the label says of each SSID that it can mean, the likeliest first. It goes before the other passphrase.
    package private(set) var passphrases: [SSID: [Passphrase]] = [:]

    package init(
        family: Family? = nil, proof: ProvisioningProof = ProvisioningProof(), passphrase: Passphrase? = nil,
        network: String? = nil, security: String? = nil, allowsClearText: Bool = false, interface: String? = nil,
        arrival: ArrivalDemand = .none
    ) {
        (self.family, self.proof, self.passphrase) = (family, proof, passphrase)
        (self.network, self.security, self.allowsClearText) = (network, security, allowsClearText)
        (self.interface, self.arrival) = (interface, arrival)
    }

    /// What a person gives goes before the label.
    package mutating func add(_ label: Label) {
        if case .easyConnect(let label) = label { return easyConnect = label }
        family = family ?? label.family
        proof.secret = proof.secret ?? label.proof.secret
        proof.user = proof.user ?? label.proof.user
        guard passphrase == nil else { return }
        passphrase = label.passphrase
        guard case .networks(let ssids) = label.names else { return }
        for ssid in ssids { passphrases[ssid] = label.passphrases(of: ssid) }
    }

    /// Those that can be the hotspot's, the likeliest first.
    package func passphrases(of accessory: NewAccessory) -> [Passphrase] {
        guard let ssid = accessory.ssid else { return [] }
        if let own = passphrases[ssid], !own.isEmpty { return own }
        return passphrase.map { [$0] } ?? []
    }

    /// Why this accessory is not the one that is meant: a passphrase and a proof show which one that is, and whoever knows its
    /// name can open a hotspot, or be a device, of that name. Nil if it can be, and while its security is not known.
    package func refusal(of accessory: NewAccessory) -> AccessoryError? {
        guard easyConnect == nil else { return nil }
        if let family = family ?? Family(rawValue: accessory.family), proof.secret != nil, !family.mayNeedProof {
            return .proofUnused(by: accessory.name, family)
        }
        guard passphrase != nil || passphrases.values.contains(where: { !$0.isEmpty }) else { return nil }
        guard let ssid = accessory.ssid else { return .passphraseUnused(by: accessory.name) }
        guard let seen = accessory.security, let bssid = accessory.bssid,
            let change = ExpectedSecurity(remembered: nil, hasPassphrase: true).change(to: seen)
        else { return nil }
        return AccessoryError(JoinFailure(change, at: bssid), joining: ssid)
    }

    /// The order for one accessory, as far as it is given.
    package func request(for accessory: NewAccessory) -> OnboardRequest {
        OnboardRequest(
            ssid: accessory.ssid?.description, bssid: accessory.bssid?.description,
            bluetoothAddress: accessory.ssid == nil ? accessory.bluetoothAddress?.description : nil,
            passphrase: passphrases(of: accessory).first?.secret, family: family?.rawValue,
            label: easyConnect?.proof.secret, user: proof.user, proof: proof.secret, network: network,
            security: security, allowsClearText: allowsClearText ? true : nil, interface: interface,
            arrival: arrival == .none ? nil : arrival.rawValue)
    }
}

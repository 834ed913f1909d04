// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AccessoryRules
import AgentInterface

/// What the agent knows at one moment of the network to hand over, and where its credentials come from.
struct UplinkSource: Sendable {
    let policy: PassphrasePolicy
    let leases: Leases
    let radio: any Radio
    /// Where systemd puts secrets.
    let credentialsDirectory: String?
    let ownNetworks: @Sendable () async throws(AccessoryError) -> OwnNetworks

    /// For an app that holds a hotspot now.
    ///
    /// - Parameter network: one that the administrator has named; nil: the agent's own rule.
    func errand(of claimant: Claimant, network: String?) throws(AccessoryError) -> UplinkErrand {
        try policy.errand(of: claimant.app, over: leases.joined(of: claimant), network: network)
    }

    /// Before anything is cut: throws if there is no network to hand over, or no passphrase of it.
    func checkNetwork(named name: String?, byLabel: Bool) async throws(AccessoryError) {
        if let network = try policy.network(named: name, byLabel: byLabel) {
            _ = try await credentials(of: network)
        } else if let own = try policy.ownNetwork(among: await ownNetworks()) {
            _ = try await credentials(of: own)
        }
    }

    /// The network of this name, if this machine has its passphrase; without a name, the one that new accessories get.
    func ssid(named name: String?) async throws(AccessoryError) -> SSID {
        if let network = try policy.network(named: name, byLabel: false) {
            return try await credentials(of: network).ssid
        }
        let own = try await ownNetworks()
        guard let network = try policy.ownNetwork(among: own) else { throw policy.noSingleNetwork(own.all) }
        return try await credentials(of: network).ssid
    }

    /// The weakest protection with which the errand's credentials may go on.
    func leastProtection(of errand: UplinkErrand) -> HandOverProtection {
        policy.leastProtection(of: errand, in: leases.hotspot(of: errand)) ?? .proven
    }

    /// What whoever hands over in a hotspot is asked for, and how it may pass the network on. Nil for an app.
    ///
    /// - Parameter link: the security of the link, if it is not that of a hotspot.
    func provisionOrder(for errand: UplinkErrand, link: Security? = nil) -> ProvisionOrder? {
        errand.terms.map { terms in
            ProvisionOrder(
                family: terms.family?.rawValue, user: terms.proof.user, secret: terms.proof.secret,
                leastProtection: leastProtection(of: errand).rawValue,
                security: (link ?? leases.hotspot(of: errand)?.security)?.rawValue)
        }
    }

    /// With the label's secret.
    func terms(of plan: Plan, _ provision: Plan.Provision) throws(AccessoryError) -> HandOverTerms {
        var terms = provision.terms
        guard let place = provision.proof else { return terms }
        do throws(PlanSecret.Fault) {
            terms.proof.secret = try PlanSecret(place, "Proof", credentials: credentialsDirectory).proof()
        } catch {
            throw AccessoryError.invalid("plan", "\(plan.path): \(error.description)")
        }
        return terms
    }

    func checkNetwork(of plan: Plan) async throws(AccessoryError) {
        guard plan.givesUplink else { return }
        try await checkNetwork(named: plan.provision?.terms.network, byLabel: false)
    }

    /// Of the network that the errand names, or else the administrator's, or else the machine's own.
    func credentials(for errand: UplinkErrand) async throws(AccessoryError) -> UplinkCredentials {
        if let network = try policy.network(named: errand.network, byLabel: errand.isByLabel) {
            return try await credentials(of: network)
        }
        let own = try await ownNetworks()
        return try await credentials(of: policy.ownNetwork(among: own, for: errand, in: leases.hotspot(of: errand)))
    }

    /// Why accessories get no network unless their order names one, such as on a machine with a cable. Nil if they get one.
    func obstacle() async -> String? {
        // A journal that cannot be read has its own errors.
        guard policy.homeNetwork == nil, let own = try? await ownNetworks(), own.all.isEmpty else { return nil }
        return policy.noSingleNetwork([]).message
    }

    private func credentials(of network: HomeNetwork) async throws(AccessoryError) -> UplinkCredentials {
        switch network {
        case .profile(let name): return try await credentials(of: Uplink(interface: "", profile: name, name: name))
        case .stored(let ssid, let place):
            do throws(PlanSecret.Fault) {
                let secret = PlanSecret(place, credentials: credentialsDirectory)
                return UplinkCredentials(ssid: ssid, security: .wpa2, passphrase: try secret.passphrase())
            } catch {
                throw AccessoryError(.passphraseMissing, "\(policy.file): [Uplink] \(error.description)")
            }
        case .connectors(let ssid): return UplinkCredentials(ssid: ssid, security: .unknown, passphrase: nil)
        }
    }

    private func credentials(of uplink: Uplink) async throws(AccessoryError) -> UplinkCredentials {
        do {
            return try await radio.credentials(of: uplink)
        } catch let fault as UplinkFault {
            throw AccessoryError(fault)
        } catch {
            throw AccessoryError(.radioUnavailable, "\(error)")
        }
    }
}

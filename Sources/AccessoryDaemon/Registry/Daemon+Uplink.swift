// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AccessoryRules
import AgentInterface

/// The credentials of the machine's own network, for apps whose accessories must join it too.
extension Daemon {
    /// The administrator's word, as it is now.
    var policy: PassphrasePolicy { configuration.policy }

    /// For an app that holds a hotspot now.
    ///
    /// - Parameter network: one that the administrator has named; nil: the agent's own rule.
    func uplinkCredentials(
        for claimant: Claimant, network: String? = nil, who: String
    ) async throws(AccessoryError) -> UplinkCredentials {
        let errand = try policy.errand(of: claimant.app, over: leases.joined(of: claimant), network: network)
        return try await uplinkCredentials(for: claimant, errand, who: who)
    }

    /// The credentials with which this machine joins the network that the errand's lease has cut, or else its only
    /// network. The history gets the entry first.
    ///
    /// - Parameter check: throws if the credentials would be of no use; then nobody gets them.
    func uplinkCredentials(
        for claimant: Claimant, _ errand: UplinkErrand, who: String,
        check: @Sendable (UplinkCredentials) async throws(AccessoryError) -> Void = { _ in }
    ) async throws(AccessoryError) -> UplinkCredentials {
        let credentials = try await uplinkToGive(for: claimant, errand, check: check)
        try give(credentials, to: claimant, errand, who: who)
        return credentials
    }

    /// The same for a hand-over of the agent's own, which calls `give` when it comes to that.
    func uplinkToGive(
        for claimant: Claimant, _ errand: UplinkErrand,
        check: @Sendable (UplinkCredentials) async throws(AccessoryError) -> Void
    ) async throws(AccessoryError) -> UplinkCredentials {
        try policy.check(errand, of: claimant.app, in: hotspot(of: errand))
        let whole = try await credentials(for: errand)
        let credentials = try policy.limited(whole, for: errand)
        try await check(credentials)
        return credentials
    }

    /// Writes into the history that the credentials are given, right before they are. If this throws, nobody gets them.
    func give(
        _ credentials: UplinkCredentials, to claimant: Claimant, _ errand: UplinkErrand, who: String
    ) throws(AccessoryError) {
        try policy.checkGiving(errand, of: claimant.app, in: hotspot(of: errand))
        let entry = HistoryEntry(
            time: now(), action: .uplinkGiven, app: claimant.app, uid: claimant.uid, accessory: nil,
            name: credentials.ssid.description, who: who, proof: claimant.proof,
            why: policy.reason(for: errand, in: hotspot(of: errand), who))
        try commit([.note(entry)])
        publish(.access, app: claimant.app, "the credentials of '\(credentials.ssid)' were given to \(who)")
    }

    /// The weakest protection with which the errand's credentials may go on.
    func leastProtection(of errand: UplinkErrand) -> HandOverProtection {
        policy.leastProtection(of: errand, in: hotspot(of: errand)) ?? .proven
    }

    private func hotspot(of errand: UplinkErrand) -> HeldHotspot? {
        guard let entry = errand.lease.flatMap({ leases[$0] }) else { return nil }
        return HeldHotspot(
            ssid: entry.ssid, security: entry.latest?.link?.security, interface: entry.interface,
            isJoined: entry.isJoined)
    }

    /// What whoever hands over in a hotspot is asked for, and how it may pass the network on. Nil for an app.
    func provisionOrder(for errand: UplinkErrand) -> ProvisionOrder? {
        errand.terms.map { terms in
            ProvisionOrder(
                family: terms.family?.rawValue, user: terms.proof.user, secret: terms.proof.secret,
                leastProtection: leastProtection(of: errand).rawValue,
                security: hotspot(of: errand)?.security?.rawValue)
        }
    }

    /// With the label's secret.
    func terms(of plan: Plan, _ provision: Plan.Provision) throws(AccessoryError) -> HandOverTerms {
        var terms = provision.terms
        guard let place = provision.proof else { return terms }
        do throws(PlanSecret.Fault) {
            terms.proof.secret = try PlanSecret(place, "Proof", credentials: settings.credentialsDirectory).proof()
        } catch {
            throw AccessoryError(.invalidRequest, "\(plan.path): \(error.description)", field: "plan")
        }
        return terms
    }

    /// Before anything is cut: throws if there is no network to hand over, or no passphrase of it.
    func checkNetwork(named name: String?, byLabel: Bool) async throws(AccessoryError) {
        if let network = try policy.network(named: name, byLabel: byLabel) {
            _ = try await credentials(of: network)
        } else if let own = try policy.ownNetwork(among: await ownNetworks()) {
            _ = try await credentials(of: own)
        }
    }

    func checkNetwork(of plan: Plan) async throws(AccessoryError) {
        guard plan.givesUplink else { return }
        try await checkNetwork(named: plan.provision?.terms.network, byLabel: false)
    }

    /// Of the network that the errand names, or else the administrator's, or else the machine's own.
    private func credentials(for errand: UplinkErrand) async throws(AccessoryError) -> UplinkCredentials {
        if let network = try policy.network(named: errand.network, byLabel: errand.isByLabel) {
            return try await credentials(of: network)
        }
        let hotspot = hotspot(of: errand)
        let own = try await ownNetworks()
        return try await credentials(of: policy.ownNetwork(among: own, for: errand, in: hotspot))
    }

    private func credentials(of network: HomeNetwork) async throws(AccessoryError) -> UplinkCredentials {
        switch network {
        case .profile(let name): return try await credentials(of: Uplink(interface: "", profile: name, name: name))
        case .stored(let ssid, let place):
            do throws(PlanSecret.Fault) {
                let secret = PlanSecret(place, credentials: settings.credentialsDirectory)
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

    /// Why accessories get no network unless their order names one, such as on a machine with a cable. Nil if they get
    /// one, or if there is no radio for an accessory.
    func homeNetworkObstacle() async -> String? {
        guard policy.homeNetwork == nil, await !radios().usable.isEmpty else { return nil }
        // A journal that cannot be read has its own errors.
        guard let own = try? await ownNetworks(), own.all.isEmpty else { return nil }
        return policy.noSingleNetwork([]).message
    }

    private func ownNetworks() async throws(AccessoryError) -> OwnNetworks {
        let owed: [Uplink]
        do {
            owed = try store.unfinished().map(\.protection.uplink)
        } catch {
            throw AccessoryError(.connectionFailed, "the journal cannot be read: \(error)")
        }
        return OwnNetworks(owed: owed, adapters: await radios().adapters)
    }
}

// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AccessoryRules
import AgentInterface

/// The credentials of the machine's own network, for apps whose accessories must join it too.
extension Daemon {
    /// For an app that holds a hotspot now.
    ///
    /// - Parameter network: one that the administrator has named; nil: the agent's own rule.
    func uplinkCredentials(
        for claimant: Claimant, network: String? = nil, who: String
    ) async throws(AccessoryError) -> UplinkCredentials {
        try mayHaveUplink(claimant.app)
        try mayChoose(network)
        guard let lease = leases.joined(of: claimant) else {
            throw AccessoryError(
                .notAuthorized, "\(claimant.app) holds no joined hotspot, and gets the credentials only with one")
        }
        return try await uplinkCredentials(for: claimant, UplinkErrand(over: lease, network: network), who: who)
    }

    /// A profile of NetworkManager may be of any network that this machine knows, and is for root and the administrator's
    /// files alone.
    func mayChoose(_ network: String?) throws(AccessoryError) {
        guard let network, configuration.networks[network] == nil else { return }
        throw AccessoryError(
            .notAuthorized,
            "no network '\(network.printable)' is there for apps; [\(HomeNetwork.groupPrefix)\(network.printable)] in "
                + "\(administratorsFile) names one")
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
        if errand.warrant == nil { try mayHaveUplink(claimant.app) }
        try mayCarryUplink(errand)
        let credentials = try limited(await credentials(for: errand), for: errand)
        try await check(credentials)
        return credentials
    }

    /// Writes into the history that the credentials are given, right before they are. If this throws, nobody gets them.
    func give(
        _ credentials: UplinkCredentials, to claimant: Claimant, _ errand: UplinkErrand, who: String
    ) throws(AccessoryError) {
        // Meanwhile the administrator may have revoked the right, and the app may have left.
        if errand.warrant == nil { try mayHaveUplink(claimant.app) }
        if let lease = errand.lease, leases[lease]?.isJoined != true {
            throw AccessoryError(.notAuthorized, "\(claimant.app) has left its hotspot meanwhile")
        }
        try mayCarryUplink(errand)
        let entry = HistoryEntry(
            time: now(), action: .uplinkGiven, app: claimant.app, uid: claimant.uid, accessory: nil,
            name: credentials.ssid.description, who: who, proof: claimant.proof,
            why: permission(of: errand, who) + protection(of: errand))
        try commit([.note(entry)])
        publish(.access, app: claimant.app, "the credentials of '\(credentials.ssid)' were given to \(who)")
    }

    /// Who allowed it, for the history.
    private func permission(of errand: UplinkErrand, _ who: String) -> String {
        switch errand.warrant {
        case .root: "ordered by \(who)"
        case .hub: "ordered by \(who), for a phone that root lets add accessories"
        case nil: "allowed by CredentialsFor in \(administratorsFile)"
        }
    }

    /// How the credentials go on to the accessory, for the history.
    private func protection(of errand: UplinkErrand) -> String {
        if let least = leastProtection(of: errand) {
            return ", protected by '\(least.rawValue)' or better\(errand.path.map { " by \($0)" } ?? "")"
        }
        return isLinkEncrypted(errand)
            ? "" : ", and over a network without a passphrase by \(errand.path ?? "its plan")"
    }

    /// The weakest protection with which the credentials may go on; nil if the agent does not pass them on itself.
    func leastProtection(of errand: UplinkErrand) -> HandOverProtection? {
        if errand.isByLabel { return .proven }
        return errand.provision?.leastProtection(by: configuration.clearText, isLinkEncrypted: isLinkEncrypted(errand))
    }

    func mayHaveUplink(_ app: String) throws(AccessoryError) {
        guard configuration.credentialsFor.contains(app) else {
            throw AccessoryError(
                .notAuthorized,
                "\(app) may not have the credentials of this machine's network; "
                    + "CredentialsFor=\(app) under [Uplink] in \(administratorsFile) allows it",
                reason: FailureReason(.credentialsNotAllowed))
        }
    }

    /// On a link without encryption, a device that poses as the accessory would get the credentials. Unknown security
    /// counts as none.
    private func mayCarryUplink(_ errand: UplinkErrand) throws(AccessoryError) {
        if isLinkEncrypted(errand) || errand.takesUplinkOverOpen || errand.hasSession { return }
        if leastProtection(of: errand) == .clearText { return }
        switch errand.way {
        case .easyConnect: return
        case .lease(let lease):
            guard let entry = leases[lease] else { return }
            let how = entry.latest?.link?.security?.clause ?? "has no known security"
            throw AccessoryError(
                .notAuthorized,
                "'\(entry.ssid)' \(how), and the agent gives the credentials of this machine's network only to an "
                    + "accessory whose network has a passphrase\(cure(of: errand))",
                reason: FailureReason(.credentialsUnprotected))
        case .bluetooth(let title, let family):
            throw AccessoryError(
                .notAuthorized,
                "\(family.title) does not encrypt its Bluetooth link, so whoever listens could read the passphrase that "
                    + "'\(title)' gets\(cure(of: errand))", reason: FailureReason(.credentialsUnprotected))
        }
    }

    private func cure(of errand: UplinkErrand) -> String {
        guard errand.provision != nil, configuration.clearText == .refuse else { return errand.cure }
        return "; Cleartext=refuse under [Uplink] in \(administratorsFile) allows it with a proof of its label alone"
    }

    /// What the plan's program is asked for, and how it may pass the network on.
    ///
    /// - Parameter typed: the secret that came with a person's order.
    func provisionOrder(
        of plan: Plan, lease: Lease.ID, typed: String? = nil
    ) throws(AccessoryError) -> ProvisionOrder? {
        guard let provision = plan.provision else { return nil }
        var secret = typed
        if let proof = provision.proof, proof != .order {
            do throws(PlanSecret.Fault) {
                secret = try PlanSecret(proof, "Proof", credentials: settings.credentialsDirectory).proof()
            } catch {
                throw AccessoryError(.invalidRequest, "\(plan.path): \(error.description)", field: "plan")
            }
        }
        let least = leastProtection(of: UplinkErrand(plan, over: lease)) ?? .proven
        return ProvisionOrder(
            family: provision.family?.rawValue, user: provision.user, secret: secret, leastProtection: least.rawValue,
            security: leases[lease]?.latest?.link?.security?.rawValue)
    }

    private func isLinkEncrypted(_ errand: UplinkErrand) -> Bool {
        switch errand.way {
        case .lease(let lease): leases[lease]?.latest?.link?.security?.key == .passphrase
        case .bluetooth(_, let family): family.needsBond
        case .easyConnect: true
        }
    }

    private var administratorsFile: String {
        (settings.configurationDirectories.last ?? "/etc/accessoryd") + "/accessoryd.conf"
    }

    /// Before anything is cut: throws if there is no network to hand over, or no passphrase of it.
    func checkNetwork(named name: String?, byLabel: Bool) async throws(AccessoryError) {
        if let network = homeNetwork(named: name) {
            _ = try await credentials(of: network, byLabel: byLabel)
            return
        }
        let all = try await uplinks()
        guard let first = all.first else { throw severalUplinks(all) }
        // Of several, it is the one that the join cuts.
        if all.count == 1 { _ = try await credentials(of: first) }
    }

    func checkNetwork(of plan: Plan) async throws(AccessoryError) {
        guard plan.program?.wantsUplink == true else { return }
        try await checkNetwork(named: plan.provision?.network, byLabel: false)
    }

    /// Of the network that the errand names, or else the administrator's, or else the machine's own.
    private func credentials(for errand: UplinkErrand) async throws(AccessoryError) -> UplinkCredentials {
        if let network = homeNetwork(named: errand.network) {
            return try await credentials(of: network, byLabel: errand.isByLabel)
        }
        let uplink = if let lease = errand.lease { try await uplink(beside: lease) } else { try await onlyUplink() }
        return try await credentials(of: uplink)
    }

    func homeNetwork(named name: String?) -> HomeNetwork? {
        name.map { configuration.networks[$0] ?? .profile($0) } ?? configuration.homeNetwork
    }

    /// - Parameter byLabel: for an accessory that gets a connector by its label of Wi-Fi Easy Connect.
    private func credentials(
        of network: HomeNetwork, byLabel: Bool
    ) async throws(AccessoryError) -> UplinkCredentials {
        switch network {
        case .profile(let name): return try await credentials(of: Uplink(interface: "", profile: name, name: name))
        case .stored(let ssid, let place):
            do throws(PlanSecret.Fault) {
                let secret = PlanSecret(place, credentials: settings.credentialsDirectory)
                return UplinkCredentials(ssid: ssid, security: .wpa2, passphrase: try secret.passphrase())
            } catch {
                throw AccessoryError(.passphraseMissing, "\(administratorsFile): [Uplink] \(error.description)")
            }
        case .connectors(let ssid):
            guard byLabel else { throw AccessoryError(.connectionFailed, HomeNetwork.refusalWithoutLabel(ssid)) }
            return UplinkCredentials(ssid: ssid, security: .unknown, passphrase: nil)
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

    private func uplink(beside lease: Lease.ID) async throws(AccessoryError) -> Uplink {
        guard let interface = leases[lease]?.interface else {
            throw AccessoryError(.notAuthorized, "the hotspot was left meanwhile")
        }
        if let owed = try owedUplinks().first(where: { $0.interface == interface }) { return owed }
        // The accessory has a radio of its own.
        let others = await radios().adapters.filter { $0.interface != interface && RadioChoice.cuts($0) != nil }
        guard others.count == 1, let other = others.first else {
            throw AccessoryError(UplinkFault.none(interface: interface))
        }
        return Uplink(interface: other.interface)
    }

    /// The only network of this machine's own, which a lease may have cut for a while.
    private func onlyUplink() async throws(AccessoryError) -> Uplink {
        let all = try await uplinks()
        guard all.count == 1 else { throw severalUplinks(all) }
        return all[0]
    }

    private func severalUplinks(_ all: [Uplink]) -> AccessoryError {
        AccessoryError(
            .networkNotFound,
            (all.isEmpty ? "no radio of this machine is on a network" : "this machine is on \(all.count) networks")
                + "; \(UplinkFault.cure(administratorsFile))",
            reason: FailureReason(all.isEmpty ? .noHomeNetwork : .severalHomeNetworks))
    }

    /// Why accessories get no network unless their order names one, such as on a machine with a cable. Nil if they get
    /// one, or if there is no radio for an accessory.
    func homeNetworkObstacle() async -> String? {
        guard configuration.homeNetwork == nil, await !radios().usable.isEmpty else { return nil }
        // A journal that cannot be read has its own errors.
        guard let all = try? await uplinks(), all.isEmpty else { return nil }
        return severalUplinks(all).message
    }

    /// The networks of this machine's radios, with those that leases have cut for a while.
    private func uplinks() async throws(AccessoryError) -> [Uplink] {
        let owed = try owedUplinks()
        let present = await radios().adapters.filter { adapter in
            RadioChoice.cuts(adapter) != nil && !owed.contains { $0.interface == adapter.interface }
        }
        return owed + present.map { Uplink(interface: $0.interface) }
    }

    private func owedUplinks() throws(AccessoryError) -> [Uplink] {
        do {
            return try store.unfinished().map(\.protection.uplink).filter { $0.profile != nil }
        } catch {
            throw AccessoryError(.connectionFailed, "the journal cannot be read: \(error)")
        }
    }
}

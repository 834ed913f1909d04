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
        return try await uplinkCredentials(for: claimant, lease: lease, network: network, who: who)
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

    /// The credentials with which this machine joins the network that this lease has cut, or else its only other
    /// network. The history gets the entry first.
    ///
    /// - Parameters:
    ///   - isOrdered: somebody who sees this machine's secrets anyway orders it.
    ///   - check: throws if the credentials would be of no use; then nobody gets them.
    func uplinkCredentials(
        for claimant: Claimant, lease: Lease.ID, network: String? = nil, who: String, program: Plan? = nil,
        isOrdered: Bool = false,
        check: @Sendable (UplinkCredentials) async throws(AccessoryError) -> Void = { _ in }
    ) async throws(AccessoryError) -> UplinkCredentials {
        if !isOrdered { try mayHaveUplink(claimant.app) }
        try mayCarryUplink(lease, program)
        let credentials = try await credentials(of: program?.provision?.network ?? network, beside: lease)
        try await check(credentials)
        // Meanwhile the administrator may have revoked the right, and the app may have left.
        if !isOrdered { try mayHaveUplink(claimant.app) }
        guard leases[lease]?.isJoined == true else {
            throw AccessoryError(.notAuthorized, "\(claimant.app) has left its hotspot meanwhile")
        }
        try mayCarryUplink(lease, program)
        let entry = HistoryEntry(
            time: now(), action: .uplinkGiven, app: claimant.app, uid: claimant.uid, accessory: nil,
            name: credentials.ssid.description, who: who, proof: claimant.proof,
            why: (isOrdered ? "ordered by \(who)" : "allowed by CredentialsFor in \(administratorsFile)")
                + way(of: program, lease))
        try commit([.note(entry)])
        publish(.access, app: claimant.app, "the credentials of '\(credentials.ssid)' were given to \(who)")
        return credentials
    }

    /// How the credentials go on to the accessory, for the history.
    private func way(of plan: Plan?, _ lease: Lease.ID) -> String {
        let isLinkEncrypted = isLinkEncrypted(lease)
        if let provision = plan?.provision {
            let least = provision.leastProtection(by: configuration.clearText, isLinkEncrypted: isLinkEncrypted)
            let source = plan.flatMap { $0.isOrdered ? nil : " by \($0.path)" } ?? ""
            return ", protected by '\(least.rawValue)' or better\(source)"
        }
        return isLinkEncrypted ? "" : ", and over a network without a passphrase by \(plan?.path ?? "its plan")"
    }

    func mayHaveUplink(_ app: String) throws(AccessoryError) {
        guard configuration.credentialsFor.contains(app) else {
            throw AccessoryError(
                .notAuthorized,
                "\(app) may not have the credentials of this machine's network; "
                    + "CredentialsFor=\(app) under [Uplink] in \(administratorsFile) allows it")
        }
    }

    /// On a network without a passphrase, a device that poses as the accessory would get the credentials. Unknown
    /// security counts as none.
    private func mayCarryUplink(_ lease: Lease.ID, _ plan: Plan?) throws(AccessoryError) {
        if isLinkEncrypted(lease) { return }
        if let provision = plan?.provision {
            let least = provision.leastProtection(by: configuration.clearText, isLinkEncrypted: false)
            // With a proof the program makes a session of its own, which is encrypted, or sends nothing.
            if least == .clearText || provision.proof != nil { return }
        } else if plan?.program?.takesUplinkOverOpen == true {
            return
        }
        guard let entry = leases[lease] else { return }
        let how = entry.latest?.link?.security.map { "is secured with \($0.title)" } ?? "has no known security"
        let cure = plan.map { plan in
            if plan.isOrdered { return "; the proof of its label protects it, and --allow-cleartext allows it anyway" }
            return plan.provision == nil
                ? "; UplinkCredentialsOverOpen=true under [Program] in \(plan.path) allows it anyway"
                : "; ProofCredential= under [Provision] in \(plan.path) protects it, Cleartext=allow there allows it anyway"
        }
        throw AccessoryError(
            .notAuthorized,
            "'\(entry.ssid)' \(how), and the agent gives the credentials of this machine's network only to an "
                + "accessory whose network has a passphrase\(cure ?? "")")
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
        let least = provision.leastProtection(by: configuration.clearText, isLinkEncrypted: isLinkEncrypted(lease))
        return ProvisionOrder(
            family: provision.family?.rawValue, user: provision.user, secret: secret, leastProtection: least.rawValue,
            security: leases[lease]?.latest?.link?.security?.rawValue)
    }

    private func isLinkEncrypted(_ lease: Lease.ID) -> Bool {
        leases[lease]?.latest?.link?.security?.key == .passphrase
    }

    private var administratorsFile: String {
        (settings.configurationDirectories.last ?? "/etc/accessoryd") + "/accessoryd.conf"
    }

    /// Of the network of this name, or else the administrator's, or else the machine's own.
    private func credentials(
        of name: String?, beside lease: Lease.ID
    ) async throws(AccessoryError) -> UplinkCredentials {
        let named = name.map { configuration.networks[$0] ?? .profile($0) }
        switch named ?? configuration.homeNetwork {
        case .profile(let name)?: return try await credentials(of: Uplink(interface: "", profile: name, name: name))
        case .stored(let ssid, let place)?:
            do throws(PlanSecret.Fault) {
                let secret = PlanSecret(place, credentials: settings.credentialsDirectory)
                return UplinkCredentials(ssid: ssid, security: .wpa2, passphrase: try secret.passphrase())
            } catch {
                throw AccessoryError(.passphraseMissing, "\(administratorsFile): [Uplink] \(error.description)")
            }
        case nil: return try await credentials(of: try await uplink(beside: lease))
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
        do {
            let owed = try store.unfinished().first { $0.protection.uplink.interface == interface }
            if let uplink = owed?.protection.uplink, uplink.profile != nil { return uplink }
        } catch {
            throw AccessoryError(.connectionFailed, "the journal cannot be read: \(error)")
        }
        // The accessory has a radio of its own.
        let others = await radios().adapters.filter { $0.interface != interface && RadioChoice.cuts($0) != nil }
        guard others.count == 1, let other = others.first else {
            throw AccessoryError(UplinkFault.none(interface: interface))
        }
        return Uplink(interface: other.interface)
    }
}

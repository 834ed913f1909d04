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
        try policy.check(errand, of: claimant.app, in: leases.hotspot(of: errand))
        let whole = try await uplink.credentials(for: errand)
        let credentials = try policy.limited(whole, for: errand)
        try await check(credentials)
        return credentials
    }

    /// Writes into the history that the credentials are given, right before they are. If this throws, nobody gets them.
    func give(
        _ credentials: UplinkCredentials, to claimant: Claimant, _ errand: UplinkErrand, who: String
    ) throws(AccessoryError) {
        try policy.checkGiving(errand, of: claimant.app, in: leases.hotspot(of: errand))
        let entry = HistoryEntry(
            time: now(), action: .uplinkGiven, app: claimant.app, uid: claimant.uid, accessory: nil,
            name: credentials.ssid.description, who: who, proof: claimant.proof,
            why: policy.reason(for: errand, in: leases.hotspot(of: errand), who))
        try commit([.note(entry)])
        publish(.access, app: claimant.app, "the credentials of '\(credentials.ssid)' were given to \(who)")
    }

    /// What is known now of the network to hand over.
    var uplink: UplinkSource {
        UplinkSource(
            policy: policy, leases: leases, radio: radio, credentialsDirectory: settings.credentialsDirectory
        ) { () async throws(AccessoryError) in try await self.ownNetworks() }
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

// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AccessoryRules
import AgentInterface
import Logging

/// The machine's own network: its credentials, for accessories that must join it too, and where accessories are on it.
extension Daemon {
    /// The administrator's word, as it is now.
    var policy: PassphrasePolicy { configuration.policy }

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

    // MARK: Where accessories are. Only apps with a grant that is switched on learn it

    private static let loss = "cannot store where an accessory is, so a restart forgets it"

    /// Takes the result of a look at the home network for one accessory. Keeps the place, and notifies monitors and apps
    /// of a change.
    func noteWhereabouts(_ event: Whereabouts.Event, of accessory: Accessory.ID) {
        for effect in book.note(event, of: accessory) {
            switch effect {
            case .write(let location): commit([.locate(accessory, location)], orLog: Self.loss, of: nil, accessory)
            case .notify(let change, let location):
                for record in records.records(of: accessory) {
                    publish(
                        .location, app: record.app, accessory: accessory, of: Claimant(of: record),
                        "'\(record.title)' \(change.text(location))")
                    guard record.isValid(at: now()) else { continue }
                    emit(
                        Event(change.event, accessory: record.accessory, location: location),
                        to: Claimant(app: record.app, uid: record.uid), about: record)
                }
            }
        }
    }

    /// Takes where the look after a hand-over has found an accessory, and by what it will be found later. If it was not
    /// found, nothing follows from that: it may come later.
    ///
    /// - Parameters:
    ///   - page: the page that the accessory named.
    ///   - network: the one that it was handed.
    func noteArrival(
        _ finding: ArrivalFinding, of expected: ExpectedIdentity, page: String?, on network: SSID?,
        _ accessory: Accessory.ID
    ) {
        var changes = book.identifying(accessory, as: expected.lasting(finding))
        if let network { changes += book.residing(accessory) { $0.settle(on: network) } }
        commit(changes, orLog: Self.loss, of: nil, accessory)
        if let place = finding.location(page: page, at: now()) { noteWhereabouts(.seen(place), of: accessory) }
    }
}

extension Whereabouts.Transition {
    fileprivate var event: EventType {
        switch self {
        case .arrived: .accessoryArrived
        case .moved: .accessoryMoved
        case .gone: .accessoryGone
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AccessoryRules
import AgentInterface

/// What the calls of Observe need of the registry.
extension Daemon {
    /// One call that observes.
    struct Observation {
        let claimant: Claimant
        let changed: AsyncStream<Void>.Continuation
    }

    /// Throws `busy` at the app's limit. `endObservation` must follow.
    ///
    /// - Returns: the call's number, and a stream of changes. After each change the call checks its own access.
    func beginObservation(by claimant: Claimant) throws(AccessoryError) -> (id: Int, changes: AsyncStream<Void>) {
        let count = observations.values.count { $0.claimant == claimant }
        guard count < Limits.observationsPerApp else {
            throw AccessoryError(
                .busy,
                "\(claimant.app) observes accessories with \(count) calls already; end one, or name more accessories in it"
            )
        }
        let (changes, changed) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let id = (observations.keys.max() ?? 0) + 1
        observations[id] = Observation(claimant: claimant, changed: changed)
        return (id, changes)
    }

    func endObservation(_ id: Int) { observations[id] = nil }

    /// Throws as `access(_:of:)` if the app may not use one of the accessories now.
    func checkObservation(of accessories: [Accessory.ID], by claimant: Claimant) throws(AccessoryError) {
        for accessory in accessories { _ = try access(AccessQuery(accessory: accessory), of: claimant) }
    }

    /// What shows the app's accessories on the air.
    func observed(
        _ accessories: [Accessory.ID], by claimant: Claimant
    ) throws(AccessoryError) -> [ObservedAccessory] {
        var observed: [ObservedAccessory] = []
        for accessory in accessories {
            observed.append(self.observed(try access(AccessQuery(accessory: accessory), of: claimant)))
        }
        return observed
    }

    /// The accessories of all apps that were put on the home network.
    var putOnNetwork: [ObservedAccessory] { book.identities.keys.flatMap { records.records(of: $0) }.map(observed) }

    private func observed(_ record: AccessRecord) -> ObservedAccessory {
        ObservedAccessory(
            record, isResetByHotspot: book.identities[record.accessory.id]?.hasHotspotForSetUpAlone ?? false)
    }

    func identities(of accessories: [Accessory.ID]) -> [Accessory.ID: ExpectedIdentity] {
        book.identities.filter { accessories.contains($0.key) }
    }

    func lastAddress(of accessory: Accessory.ID) -> String? { book.places[accessory]?.location?.address.description }

    /// The Bluetooth sides that the app is connected to.
    func connectedSides(of claimant: Claimant) -> Set<MACAddress> {
        let sides = peripheralSides(of: claimant)
        return Set(
            sides.filter { peripherals.isConnected(Peripherals.Holder(claimant, $0.accessory.id)) }.map(\.address))
    }

    /// A radio that no lease and no set-up needs now.
    var radioAtRest: String? {
        get async {
            guard leases.interfaces.isEmpty, pickers.presentations.isEmpty else { return nil }
            return try? await chooseRadio(sharing: true).interface
        }
    }

    /// An accessory that was put on a network has opened its set-up hotspot again.
    func noteReset(of accessory: Accessory.ID, seenBy claimant: Claimant) {
        for record in records(of: claimant) where record.accessory.id == accessory {
            publish(
                .location, app: record.app, accessory: accessory, of: Claimant(of: record),
                "'\(record.title)' has opened its set-up hotspot again, so somebody has reset it; "
                    + "'accessoryctl onboard' puts it back on the home network")
        }
    }
}

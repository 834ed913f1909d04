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
}

/// What shows accessories on the air.
extension Access {
    /// Throws as `record(_:of:)` if the app may not use one of the accessories now.
    func observed(_ accessories: [Accessory.ID], by claimant: Claimant) throws(AccessoryError) -> [ObservedAccessory] {
        try accessories.map { id throws(AccessoryError) in observed(try record(id, of: claimant)) }
    }

    /// The accessories of all apps that were put on the home network.
    var putOnNetwork: [ObservedAccessory] { book.identities.keys.flatMap { records.records(of: $0) }.map(observed) }

    private func observed(_ record: AccessRecord) -> ObservedAccessory {
        ObservedAccessory(
            record, isResetByHotspot: book.identities[record.accessory.id]?.hasHotspotForSetUpAlone ?? false)
    }
}

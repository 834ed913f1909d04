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

    /// A radio that no lease and no set-up needs now.
    var radioAtRest: String? {
        get async {
            guard leases.interfaces.isEmpty, screens.presentations.isEmpty else { return nil }
            return try? await chooseRadio(sharing: true).interface
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules

/// The calls that observe accessories.
struct Observations {
    private struct Observation {
        let claimant: Claimant
        let changed: AsyncStream<Void>.Continuation
    }

    private var open: [Int: Observation] = [:]
    private var next = 1

    var count: Int { open.count }

    /// Throws `busy` at the app's limit. `end` must follow.
    ///
    /// - Returns: the call's number, and a stream of changes. After each change the call checks its own access.
    mutating func begin(by claimant: Claimant) throws(AccessoryError) -> (id: Int, changes: AsyncStream<Void>) {
        let count = open.values.count { $0.claimant == claimant }
        guard count < Limits.observationsPerApp else {
            throw AccessoryError(
                .busy,
                "\(claimant.app) observes accessories with \(count) calls already; end one, or name more accessories in it"
            )
        }
        let (changes, changed) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        defer { next += 1 }
        open[next] = Observation(claimant: claimant, changed: changed)
        return (next, changes)
    }

    mutating func end(_ id: Int) { open[id] = nil }

    /// Some app's access is another than before.
    func accessChanged() { for observation in open.values { observation.changed.yield() } }
}

// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// The author of a change, its proof, and the reason.
package struct Cause: Hashable, Sendable {
    package var who: String
    package var proof: Proof?
    package var why: String

    package init(who: String, proof: Proof? = nil, why: String) {
        self.who = who
        self.proof = proof
        self.why = why
    }

    package func entry(_ action: HistoryEntry.Action, _ record: AccessRecord, at now: Timestamp) -> HistoryEntry {
        HistoryEntry(
            time: now, action: action, app: record.app, uid: record.uid, accessory: record.accessory.id,
            name: record.accessory.displayName, who: who, proof: proof ?? record.proof, why: why)
    }

    package func entry(
        _ action: HistoryEntry.Action, _ hotspot: HotspotConfiguration, at now: Timestamp
    ) -> HistoryEntry {
        HistoryEntry(
            time: now, action: action, app: hotspot.app, uid: hotspot.uid, accessory: nil, name: hotspot.title,
            who: who, proof: proof, why: why)
    }
}

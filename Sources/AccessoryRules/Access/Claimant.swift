// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// Who wants to use a record: an app as it was proven to be, or whoever decides for apps.
package struct Claimant: Hashable, Sendable {
    package var app: String
    /// Nil for whoever decides for the app: then any user's record will do.
    package var uid: UInt32?
    package var proof: Proof?

    package init(app: String, uid: UInt32? = nil, proof: Proof? = nil) {
        self.app = app
        self.uid = uid
        self.proof = proof
    }

    /// Whether the record is this claimant's to see. What was granted on a stronger proof is not there for a weaker one.
    package func owns(_ record: AccessRecord) -> Bool {
        guard record.app == app else { return false }
        guard let uid else { return true }
        guard record.uid == nil || record.uid == uid else { return false }
        guard let granted = record.proof else { return true }
        return proof?.suffices(for: granted) ?? false
    }
}

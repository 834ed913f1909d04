// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// The user of a record: a proven app, or a caller that decides for apps.
package struct Claimant: Hashable, Sendable {
    package var app: String
    /// Nil for a caller that decides for the app: then any user's record will do.
    package var uid: UInt32?
    package var proof: Proof?

    package init(app: String, uid: UInt32? = nil, proof: Proof? = nil) {
        self.app = app
        self.uid = uid
        self.proof = proof
    }

    /// Whether this claimant may see the record. A grant on a stronger proof does not exist for a weaker one.
    package func owns(_ record: AccessRecord) -> Bool {
        guard record.app == app else { return false }
        guard let uid else { return true }
        guard record.uid == nil || record.uid == uid else { return false }
        guard let granted = record.proof else { return true }
        return proof?.suffices(for: granted) ?? false
    }
}

// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// The access records that a caller of the control interface sees and changes.
package enum RecordScope: Hashable, Sendable {
    case all
    /// Those of this user's apps, without apps that are system units.
    case user(UInt32)

    /// - Parameter manifest: the app's, if it has one. It decides about a record that was granted in the app's absence.
    package func includes(_ owner: Claimant, _ manifest: Manifest?) -> Bool {
        guard case .user(let uid) = self else { return true }
        guard owner.uid == uid else { return false }
        if let proof = owner.proof { return proof.kind != .unit }
        return manifest?.proofs.contains { $0.kind != .unit } ?? false
    }
}

extension Claimant {
    /// The app and user that have this record.
    package init(of record: AccessRecord) {
        self.init(app: record.app, uid: record.uid, proof: record.proof)
    }
}

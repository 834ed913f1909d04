// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// The known apps, and the choice of an identity's app.
package struct Manifests: Sendable {
    package private(set) var byID: [String: Manifest] = [:]

    package init(_ manifests: [Manifest] = []) {
        for manifest in manifests { byID[manifest.id] = manifest }
    }

    /// The app of an identity, and its proof: the strongest proof that holds; of equal ones, the first identifier's.
    package func app(of identity: Identity) -> (manifest: Manifest, proof: Proof)? {
        var best: (manifest: Manifest, proof: Proof)?
        for manifest in byID.values.sorted(by: { $0.id < $1.id }) {
            for proof in manifest.proofs
            where identity.proves(proof) && proof.kind.strength > best?.proof.kind.strength ?? 0 {
                best = (manifest, proof)
            }
        }
        return best
    }
}

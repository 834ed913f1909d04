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

    /// Why a manifest and one of the others cannot both prove their apps: a process with a proof of both is only one of
    /// them. The key of the proof, and the reason with the other's file. Nil if there is no such app.
    package func rivalry(of manifest: Manifest) -> (key: String, reason: String)? {
        for other in byID.values.sorted(by: { $0.id < $1.id }) where other.id != manifest.id {
            guard let proof = manifest.proofs.first(where: { other.proofs.contains($0) }) else { continue }
            let reason =
                "'\(proof.id)' is \(other.id) already, by \(other.path), and a process is only one app; name another "
                + "\(proof.kind.noun), or change that file"
            return (proof.kind.key, reason)
        }
        return nil
    }

    /// The apps that share a proof with one before them, which gets their processes.
    package var rivalries: [KeyFileFault] {
        var earlier = Manifests()
        return byID.values.sorted { $0.id < $1.id }.compactMap { manifest in
            defer { earlier.byID[manifest.id] = manifest }
            return earlier.rivalry(of: manifest).map {
                KeyFileFault(path: manifest.path, group: "Identity", key: $0.key, reason: $0.reason)
            }
        }
    }
}

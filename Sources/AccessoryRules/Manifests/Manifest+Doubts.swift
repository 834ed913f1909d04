// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

extension Manifest {
    /// The proofs that many programs could give.
    package var doubts: [KeyFileFault] {
        proofs.compactMap { proof in
            proof.doubt.map {
                KeyFileFault(path: path, group: "Identity", key: proof.kind.key, reason: "'\(proof.id)' \($0)")
            }
        }
    }
}

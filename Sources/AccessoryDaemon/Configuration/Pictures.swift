// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import TrustedFiles

/// The pictures on the screens. Those of granted accessories are in the store.
struct Pictures {
    /// The prefix of the names of pictures that came with a request.
    static let scheme = "image:"
    /// The only place from which the agent reads pictures by path: everybody can read it, so nobody can use the agent
    /// to read another file.
    static let folder = "/usr/share/"

    private var held: [String: (picture: Picture, claimant: Claimant)] = [:]

    subscript(reference: String) -> Picture? { held[reference]?.picture }

    /// Takes a picture that came with a request and returns the name by which pickers fetch it. A path or an icon's
    /// name stays as it is.
    mutating func admit(
        _ image: String?, field: String, for claimant: Claimant, id: @autoclosure () -> String
    ) throws(AccessoryError) -> String? {
        guard let image else { return nil }
        guard image.hasPrefix("data:") else {
            guard !image.hasPrefix(Self.scheme), image.utf8.count <= 4096 else {
                throw AccessoryError(
                    .invalidRequest, "\(field): is not a picture, a path below \(Self.folder) or an icon's name",
                    field: field)
            }
            return image
        }
        let picture = try Picture(dataURL: image, field: field)
        let same = held.first { $0.value.claimant == claimant && $0.value.picture == picture }
        if let same { return same.key }
        guard held.values.count(where: { $0.claimant == claimant }) < Limits.picturesPerPicker else {
            throw AccessoryError(
                .busy, "\(field): a picker has at most \(Limits.picturesPerPicker) pictures", field: field)
        }
        let reference = Self.scheme + id()
        held[reference] = (picture, claimant)
        return reference
    }

    mutating func forget(of claimant: Claimant) { held = held.filter { $0.value.claimant != claimant } }

    /// A file that everybody may see.
    static func picture(atPath path: String, below folder: String = folder) -> Picture? {
        // Compare where the path and the folder lead in the end, past links and steps back.
        guard path.hasPrefix(folder), let root = Trust.resolved(folder), let resolved = Trust.resolved(path),
            resolved.hasPrefix(root.hasSuffix("/") ? root : root + "/"),
            let contents = try? Trust().contents(of: resolved)
        else { return nil }
        return Picture(contents)
    }
}

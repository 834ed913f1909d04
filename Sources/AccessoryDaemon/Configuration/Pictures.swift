// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import TrustedFiles

/// The pictures of what is on the screens. Those of what is granted are in the store.
struct Pictures {
    /// How a picture is named that came with a request.
    static let scheme = "image:"
    /// The only place from which pictures are read by path: what is there is for everybody to see, so that nobody can
    /// have the agent read what is not.
    static let folder = "/usr/share/"

    private var held: [String: (picture: Picture, claimant: Claimant)] = [:]

    subscript(reference: String) -> Picture? { held[reference]?.picture }

    /// Takes a picture that came with a request and gives the name by which pickers fetch it. A path or an icon's name
    /// stays what it is.
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
        // Where the path leads in the end, past links and steps back, as where the folder does.
        guard path.hasPrefix(folder), let root = Trust.resolved(folder), let resolved = Trust.resolved(path),
            resolved.hasPrefix(root.hasSuffix("/") ? root : root + "/"),
            let contents = try? Trust().contents(of: resolved)
        else { return nil }
        return Picture(contents)
    }
}

// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import TrustedFiles

/// The pictures on the screens. Those of granted accessories are in the store.
struct Pictures: Sendable {
    /// The prefix of the names of pictures that came with a request.
    static let scheme = "image:"
    static let folder = Manifest.sharedFolder

    private var held: [String: (picture: Picture, claimant: Claimant)] = [:]

    subscript(reference: String) -> Picture? { held[reference]?.picture }

    /// Takes a picture that came with a request and returns the name by which pickers fetch it. The name of a picture
    /// in the app's own folder becomes its path. Another path or name stays as it is.
    mutating func admit(
        _ image: String?, field: String, for claimant: Claimant, from own: String? = nil,
        id: @autoclosure () -> String = UniqueID.make()
    ) throws(AccessoryError) -> String? {
        guard let image else { return nil }
        guard image.hasPrefix("data:") else {
            guard !image.hasPrefix(Self.scheme), image.utf8.count <= 4096 else {
                throw AccessoryError.invalid(
                    field, "\(field): is not a picture, a path below \(Self.folder) or an icon's name")
            }
            return own.flatMap { Self.path(of: image, in: $0) } ?? image
        }
        let picture = try Picture(dataURL: image, field: field)
        let same = held.first { $0.value.claimant == claimant && $0.value.picture == picture }
        if let same { return same.key }
        let others = held.values.filter { $0.claimant == claimant }
        guard others.count < Limits.picturesPerPicker else {
            throw AccessoryError(
                .busy, "\(field): a picker has at most \(Limits.picturesPerPicker) pictures", field: field)
        }
        // A program that draws them allocates all of them.
        guard others.reduce(picture.pixels, { $0 + $1.picture.pixels }) <= Limits.pixelsPerPicker else {
            throw AccessoryError(
                .busy, "\(field): the pictures of a picker have too many pixels together; use smaller ones",
                field: field)
        }
        let reference = Self.scheme + id()
        held[reference] = (picture, claimant)
        return reference
    }

    /// The change that keeps a picture for an accessory.
    func keeping(_ reference: String, of accessory: Accessory.ID) -> Change? {
        self[reference].map { .keep(reference: reference, type: $0.type, data: $0.bytes, of: accessory) }
    }

    mutating func forget(of claimant: Claimant) { held = held.filter { $0.value.claimant != claimant } }

    /// The picture of this name, with or without the extension, in the folder that an app's manifest names.
    static func path(of name: String, in own: String, below folder: String = folder) -> String? {
        guard !name.contains("/"), !name.hasPrefix("."), (1...255).contains(name.utf8.count),
            name.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
        else { return nil }
        let files = [name] + ["png", "webp", "jpg", "jpeg", "gif"].map { "\(name).\($0)" }
        return files.map { "\(own)/\($0)" }.first { picture(atPath: $0, below: folder) != nil }
    }

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

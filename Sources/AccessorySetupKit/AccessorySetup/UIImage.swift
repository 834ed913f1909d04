// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// A picture of an accessory, with the name that phones' code uses: PNG, JPEG, WebP or GIF, at most 256 KiB.
///
/// The library does not draw it. The picker gets its bytes, and scales it to 180 by 120 points; a transparent background
/// looks best. The agent refuses more than 4096 pixels in width or height.
public final class UIImage: Sendable {
    /// The largest size of a picture in bytes.
    public static let largest = Accessory.largestPicture

    /// The picture's file. Empty if the picker shows a picture of its own.
    public let data: Data
    /// Pixels for each point. Pickers have no use for it.
    public let scale: Double

    /// Its media type.
    private let type: String?

    /// A picture without contents. The picker shows one of its own instead.
    public init() {
        data = Data()
        scale = 1
        type = nil
    }

    /// Takes a picture's file. Nil if it is none of the four kinds, or larger than ``largest``.
    public init?(data: Data, scale: Double) {
        guard data.count <= Self.largest, let type = Self.type(of: [UInt8](data.prefix(12))) else { return nil }
        self.data = data
        self.scale = scale
        self.type = type
    }

    /// As ``init(data:scale:)``, with the scale 1.
    public convenience init?(data: Data) { self.init(data: data, scale: 1) }

    /// Reads a file. Nil if it cannot be read, or if ``init(data:)`` does not take it.
    public convenience init?(contentsOfFile path: String) {
        guard let data = try? Data(contentsOf: URL(filePath: path)) else { return nil }
        self.init(data: data)
    }

    /// Finds a picture by its name: `camera`, or `camera.png`.
    ///
    /// The app's own pictures come first. They are in the bundles of resources beside the program, as SwiftPM makes
    /// them, in the program's folder below `share`: `/usr/share/viewer` for `/usr/bin/viewer`, or in the folder that
    /// `Pictures` names in a manifest with this program in `Executables`, or its unit in `Units`. Then follow the icon
    /// theme hicolor and `/usr/share/pixmaps`. Nil if ``init(data:)`` takes none of them. The app reads these files
    /// with its own rights.
    public convenience init?(named name: String) {
        guard let icon = IconName(name), let data = icon.data(of: IconName.thisProgram) ?? icon.data() else {
            return nil
        }
        self.init(data: data)
    }

    /// As ``init(named:)``, in one folder.
    package convenience init?(named name: String, inFolder folder: String) {
        guard let data = IconName(name)?.data(inFolders: [folder]) else { return nil }
        self.init(data: data)
    }

    /// Finds an icon of the system by the name of a phone's symbol: `camera.fill` finds the icon `camera-fill`, or
    /// `camera`.
    ///
    /// Phones' code relies on its symbols. If this machine has no such icon, the picker shows a picture of its own. Nil
    /// only for a name that cannot be one.
    public convenience init?(systemName name: String) {
        guard IconName(name) != nil else { return nil }
        let parts = name.split(separator: ".")
        let names = (1...max(parts.count, 1)).reversed().map { parts.prefix($0).joined(separator: "-") }
        if let data = names.lazy.compactMap({ IconName($0)?.data() }).first {
            self.init(data: data)
        } else {
            self.init()
        }
    }

    /// The picture's file, if it is a PNG; the library converts no picture.
    public func pngData() -> Data? { type == "image/png" ? data : nil }

    /// The picture's file, if it is a JPEG; the library converts no picture.
    ///
    /// - Parameter compressionQuality: Has no effect.
    public func jpegData(compressionQuality: Double) -> Data? { type == "image/jpeg" ? data : nil }

    /// Decides by the first bytes, not by the file's name.
    private static func type(of bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
        if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) { return "image/gif" }
        if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) { return "image/webp" }
        return nil
    }

    /// The form that the agent takes. Nil if the picker shows a picture of its own.
    var reference: String? { type.map { "data:\($0);base64,\(data.base64EncodedString())" } }
}

extension UIImage: Hashable {
    /// True for the same picture at the same scale.
    public static func == (left: UIImage, right: UIImage) -> Bool {
        left.data == right.data && left.scale == right.scale
    }
    /// Hashes the picture.
    public func hash(into hasher: inout Hasher) { hasher.combine(data) }
}

// SPDX-License-Identifier: Apache-2.0

/// A picture of an accessory, with the name that phones' code uses: PNG, JPEG, WebP or GIF, at most 256 KiB.
///
/// The library does not draw it. The picker gets its bytes, and the agent refuses more than 1024 pixels in width or
/// height. Pickers show it at 180 by 120 points, best with a transparent background.
public final class UIImage: Sendable {
    /// The largest size of a picture in bytes.
    public static let largest = 256 << 10

    /// The picture's file.
    public let data: Data

    /// Its media type.
    private let type: String

    /// Takes a picture's file. Nil if it is none of the four kinds, or larger than ``largest``.
    public init?(data: Data) {
        guard data.count <= Self.largest, let type = Self.type(of: [UInt8](data.prefix(12))) else { return nil }
        self.data = data
        self.type = type
    }

    /// Reads a file. Nil if it cannot be read, or if ``init(data:)`` does not take it.
    public convenience init?(contentsOfFile path: String) {
        guard let data = try? Data(contentsOf: URL(filePath: path)) else { return nil }
        self.init(data: data)
    }

    /// Finds an icon by its name in the icon theme hicolor and in `/usr/share/pixmaps`: `camera-web`. Nil if
    /// ``init(data:)`` takes none of them.
    public convenience init?(named name: String) {
        guard let data = IconName(name)?.data() else { return nil }
        self.init(data: data)
    }

    /// Decides by the first bytes, not by the file's name.
    private static func type(of bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
        if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) { return "image/gif" }
        if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) { return "image/webp" }
        return nil
    }

    /// The form that the agent takes.
    var reference: String { "data:\(type);base64,\(data.base64EncodedString())" }
}

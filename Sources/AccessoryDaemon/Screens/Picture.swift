// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import FoundationEssentials

/// A product's picture, of a type that every browser shows.
struct Picture: Hashable, Sendable {
    /// `image/png`
    let type: String
    let bytes: [UInt8]
    /// Those that the header declares.
    let pixels: Int

    /// Takes the type from the first bytes, not from a declaration. Nil for bytes that are no picture, and for one that
    /// is too large, in bytes or in pixels.
    init?(_ bytes: [UInt8]) {
        let magic: [(type: String, offset: Int, bytes: [UInt8])] = [
            ("image/png", 0, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
            ("image/jpeg", 0, [0xFF, 0xD8, 0xFF]),
            ("image/gif", 0, Array("GIF8".utf8)),
            ("image/webp", 8, Array("WEBP".utf8)),
        ]
        guard bytes.count <= Limits.pictureBytes,
            let known = magic.first(where: { bytes.dropFirst($0.offset).starts(with: $0.bytes) }),
            let size = PictureSize(bytes, type: known.type), max(size.width, size.height) <= Limits.picturePixels
        else { return nil }
        type = known.type
        self.bytes = bytes
        pixels = size.width * size.height
    }

    /// Reads `data:image/png;base64,…`. Throws `invalidRequest` with the field's name.
    init(dataURL: String, field: String) throws(AccessoryError) {
        guard dataURL.hasPrefix("data:"), let comma = dataURL.utf8.firstIndex(of: UInt8(ascii: ",")),
            dataURL[..<comma].hasSuffix(";base64"),
            let data = Data(base64Encoded: String(dataURL[dataURL.index(after: comma)...])),
            let picture = Picture(Array(data))
        else {
            throw AccessoryError.invalid(
                field,
                "\(field): a picture is PNG, JPEG, GIF or WebP of at most \(Limits.pictureBytes / 1024) KiB and "
                    + "\(Limits.picturePixels) by \(Limits.picturePixels) pixels, in base64")
        }
        self = picture
    }
}

extension ImageReply {
    init(_ picture: Picture) { self.init(type: picture.type, data: Data(picture.bytes).base64EncodedString()) }
}

// SPDX-License-Identifier: Apache-2.0

/// The dimensions that a picture's header declares. A program that draws it allocates that many pixels, however few
/// bytes there are: 300 bytes may declare 30,000 by 30,000.
struct PictureSize: Hashable, Sendable {
    var width: Int
    var height: Int
}

extension PictureSize {
    /// Nil if the header is not whole, or declares an impossible size.
    init?(_ bytes: [UInt8], type: String) {
        let read: PictureSize?
        switch type {
        case "image/png": read = Self.png(bytes)
        case "image/jpeg": read = Self.jpeg(bytes)
        case "image/gif": read = Self.gif(bytes)
        case _: read = Self.webp(bytes)
        }
        guard let read, read.width > 0, read.height > 0 else { return nil }
        self = read
    }

    /// Portable Network Graphics, 11.2.1: the header's chunk comes first.
    private static func png(_ bytes: [UInt8]) -> PictureSize? {
        guard bytes.count >= 24, bytes[12..<16].elementsEqual("IHDR".utf8) else { return nil }
        return PictureSize(width: big(bytes, 16, 4), height: big(bytes, 20, 4))
    }

    /// ITU-T T.81, B.1.1 and B.2.2: segments up to the first start of a frame.
    private static func jpeg(_ bytes: [UInt8]) -> PictureSize? {
        var index = 2
        while index + 9 < bytes.count {
            guard bytes[index] == 0xFF else { return nil }
            switch bytes[index + 1] {
            // A marker may have any number of these before it.
            case 0xFF: index += 1
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                return PictureSize(width: big(bytes, index + 7, 2), height: big(bytes, index + 5, 2))
            case 0x01, 0xD0...0xD8: index += 2
            // The end, or the beginning of pixels without a frame.
            case 0xD9, 0xDA: return nil
            case _:
                let length = big(bytes, index + 2, 2)
                guard length >= 2 else { return nil }
                index += 2 + length
            }
        }
        return nil
    }

    /// Graphics Interchange Format 89a, 18: the logical screen.
    private static func gif(_ bytes: [UInt8]) -> PictureSize? {
        guard bytes.count >= 10 else { return nil }
        return PictureSize(width: little(bytes, 6, 2), height: little(bytes, 8, 2))
    }

    /// RFC 9649, 2.5 to 2.7.
    private static func webp(_ bytes: [UInt8]) -> PictureSize? {
        guard bytes.count >= 30 else { return nil }
        switch String(decoding: bytes[12..<16], as: UTF8.self) {
        case "VP8X": return PictureSize(width: 1 + little(bytes, 24, 3), height: 1 + little(bytes, 27, 3))
        case "VP8L":
            let bits = little(bytes, 21, 4)
            return PictureSize(width: 1 + bits & 0x3FFF, height: 1 + bits >> 14 & 0x3FFF)
        case "VP8 ": return PictureSize(width: little(bytes, 26, 2) & 0x3FFF, height: little(bytes, 28, 2) & 0x3FFF)
        case _: return nil
        }
    }

    private static func big(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int {
        bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
    }

    private static func little(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int {
        bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}

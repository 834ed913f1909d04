// SPDX-License-Identifier: Apache-2.0

@testable import accessory_picker

/// A grey picture in PNG (ISO/IEC 15948), without compression.
struct LabelDrawing {
    private let width: Int
    private let height: Int
    /// Rows of grey; 255 is white.
    private var rows: [[UInt8]]

    init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        rows = Array(repeating: Array(repeating: 255, count: width), count: height)
    }

    /// The codes of these texts, one beside the other, with their quiet zones.
    init?(_ texts: [String], scale: Int = 4) {
        let codes = texts.compactMap { QRCode($0)?.modules }
        guard codes.count == texts.count else { return nil }
        let side = ((codes.map(\.count).max() ?? 0) + 8) * scale
        self.init(width: side * codes.count, height: side)
        for (place, code) in codes.enumerated() {
            for row in 0..<code.count * scale {
                for column in 0..<code.count * scale where code[row / scale][column / scale] {
                    rows[4 * scale + row][place * side + 4 * scale + column] = 0
                }
            }
        }
    }

    /// The file.
    var png: [UInt8] { png(width: width, height: height) }

    /// - Parameters:
    ///   - width: as the file claims it.
    ///   - height: as the file claims it.
    func png(width: Int, height: Int) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var sum: (UInt32, UInt32) = (1, 0)
        for (index, row) in rows.enumerated() {
            // Each row begins with its filter, and is a block of its own (RFC 1951, 3.2.4).
            let bytes = [0] + row
            stream.append(index == rows.count - 1 ? 1 : 0)
            let count = UInt16(bytes.count)
            for part in [count, ~count] { stream += [UInt8(part & 0xFF), UInt8(part >> 8)] }
            stream += bytes
            for byte in bytes {
                sum.0 = (sum.0 + UInt32(byte)) % 65521
                sum.1 = (sum.1 + sum.0) % 65521
            }
        }
        stream += Self.bytes(sum.1 << 16 | sum.0)
        let header = Self.bytes(UInt32(width)) + Self.bytes(UInt32(height)) + [8, 0, 0, 0, 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Self.chunk("IHDR", header)
            + Self.chunk("IDAT", stream) + Self.chunk("IEND", [])
    }

    private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        let content = Array(name.utf8) + data
        var check: UInt32 = 0xFFFF_FFFF
        for byte in content {
            check ^= UInt32(byte)
            for _ in 0..<8 { check = check >> 1 ^ (check & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        return bytes(UInt32(data.count)) + content + bytes(~check)
    }

    private static func bytes(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(number >> $0 & 0xFF) }
    }
}

// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// A Bluetooth identifier of 16, 32 or 128 bits.
///
/// Two are equal when they mean the same: `180D` equals `0000180D-0000-1000-8000-00805F9B34FB`.
public final class CBUUID: Sendable {
    /// The bytes, the most significant first: 2, 4 or 16 of them, as it was made.
    public let data: Data

    private static let base: [UInt8] = [0, 0, 0x10, 0, 0x80, 0, 0, 0x80, 0x5F, 0x9B, 0x34, 0xFB]

    /// Reads `180D`, `0000180D` or the full form with hyphens, in either case.
    ///
    /// Any other text makes an identifier without bytes. A descriptor with it is refused with
    /// `ASError.Code.invalidRequest`. On phones it ends the app.
    public init(string: String) {
        guard BluetoothUUID(string) != nil, !string.lowercased().hasPrefix("0x"),
            let bytes = [UInt8](hexadecimal: string.filter { $0 != "-" })
        else {
            data = Data()
            return
        }
        data = Data(bytes)
    }

    /// Takes 2, 4 or 16 bytes, the most significant first. Any other number makes an identifier that is refused.
    public init(data: Data) { self.data = [2, 4, 16].contains(data.count) ? data : Data() }

    /// The same as a UUID of 128 bits.
    public convenience init(nsuuid: UUID) {
        self.init(data: withUnsafeBytes(of: nsuuid.uuid) { Data($0) })
    }

    /// Upper case: 4 or 8 digits, or the full form with hyphens. Empty if the identifier was made from an invalid
    /// value.
    public var uuidString: String {
        let digits = [UInt8](data).hexadecimal.uppercased()
        guard data.count == 16 else { return digits }
        var text = ""
        for (index, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(index) { text.append("-") }
            text.append(digit)
        }
        return text
    }

    private var full: [UInt8] {
        let bytes = [UInt8](data)
        switch bytes.count {
        case 2: return [0, 0] + bytes + Self.base
        case 4: return bytes + Self.base
        case _: return bytes
        }
    }
}

extension CBUUID: Hashable, CustomStringConvertible {
    /// True if both mean the same, whatever their length.
    public static func == (left: CBUUID, right: CBUUID) -> Bool { left.full == right.full }
    /// Hashes what it means.
    public func hash(into hasher: inout Hasher) { hasher.combine(full) }
    /// ``uuidString``.
    public var description: String { uuidString }
}

// SPDX-License-Identifier: Apache-2.0

/// A Bluetooth service's identifier of 16 or 128 bits, kept in its 128-bit form (Core Specification, Vol 3 Part B 2.5.1).
public struct BluetoothUUID: Hashable, Sendable {
    /// Upper case, with hyphens, like the keys of advertisements.
    public let text: String

    private static let base = "-0000-1000-8000-00805F9B34FB"

    /// Reads `180D`, `0x180D`, `0000180D` or the full form, in either case.
    public init?(_ text: String) {
        // Some other letters have capitals in ASCII: the ligature ff does.
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let capitals = text.uppercased()
        let upper = capitals.hasPrefix("0X") ? String(capitals.dropFirst(2)) : capitals
        let groups = upper.split(separator: "-", omittingEmptySubsequences: false)
        guard groups.allSatisfy({ $0.allSatisfy(\.isHexDigit) }) else { return nil }
        switch groups.map(\.count) {
        case [4]: self.text = "0000" + upper + Self.base
        case [8]: self.text = upper + Self.base
        case [8, 4, 4, 4, 12]: self.text = upper
        case _: return nil
        }
    }

    /// One of 16 bits.
    package init(short: UInt16) {
        text = Self.digits(UInt64(short), count: 8) + Self.base
    }

    /// Human Interface Device, which every keyboard has.
    package static let inputService = BluetoothUUID(short: 0x1812)

    /// The same over Bluetooth Classic.
    package static let classicInputService = BluetoothUUID(short: 0x1124)

    /// One of 128 bits, in two halves.
    package init(_ high: UInt64, _ low: UInt64) {
        let digits = Self.digits(high, count: 16) + Self.digits(low, count: 16)
        var rest = digits[...]
        text = [8, 4, 4, 4, 12].map { count in
            defer { rest = rest.dropFirst(count) }
            return String(rest.prefix(count))
        }.joined(separator: "-")
    }

    private static func digits(_ number: UInt64, count: Int) -> String {
        let digits = String(number, radix: 16, uppercase: true)
        return String(repeating: "0", count: count - digits.utf8.count) + digits
    }
}

extension BluetoothUUID: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let uuid = BluetoothUUID(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "'\(text)' is not a Bluetooth service UUID of 16 or 128 bits")
        }
        self = uuid
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

// SPDX-License-Identifier: Apache-2.0

/// Six bytes that name a radio: an access point's BSSID, or a Bluetooth device. Written `02:00:00:00:01:00`.
public struct MACAddress: Hashable, Sendable {
    public let bytes: [UInt8]

    public init?(_ bytes: [UInt8]) {
        guard bytes.count == 6 else { return nil }
        self.bytes = bytes
    }

    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let bytes = parts.compactMap { UInt8(twoDigits: $0) }
        guard bytes.count == parts.count else { return nil }
        self.init(bytes)
    }
}

extension MACAddress: CustomStringConvertible {
    public var description: String {
        var text: [UInt8] = []
        for byte in bytes {
            if !text.isEmpty { text.append(UInt8(ascii: ":")) }
            text += [byte.highDigit, byte.lowDigit]
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension MACAddress: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let address = MACAddress(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "'\(text)' is not an address of six bytes such as 02:00:00:00:01:00")
        }
        self = address
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

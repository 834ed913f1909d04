// SPDX-License-Identifier: Apache-2.0

/// Seconds since 1970, UTC.
public struct Timestamp: Hashable, Sendable, Codable, Comparable {
    public var seconds: Int64

    public init(seconds: Int64) { self.seconds = seconds }

    public init(from decoder: any Decoder) throws {
        seconds = try decoder.singleValueContainer().decode(Int64.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(seconds)
    }

    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.seconds < right.seconds }
}

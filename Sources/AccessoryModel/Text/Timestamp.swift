// SPDX-License-Identifier: Apache-2.0

/// Seconds since 1970, UTC.
package struct Timestamp: Hashable, Sendable, Codable, Comparable {
    package var seconds: Int64

    package init(seconds: Int64) { self.seconds = seconds }

    package init(from decoder: any Decoder) throws {
        seconds = try decoder.singleValueContainer().decode(Int64.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(seconds)
    }

    package static func < (left: Timestamp, right: Timestamp) -> Bool { left.seconds < right.seconds }
}

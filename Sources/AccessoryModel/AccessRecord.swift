// SPDX-License-Identifier: Apache-2.0

/// What one app may do with one accessory: who granted it, when, until when.
public struct AccessRecord: Hashable, Sendable, Codable {
    /// How a grant came about.
    public enum Origin: String, Hashable, Sendable, Codable, CaseIterable {
        case picker
        case administrator
    }

    public var app: String
    /// The uid whose app it is; nil when the grant is for the app under any uid.
    public var uid: UInt32?
    public var accessory: Accessory
    public var security: Security?
    /// MHz; where the accessory was last heard, so that it is looked for there first.
    public var frequency: Int?
    public var isHidden: Bool
    public var origin: Origin
    /// Who did it, for people: `uid 1000 at the picker`.
    public var grantedBy: String
    public var granted: Timestamp
    public var expires: Timestamp?

    public init(
        app: String, uid: UInt32?, accessory: Accessory, security: Security?, frequency: Int?, isHidden: Bool,
        origin: Origin, grantedBy: String, granted: Timestamp, expires: Timestamp? = nil
    ) {
        self.app = app
        self.uid = uid
        self.accessory = accessory
        self.security = security
        self.frequency = frequency
        self.isHidden = isHidden
        self.origin = origin
        self.grantedBy = grantedBy
        self.granted = granted
        self.expires = expires
    }
}

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

// SPDX-License-Identifier: Apache-2.0

/// What one app may do with one accessory: who granted it, when, until when.
public struct AccessRecord: Hashable, Sendable, Codable {
    /// How a grant came about.
    public enum Origin: String, Hashable, Sendable, Codable, CaseIterable {
        /// A person chose it.
        case picker
        /// A file in `provision.d` said so.
        case plan
        /// The app had set it up by other means before.
        case migration
        case administrator
    }

    /// Which record: an app has one for each accessory and user.
    public struct Key: Hashable, Sendable {
        public var app: String
        public var uid: UInt32?
        public var accessory: Accessory.ID

        public init(app: String, uid: UInt32?, accessory: Accessory.ID) {
            self.app = app
            self.uid = uid
            self.accessory = accessory
        }
    }

    public var app: String
    /// The uid whose app it is; nil when the grant is for the app under any uid.
    public var uid: UInt32?
    /// What the app had proven when it was granted; who proves less does not get it. Nil when it was granted in the
    /// app's absence: then any of the manifest's proofs will do.
    public var proof: Proof?
    public var accessory: Accessory
    /// The accessory's Bluetooth identity, where it has one. Apps are not told it.
    public var bluetoothAddress: MACAddress?
    /// How its network was secured when it was joined, or must at least be, where it has not been joined yet. Nothing less
    /// is joined before a person, or an administrator's new grant, accepts it.
    public var security: Security?
    /// The access points by which it was joined, the latest last.
    public var accessPoints: [MACAddress]
    /// MHz; where the accessory was last heard, so that it is looked for there first.
    public var frequency: Int?
    /// Looked for by its name, because its access point may not broadcast it.
    public var isHidden: Bool
    public var origin: Origin
    /// Who did it, for people: `uid 1000 at the picker`.
    public var grantedBy: String
    public var granted: Timestamp
    public var expires: Timestamp?
    /// The app's manifest is missing: until it is there again, nothing of the app's can be used. Not stored.
    public var isSuspended = false

    public init(
        app: String, uid: UInt32?, proof: Proof? = nil, accessory: Accessory, bluetoothAddress: MACAddress? = nil,
        security: Security?, accessPoints: [MACAddress] = [], frequency: Int?, isHidden: Bool, origin: Origin,
        grantedBy: String, granted: Timestamp, expires: Timestamp? = nil
    ) {
        self.app = app
        self.uid = uid
        self.proof = proof
        self.accessory = accessory
        self.bluetoothAddress = bluetoothAddress
        self.security = security
        self.accessPoints = accessPoints
        self.frequency = frequency
        self.isHidden = isHidden
        self.origin = origin
        self.grantedBy = grantedBy
        self.granted = granted
        self.expires = expires
    }

    public var key: Key { Key(app: app, uid: uid, accessory: accessory.id) }

    /// What people call it: its SSID, which they see on the device, else its name.
    public var title: String { accessory.ssid?.description ?? accessory.displayName }

    /// True when it allows what it is about at this moment.
    public func isValid(at now: Timestamp) -> Bool { accessory.state == .authorized && !hasExpired(at: now) }

    public func hasExpired(at now: Timestamp) -> Bool { expires.map { $0 <= now } ?? false }

    /// How many access points a record remembers.
    public static let accessPointLimit = 8

    /// What a join proves. A key raises what is expected from now on; without one, anybody could have posed as it.
    public mutating func note(_ link: Link) {
        if let security = link.security, security.key == .passphrase {
            self.security = ExpectedSecurity.remembering(security, after: self.security)
        }
        guard !accessPoints.contains(link.bssid) else { return }
        accessPoints = accessPoints.suffix(Self.accessPointLimit - 1) + [link.bssid]
    }
}

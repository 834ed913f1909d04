// SPDX-License-Identifier: Apache-2.0

/// One app's access to one accessory: who granted it, when, and until when.
package struct AccessRecord: Hashable, Sendable, Codable {
    /// The origin of a grant.
    package enum Origin: String, Hashable, Sendable, Codable, CaseIterable {
        /// A person chose it.
        case picker
        /// A file in `provision.d` granted it.
        case plan
        /// The app had set it up by other means before.
        case migration
        case administrator
    }

    /// Identifies a record: an app has one for each accessory and user.
    package struct Key: Hashable, Sendable {
        package var app: String
        package var uid: UInt32?
        package var accessory: Accessory.ID

        package init(app: String, uid: UInt32?, accessory: Accessory.ID) {
            self.app = app
            self.uid = uid
            self.accessory = accessory
        }
    }

    package var app: String
    /// The uid that the grant is for; nil if it is for the app under any uid.
    package var uid: UInt32?
    /// The app's proof at the time of the grant; a caller with a weaker proof gets no access. Nil if the app was absent
    /// at the grant: then any of the manifest's proofs will do.
    package var proof: Proof?
    package var accessory: Accessory
    /// The accessory's Bluetooth identity, if it has one. Apps never get it.
    package var bluetoothAddress: MACAddress?
    /// The Bluetooth side's name over the air when the person chose it. Apps never get it.
    package var bluetoothName: String?
    /// The security at the join, or the least one if the network has not been joined yet. Nothing weaker is joined
    /// before a person, or an administrator's new grant, accepts it.
    package var security: Security?
    /// The access points of the joins, the latest last.
    package var accessPoints: [MACAddress]
    /// MHz; the channel on which the accessory was last seen. The next search begins there.
    package var frequency: Int?
    /// The search names the SSID, because the access point may not broadcast it.
    package var isHidden: Bool
    package var origin: Origin
    /// The author, for people: `uid 1000 at the picker`.
    package var grantedBy: String
    package var granted: Timestamp
    package var expires: Timestamp?
    /// The app's manifest is missing: until it is there again, the app has no access. Not stored.
    package var isSuspended = false

    package init(
        app: String, uid: UInt32?, proof: Proof? = nil, accessory: Accessory, bluetoothAddress: MACAddress? = nil,
        bluetoothName: String? = nil, security: Security?, accessPoints: [MACAddress] = [], frequency: Int?,
        isHidden: Bool, origin: Origin,
        grantedBy: String, granted: Timestamp, expires: Timestamp? = nil
    ) {
        self.app = app
        self.uid = uid
        self.proof = proof
        self.accessory = accessory
        self.bluetoothAddress = bluetoothAddress
        self.bluetoothName = bluetoothName
        self.security = security
        self.accessPoints = accessPoints
        self.frequency = frequency
        self.isHidden = isHidden
        self.origin = origin
        self.grantedBy = grantedBy
        self.granted = granted
        self.expires = expires
    }

    package var key: Key { Key(app: app, uid: uid, accessory: accessory.id) }

    /// Its title for people: its SSID, which they see on the device, else its name.
    package var title: String { accessory.ssid?.description ?? accessory.displayName }

    /// Whether it grants access at this moment.
    package func isValid(at now: Timestamp) -> Bool { accessory.state == .authorized && !hasExpired(at: now) }

    package func hasExpired(at now: Timestamp) -> Bool { expires.map { $0 <= now } ?? false }

    /// The number of access points that a record remembers.
    package static let accessPointLimit = 8

    /// Takes the proof of a join. A key raises the expected security from now on; without one, anybody could have posed
    /// as it.
    package mutating func note(_ link: Link) {
        if let security = link.security, security.key == .passphrase {
            self.security = ExpectedSecurity.remembering(security, after: self.security)
        }
        guard !accessPoints.contains(link.bssid) else { return }
        accessPoints = accessPoints.suffix(Self.accessPointLimit - 1) + [link.bssid]
    }
}

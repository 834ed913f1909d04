// SPDX-License-Identifier: Apache-2.0

/// One change of an app's access to an accessory, as it is kept for good.
package struct HistoryEntry: Hashable, Sendable, Codable {
    package enum Action: String, Hashable, Sendable, Codable, CaseIterable {
        case granted
        /// Granted to one more app for an accessory that was known already.
        case shared
        /// Granted anew to an app that had it.
        case renewed
        case switchedOff
        case switchedOn
        case renamed
        /// A person gave the accessory a picture, or removed that picture.
        case pictured
        case expired
        case revoked
        /// Given up by the app itself.
        case removed
        /// The app's manifest is gone.
        case uninstalled
        case hotspotApplied
        case hotspotRemoved
        case hotspotExpired
        /// A join was refused, because the network's security was weaker than expected.
        case securityChanged
        /// A hotspot was joined; `why` has whether it was fenced.
        case hotspotJoined
        /// The app got the credentials of this machine's own network.
        case uplinkGiven
        /// This machine and the accessory have bonded.
        case bonded
        /// The bond is gone.
        case unbonded

        /// An app can do it as often as it likes, without a person, and nobody's access depends on it.
        package var isChatter: Bool {
            switch self {
            case .renamed, .hotspotJoined, .hotspotApplied, .hotspotRemoved, .hotspotExpired, .bonded, .unbonded: true
            case .granted, .shared, .renewed, .switchedOff, .switchedOn, .pictured, .expired, .revoked, .removed,
                .uninstalled, .securityChanged, .uplinkGiven:
                false
            }
        }
    }

    /// Counts up from 1.
    package var id: Int64
    package var time: Timestamp
    package var action: Action
    package var app: String
    /// The uid of the app's user; nil for any.
    package var uid: UInt32?
    /// Nil for a hotspot configuration and for the machine's own network.
    package var accessory: Accessory.ID?
    /// The accessory's name, or the configuration's or the machine's own network's SSID, at that time.
    package var name: String
    /// The author: `uid 1000 (kiosk), unit camera.service`.
    package var who: String
    /// The app's proof, if the app took part.
    package var proof: Proof?
    /// For people: `chosen at the picker`, `its lifetime of 30 days is over`.
    package var why: String

    package init(
        id: Int64 = 0, time: Timestamp, action: Action, app: String, uid: UInt32?, accessory: Accessory.ID?,
        name: String,
        who: String, proof: Proof?, why: String
    ) {
        self.id = id
        self.time = time
        self.action = action
        self.app = app
        self.uid = uid
        self.accessory = accessory
        self.name = name
        self.who = who
        self.proof = proof
        self.why = why
    }
}

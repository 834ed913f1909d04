// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface

/// The state of an access record at a moment, in people's words.
enum Standing: String, Hashable, Sendable {
    case authorized
    /// The second half of its set-up is missing.
    case awaiting
    case off
    case expired
    /// The app's manifest is missing.
    case suspended

    init(_ record: AccessRecord, at now: Timestamp) {
        if record.isSuspended {
            self = .suspended
        } else if record.hasExpired(at: now) {
            self = .expired
        } else {
            switch record.accessory.state {
            case .authorized: self = .authorized
            case .awaitingAuthorization: self = .awaiting
            case .unauthorized: self = .off
            }
        }
    }

    var colour: Colour {
        switch self {
        case .authorized: .green
        case .awaiting, .off, .suspended: .yellow
        case .expired: .red
        }
    }
}

extension View<AccessRecord> {
    static let records = View(
        title: "Access records",
        columns: [
            Column("APP", width: .name) { $0.app },
            Column("UID") { $0.uid.map { String($0) } },
            Column("SSID", width: .name) { $0.accessory.ssid?.description },
            Column("BSSID", isCommon: false) { $0.accessory.bssid?.description },
            Column("NAME", width: .name) { $0.accessory.displayName },
            Column("ACCESSORY", width: .name, isCommon: false) { $0.accessory.id },
            state,
            expires,
            Column("ORIGIN") { $0.origin.rawValue },
            Column("PROOF", width: .text) { $0.proof?.description },
            Column("SECURITY", isCommon: false) { $0.security?.title },
            Column("GRANTED", isCommon: false) { $0.granted.text },
            Column("GRANTED-BY", width: .text, isCommon: false) { $0.grantedBy },
        ])

    /// Each app's access to one accessory.
    static let shares = View(
        title: "Apps",
        columns: [
            Column("APP", width: .name) { $0.app },
            Column("UID") { $0.uid.map { String($0) } },
            state,
            expires,
            Column("ORIGIN") { $0.origin.rawValue },
            Column("PROOF", width: .text) { $0.proof?.description },
            Column("GRANTED") { $0.granted.text },
            Column("GRANTED-BY", width: .text) { $0.grantedBy },
        ])

    private static let state = Column("STATE", colour: { Standing($0, at: .now).colour }) {
        Standing($0, at: .now).rawValue
    }

    private static let expires = Column("EXPIRES") { $0.expires?.text }
}

extension View<AccessoryStatus> {
    static let accessories = View(
        title: "Accessories",
        columns: [
            Column("ID", width: .name, isCommon: false) { $0.accessory.id },
            Column("NAME", width: .name) { $0.accessory.displayName },
            Column("SSID", width: .name) { $0.accessory.ssid?.description },
            // An accessory without Wi-Fi has no other name over the air.
            Column("BLUETOOTH-NAME", width: .name) { $0.first(\.bluetoothName) },
            Column("ADDRESS") { $0.location.flatMap { $0.isOnline ? $0.address.description : nil } },
            Column("APPS", width: .text, colour: { $0.colour(at: .now) }) { $0.apps(at: .now) },
            Column("HOST", width: .name, isCommon: false) { $0.location?.host },
            Column("PAGE", width: .name, isCommon: false) { $0.location?.page?.text },
            Column("LAST-SEEN", isCommon: false) { $0.location?.lastSeen.text },
            Column("IMAGE", isCommon: false) { $0.accessory.image },
            Column("BSSID", isCommon: false) { $0.accessory.bssid?.description },
            Column("BLUETOOTH", isCommon: false) { $0.first(\.bluetoothAddress)?.description },
            Column("SECURITY", isCommon: false) { $0.first(\.security)?.title },
            Column("FREQ", isCommon: false) { $0.first(\.frequency).map { "\($0) MHz" } },
            Column("HIDDEN", isCommon: false) { $0.records.contains(where: \.isHidden) ? "yes" : "no" },
            Column("GRANTED", isCommon: false) { $0.records.map(\.granted).min()?.text },
        ])
}

extension View<AccessoryStatus> {
    /// Where it is on the home network; the address is the last one if it is away.
    static let locations = View(
        title: "Locations",
        columns: [
            Column("NAME", width: .name) { $0.accessory.displayName },
            Column("STATE", colour: { $0.presence.colour }) { $0.presence.rawValue },
            Column("ADDRESS") { $0.location?.address.description },
            Column("HOST", width: .name) { $0.location?.host },
            Column("PAGE", width: .name) { $0.location?.page?.text },
            Column("LAST-SEEN") { $0.location?.lastSeen.text },
            Column("EVIDENCE", isCommon: false) { $0.location?.evidence.rawValue },
        ])
}

/// An accessory on the home network, in people's words.
enum Presence: String, Hashable, Sendable {
    case online
    /// It is only likely that it is the accessory.
    case likely
    /// It was there before.
    case away
    case unknown

    var colour: Colour {
        switch self {
        case .online: .green
        case .likely: .yellow
        case .away, .unknown: .red
        }
    }
}

extension AccessoryStatus {
    var presence: Presence {
        guard let location else { return .unknown }
        guard location.isOnline else { return .away }
        return location.isConfirmed ? .online : .likely
    }
}

extension AccessoryStatus {
    /// The apps that have it, with the reason why one may not use it: `org.example.camera, org.example.viewer (off)`.
    fileprivate func apps(at now: Timestamp) -> String {
        records.map { record in
            let standing = Standing(record, at: now)
            let notes =
                (record.uid.map { ["uid \($0)"] } ?? []) + (standing == .authorized ? [] : [standing.rawValue])
            return notes.isEmpty ? record.app : "\(record.app) (\(notes.joined(separator: ", ")))"
        }.joined(separator: ", ")
    }

    /// The worst state among the apps: red if none may use it, yellow if some may not.
    fileprivate func colour(at now: Timestamp) -> Colour? {
        let standings = Set(records.map { Standing($0, at: now) })
        if standings == [.authorized] { return nil }
        return standings.contains(.authorized) ? .yellow : .red
    }

    /// The first value that a record has.
    fileprivate func first<Value>(_ path: KeyPath<AccessRecord, Value?>) -> Value? {
        records.lazy.compactMap { $0[keyPath: path] }.first
    }
}

extension View<HistoryEntry> {
    static let history = View(
        title: "History",
        columns: [
            Column("ID", width: .name, isCommon: false) { String($0.id) },
            Column("TIME") { $0.time.text },
            Column("ACTION", colour: { $0.action.colour }) { $0.action.rawValue },
            Column("APP", width: .name) { $0.app },
            Column("UID", isCommon: false) { $0.uid.map { String($0) } },
            Column("NAME", width: .name) { $0.name },
            Column("ACCESSORY", width: .name, isCommon: false) { $0.accessory },
            Column("WHO", width: .text) { $0.who },
            Column("PROOF", width: .text) { $0.proof?.description },
            Column("WHY", width: .text) { $0.why },
        ])
}

extension HistoryEntry.Action {
    fileprivate var colour: Colour? {
        switch self {
        case .granted, .shared, .renewed, .switchedOn, .hotspotApplied, .hotspotJoined: .green
        case .switchedOff, .securityChanged, .uplinkGiven, .bonded, .unbonded: .yellow
        case .expired, .revoked, .removed, .uninstalled, .hotspotRemoved, .hotspotExpired: .red
        case .renamed, .pictured: nil
        }
    }
}

extension View<HotspotStatus> {
    /// - Parameter secrets: passphrases are among the common columns.
    static func hotspots(secrets: Bool) -> View {
        View(
            title: "Hotspot configurations",
            columns: [
                Column("APP", width: .name) { $0.hotspot.app },
                Column("UID", isCommon: false) { String($0.hotspot.uid) },
                Column("SSID", width: .name) { $0.hotspot.ssid?.description },
                Column("SSID-PREFIX", width: .name) { $0.hotspot.ssidPrefix?.description },
                Column("PASSPHRASE", isCommon: secrets) {
                    $0.passphrase ?? ($0.hotspot.isProtected ? "<hidden>" : nil)
                },
                Column("PROTECTED", isCommon: !secrets) { $0.hotspot.isProtected ? "yes" : "no" },
                Column("HIDDEN", isCommon: false) { $0.hotspot.isHidden ? "yes" : "no" },
                Column("ONCE") { $0.hotspot.joinOnce ? "yes" : "no" },
                Column("APPLIED", isCommon: false) { $0.hotspot.applied.text },
                Column("EXPIRES") { $0.hotspot.expires?.text },
            ])
    }
}

// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// All access records, held in memory so that asking costs one look-up. What is not here is not allowed.
package struct Records: Sendable {
    private var byApp: [String: [Accessory.ID: AccessRecord]] = [:]
    private var bySSID: [String: [SSID: Set<Accessory.ID>]] = [:]

    package init(_ records: [AccessRecord] = []) {
        for record in records { insert(record) }
    }

    package var count: Int { byApp.values.reduce(0) { $0 + $1.count } }

    package mutating func insert(_ record: AccessRecord) {
        remove(app: record.app, accessory: record.accessory.id)
        byApp[record.app, default: [:]][record.accessory.id] = record
        if let ssid = record.accessory.ssid {
            bySSID[record.app, default: [:]][ssid, default: []].insert(record.accessory.id)
        }
    }

    package mutating func remove(app: String, accessory: Accessory.ID) {
        guard let record = byApp[app]?.removeValue(forKey: accessory), let ssid = record.accessory.ssid else { return }
        bySSID[app]?[ssid]?.remove(accessory)
    }

    /// All records, or one app's, in the order they were granted.
    package func all(of app: String? = nil) -> [AccessRecord] {
        let records = app.map { Array((byApp[$0] ?? [:]).values) } ?? byApp.values.flatMap(\.values)
        return records.sorted { ($0.granted, $0.app, $0.accessory.id) < ($1.granted, $1.app, $1.accessory.id) }
    }

    package func record(app: String, accessory: Accessory.ID) -> AccessRecord? { byApp[app]?[accessory] }

    /// The app's records for an SSID: two devices may share one.
    package func records(app: String, ssid: SSID) -> [AccessRecord] {
        let accessories = bySSID[app]?[ssid] ?? []
        return accessories.sorted().compactMap { byApp[app]?[$0] }
    }

    /// The identifier under which any app knows this access point, so that one device stays one accessory.
    package func accessory(ssid: SSID, bssid: MACAddress?) -> Accessory.ID? {
        byApp.values.lazy.flatMap(\.values)
            .first { $0.accessory.ssid == ssid && $0.accessory.bssid == bssid }?.accessory.id
    }

    /// True when the record allows what it is about at this moment.
    package static func allows(_ record: AccessRecord, at now: Timestamp) -> Bool {
        record.accessory.state == .authorized && record.expires.map { now < $0 } ?? true
    }
}

// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// All access records, held in memory so that a question costs one look-up, however many there are. Without a record
/// there is no access.
package struct Records: Sendable {
    private struct AccessPoint: Hashable {
        let ssid: SSID
        let bssid: MACAddress?
    }

    /// One app's records and their indices.
    private struct Shelf {
        var byAccessory: [Accessory.ID: [AccessRecord]] = [:]
        var bySSID: [SSID: Set<Accessory.ID>] = [:]
        var byBluetooth: [String: Accessory.ID] = [:]
    }

    private var byApp: [String: Shelf] = [:]
    private var byAccessory: [Accessory.ID: Set<AccessRecord.Key>] = [:]
    private var byAccessPoint: [AccessPoint: [Accessory.ID]] = [:]
    private var bySSID: [SSID: Set<Accessory.ID>] = [:]
    private var byBluetooth: [MACAddress: Accessory.ID] = [:]
    private var expiring: Set<AccessRecord.Key> = []
    package private(set) var count = 0

    package init(_ records: [AccessRecord] = []) {
        for record in records { insert(record) }
    }

    package mutating func insert(_ record: AccessRecord) {
        remove(record.key)
        let id = record.accessory.id
        byApp[record.app, default: Shelf()].byAccessory[id, default: []].append(record)
        if let ssid = record.accessory.ssid {
            byApp[record.app]?.bySSID[ssid, default: []].insert(id)
            let point = AccessPoint(ssid: ssid, bssid: record.accessory.bssid)
            if byAccessPoint[point]?.contains(id) != true { byAccessPoint[point, default: []].append(id) }
            bySSID[ssid, default: []].insert(id)
        }
        if let bluetooth = record.accessory.bluetoothIdentifier { byApp[record.app]?.byBluetooth[bluetooth] = id }
        if let address = record.bluetoothAddress { byBluetooth[address] = id }
        byAccessory[id, default: []].insert(record.key)
        if record.expires != nil { expiring.insert(record.key) }
        count += 1
    }

    package mutating func remove(_ key: AccessRecord.Key) {
        guard let record = self[key] else { return }
        count -= 1
        expiring.remove(key)
        byApp[key.app]?.byAccessory[key.accessory]?.removeAll { $0.uid == key.uid }
        byAccessory[key.accessory]?.remove(key)
        if let bluetooth = record.accessory.bluetoothIdentifier { byApp[key.app]?.byBluetooth[bluetooth] = nil }
        if byApp[key.app]?.byAccessory[key.accessory]?.isEmpty == true {
            byApp[key.app]?.byAccessory[key.accessory] = nil
            if let ssid = record.accessory.ssid { byApp[key.app]?.bySSID[ssid]?.remove(key.accessory) }
        }
        if let ssid = record.accessory.ssid {
            let isStillThere = records(of: key.accessory).contains { $0.accessory.bssid == record.accessory.bssid }
            let point = AccessPoint(ssid: ssid, bssid: record.accessory.bssid)
            if !isStillThere { byAccessPoint[point]?.removeAll { $0 == key.accessory } }
        }
        if let address = record.bluetoothAddress, byBluetooth[address] == key.accessory,
            !records(of: key.accessory).contains(where: { $0.bluetoothAddress == address })
        {
            byBluetooth[address] = nil
        }
        guard byAccessory[key.accessory]?.isEmpty == true else { return }
        byAccessory[key.accessory] = nil
        if let ssid = record.accessory.ssid { bySSID[ssid]?.remove(key.accessory) }
    }

    package subscript(key: AccessRecord.Key) -> AccessRecord? {
        byApp[key.app]?.byAccessory[key.accessory]?.first { $0.uid == key.uid }
    }

    // MARK: Of an app

    /// All records, or one app's, in the order they were granted.
    package func all(of app: String? = nil) -> [AccessRecord] {
        let shelves = app.map { [byApp[$0]].compactMap { $0 } } ?? Array(byApp.values)
        return Self.inOrder(shelves.flatMap { $0.byAccessory.values.joined() })
    }

    package func records(app: String, accessory: Accessory.ID) -> [AccessRecord] {
        byApp[app]?.byAccessory[accessory] ?? []
    }

    /// The app's records for an SSID: two devices may share one.
    package func records(app: String, ssid: SSID) -> [AccessRecord] {
        guard let shelf = byApp[app] else { return [] }
        return (shelf.bySSID[ssid] ?? []).sorted().flatMap { shelf.byAccessory[$0] ?? [] }
    }

    /// The app's records for its identifier of a Bluetooth device.
    package func records(app: String, bluetooth: String) -> [AccessRecord] {
        guard let shelf = byApp[app], let id = shelf.byBluetooth[bluetooth] else { return [] }
        return shelf.byAccessory[id]?.filter { $0.accessory.bluetoothIdentifier == bluetooth } ?? []
    }

    // MARK: Of an accessory

    /// The records of an accessory for all apps; the first decides its name and picture.
    package func records(of accessory: Accessory.ID) -> [AccessRecord] {
        Self.inOrder((byAccessory[accessory] ?? []).compactMap { self[$0] })
    }

    /// The accessory of this access point, under whatever app, so that one device stays one accessory. An accessory
    /// known without its access point is any that has its SSID. A caller that names no access point gets the only
    /// accessory of the SSID.
    package func accessory(ssid: SSID, bssid: MACAddress?) -> Accessory? {
        let id =
            byAccessPoint[AccessPoint(ssid: ssid, bssid: bssid)]?.first
            ?? (bssid == nil ? onlyAccessory(ssid: ssid) : byAccessPoint[AccessPoint(ssid: ssid, bssid: nil)]?.first)
        return id.flatMap { records(of: $0).first?.accessory }
    }

    /// The accessory with this Bluetooth address, under whatever app.
    package func accessory(bluetooth address: MACAddress) -> Accessory? {
        byBluetooth[address].flatMap { records(of: $0).first?.accessory }
    }

    /// The least security for a network of this SSID, from the joins of every accessory that has it, under whatever app.
    /// Another access point of the name with less is as likely a twin as another device.
    package func expectedSecurity(of ssid: SSID) -> ExpectedSecurity {
        (bySSID[ssid] ?? []).flatMap { records(of: $0) }.filter { $0.accessory.ssid == ssid }.compactMap(\.security)
            .reduce(ExpectedSecurity(.open)) { $0.raised(to: $1) }
    }

    /// The same of all SSIDs that may have too little.
    package var expectedSecurities: [SSID: ExpectedSecurity] {
        Dictionary(uniqueKeysWithValues: bySSID.keys.map { ($0, expectedSecurity(of: $0)) })
            .filter { $0.value.least != .open }
    }

    private func onlyAccessory(ssid: SSID) -> Accessory.ID? {
        guard let all = bySSID[ssid], all.count == 1 else { return nil }
        return all.first
    }

    /// Every accessory with the apps' records of it, in the order of their first grants.
    package func accessories() -> [[AccessRecord]] {
        byAccessory.keys.map(records(of:)).sorted { left, right in
            guard let left = left.first, let right = right.first else { return false }
            return (left.granted, left.accessory.id) < (right.granted, right.accessory.id)
        }
    }

    private static func inOrder(_ records: [AccessRecord]) -> [AccessRecord] {
        records.sorted { ($0.granted, $0.app, $0.accessory.id) < ($1.granted, $1.app, $1.accessory.id) }
    }

    // MARK: Time

    /// Records whose time is over and whose state is still authorized.
    package func expired(at now: Timestamp) -> [AccessRecord] {
        Self.inOrder(
            expiring.compactMap { self[$0] }.filter { $0.accessory.state == .authorized && $0.hasExpired(at: now) })
    }

    /// When the next one expires.
    package var nextExpiry: Timestamp? {
        expiring.compactMap { self[$0] }.filter { $0.accessory.state == .authorized }.compactMap(\.expires).min()
    }
}

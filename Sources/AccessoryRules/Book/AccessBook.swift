// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// What the agent keeps about accessories: the apps' records and hotspot configurations, and what goes with an accessory's
/// last record. It answers an order with the changes to write, and changes nothing until it gets them back by `apply`.
package struct AccessBook: Sendable {
    package private(set) var records: Records
    package private(set) var hotspots: Hotspots
    /// Where the accessories of the records are on the home network.
    package private(set) var places: [Accessory.ID: Whereabouts]
    /// By what they are found there.
    package private(set) var identities: [Accessory.ID: ExpectedIdentity]
    /// The home networks that they have.
    package private(set) var residences: [Accessory.ID: Residence]
    /// What persons gave them in the place of the apps' pictures.
    package private(set) var ownPictures: [Accessory.ID: OwnPicture]
    /// Makes identifiers of accessories and of their Bluetooth sides.
    let makeID: @Sendable () -> String

    package init(
        _ records: [AccessRecord] = [], hotspots: [HotspotConfiguration] = [],
        places: [Accessory.ID: Whereabouts] = [:], identities: [Accessory.ID: ExpectedIdentity] = [:],
        residences: [Accessory.ID: Residence] = [:],
        ownPictures: [Accessory.ID: OwnPicture] = [:], makeID: @escaping @Sendable () -> String
    ) {
        self.records = Records(records)
        self.hotspots = Hotspots(hotspots)
        self.places = places
        self.identities = identities
        self.residences = residences
        self.ownPictures = ownPictures
        self.makeID = makeID
    }

    /// Makes changes that are on the disk, or that take access away.
    package mutating func apply(_ changes: [Change]) {
        for change in changes {
            switch change {
            case .put(let record, _): records.insert(record)
            case .remove(let key): remove(key)
            case .apply(let hotspot, _): hotspots.insert(hotspot)
            case .withdraw(let hotspot): hotspots.remove(hotspot)
            case .identify(let accessory, let identity): identities[accessory] = identity
            case .reside(let accessory, let residence): residences[accessory] = residence
            case .keepOwn(let picture, _, let accessory): ownPictures[accessory] = picture
            case .dropOwn(let accessory): ownPictures[accessory] = nil
            case .keep, .dropSecret, .note, .locate, .owe, .settle, .mark, .miss, .findAgain, .remember: break
            }
        }
    }

    private mutating func remove(_ key: AccessRecord.Key) {
        records.remove(key)
        guard records.records(of: key.accessory).isEmpty else { return }
        places[key.accessory] = nil
        identities[key.accessory] = nil
        residences[key.accessory] = nil
        ownPictures[key.accessory] = nil
    }

    /// Takes a hint that is kept in memory; the next grant writes it.
    package mutating func remember(_ record: AccessRecord) { records.insert(record) }

    // MARK: Changes

    /// Writes changed records, each with its line of history.
    package func changing(
        _ changed: [AccessRecord], _ action: HistoryEntry.Action, _ cause: Cause, at now: Timestamp
    ) -> [Change] {
        changed.flatMap { [.put($0, nil), .note(cause.entry(action, $0, at: now))] }
    }

    /// Gives all records of an accessory another name; with an SSID, its network has another one, too.
    package func renamed(_ records: [AccessRecord], to name: String, ssid: SSID?) -> [AccessRecord] {
        records.map { record in
            var record = record
            record.accessory.displayName = name
            if let ssid { record.accessory.ssid = ssid }
            return record
        }
    }

    /// Replaces the descriptor in an app's own records; a whole SSID becomes the accessory's, in every app's.
    package func widened(
        _ own: [AccessRecord.Key], of accessory: Accessory.ID, to descriptor: Descriptor
    ) -> [AccessRecord] {
        records.records(of: accessory).filter { own.contains($0.key) || descriptor.ssid != nil }.map { record in
            var record = record
            if own.contains(record.key) { record.accessory.descriptor = descriptor }
            if let ssid = descriptor.ssid { record.accessory.ssid = ssid }
            return record
        }
    }

    // MARK: The home network

    /// Takes the result of a look for one accessory. Without a record of it nobody may know its place, so nothing is kept.
    package mutating func note(_ event: Whereabouts.Event, of accessory: Accessory.ID) -> [Whereabouts.Effect] {
        guard !records.records(of: accessory).isEmpty else { return [] }
        return places[accessory, default: Whereabouts()].receive(event)
    }

    /// By what an accessory that has the home network will be found there.
    package func identifying(_ accessory: Accessory.ID, as identity: ExpectedIdentity) -> [Change] {
        guard !records.records(of: accessory).isEmpty, identities[accessory] != identity else { return [] }
        return [.identify(accessory, identity)]
    }

    /// Changes which home network an accessory has, or is to have.
    package func residing(
        _ accessory: Accessory.ID, _ change: (inout Residence) -> Void
    ) -> [Change] {
        guard !records.records(of: accessory).isEmpty else { return [] }
        let before = residences[accessory]
        var residence = before ?? Residence()
        change(&residence)
        return residence == before ? [] : [.reside(accessory, residence)]
    }

    /// The record of an accessory that no app owns.
    package func onboarded(_ accessory: Accessory.ID) -> AccessRecord? {
        records[AccessRecord.Key(app: OnboardOrder.app, uid: nil, accessory: accessory)]
    }

    /// The accessory with this Bluetooth side that no app owns.
    package func onboarded(over address: MACAddress) -> Accessory? {
        records.all(of: OnboardOrder.app).first { $0.bluetoothAddress == address }?.accessory
    }

    /// From the hand-over on, it stays: the accessory is likely at home, whoever is killed now.
    package func keepingForGood(_ accessory: Accessory.ID) -> [Change] {
        guard var own = onboarded(accessory), own.expires != nil else { return [] }
        own.expires = nil
        return [.put(own, nil)]
    }

    /// Those whose way was broken off before they were handed the network.
    package var unfinished: [Accessory] {
        records.all(of: OnboardOrder.app).filter { $0.expires != nil }.map(\.accessory)
    }

    // MARK: Ends

    /// Removes records, and owes the bonds of accessories that no app has afterwards.
    package func ending(
        _ ended: [AccessRecord], _ action: HistoryEntry.Action, _ cause: Cause, at now: Timestamp
    ) -> [Change] {
        ended.flatMap { [.remove($0.key), .note(cause.entry(action, $0, at: now))] } + partings(after: ended)
    }

    private func partings(after ended: [AccessRecord]) -> [Change] {
        let gone = Set(ended.map(\.key))
        return ended.compactMap { record in
            guard let bond = record.bluetoothAddress,
                records.records(of: record.accessory.id).allSatisfy({ gone.contains($0.key) })
            else { return nil }
            return .owe(bond: bond)
        }
    }

    /// What goes with an app whose manifest is gone, beside its records.
    package func uninstalling(_ app: String, _ cause: Cause, at now: Timestamp) -> [Change] {
        [.findAgain(app: app)]
            + hotspots.all(of: app).flatMap { [.withdraw($0), .note(cause.entry(.uninstalled, $0, at: now))] }
    }

    /// The records whose time is over, switched off.
    package func expired(at now: Timestamp) -> [AccessRecord] {
        records.expired(at: now).map { record in
            var record = record
            record.accessory.state = .unauthorized
            return record
        }
    }

    /// When the next record or configuration expires.
    package var nextExpiry: Timestamp? { [records.nextExpiry, hotspots.nextExpiry].compactMap { $0 }.min() }
}

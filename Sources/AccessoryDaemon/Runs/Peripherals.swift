// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface

/// What apps do with their accessories over Bluetooth. Everything rests on a record, and ends with it.
struct Peripherals: Sendable {
    typealias ID = Int

    /// The app whose accessory it is, under its own user.
    struct Holder: Hashable, Sendable {
        let app: String
        let uid: UInt32?
        let accessory: Accessory.ID

        init(_ claimant: Claimant, _ accessory: Accessory.ID) {
            (app, uid, self.accessory) = (claimant.app, claimant.uid, accessory)
        }
    }

    /// One use of an accessory, which ends with the access.
    struct Use: Sendable {
        let id: ID
        let address: MACAddress
        /// The accessory's name for people.
        let title: String
        let ended: AsyncStream<AccessoryError>
    }

    private struct Entry {
        let holder: Holder
        let record: AccessRecord.Key
        let isLink: Bool
        var isConnected = false
        let end: AsyncStream<AccessoryError>.Continuation
    }

    private struct Monitor {
        let claimant: Claimant
        let news: AsyncStream<BluetoothPeripherals>.Continuation
        var latest: BluetoothPeripherals?
    }

    private var uses: [ID: Entry] = [:]
    private var monitors: [Sessions.ID: Monitor] = [:]
    private var next = 1
    /// A monitor may have something to report. `report` follows.
    private(set) var hasNews = false

    /// Begins a link, or the use of one that the app holds. `end` must follow.
    mutating func begin(
        _ accessory: Accessory.ID, by claimant: Claimant, isLink: Bool, _ access: Access
    ) throws(AccessoryError) -> Use {
        let (side, record) = try access.side(of: accessory, for: claimant)
        let (holder, title) = (Holder(claimant, accessory), side.accessory.displayName)
        guard isLink || isConnected(holder) else {
            throw AccessoryError(
                .notConnected,
                "\(claimant.app) holds no link to '\(title)'; call Connect, and wait until it is connected")
        }
        let links = uses.values.count { $0.isLink && $0.holder.app == holder.app && $0.holder.uid == holder.uid }
        guard !isLink || links < Limits.linksPerApp else {
            throw AccessoryError(
                .busy, "\(holder.app) holds \(Limits.linksPerApp) links over Bluetooth, which is the limit; end one")
        }
        let (ended, end) = AsyncStream<AccessoryError>.makeStream()
        defer { next += 1 }
        uses[next] = Entry(holder: holder, record: record, isLink: isLink, end: end)
        return Use(id: next, address: side.address, title: title, ended: ended)
    }

    mutating func connected(_ use: Use) {
        uses[use.id]?.isConnected = true
        hasNews = true
    }

    mutating func end(_ use: Use) {
        let entry = uses.removeValue(forKey: use.id)
        entry?.end.finish()
        if entry?.isLink == true { hasNews = true }
    }

    func isConnected(_ holder: Holder) -> Bool { uses.values.contains { $0.holder == holder && $0.isConnected } }

    /// Whether the app is connected to it, as whichever user if the claimant is none.
    func isConnected(_ accessory: Accessory.ID, by claimant: Claimant) -> Bool {
        let holders = uses.values.filter(\.isConnected).map(\.holder)
        return holders.contains {
            $0.accessory == accessory && $0.app == claimant.app && (claimant.uid == nil || $0.uid == claimant.uid)
        }
    }

    /// The access is over.
    func end(on record: AccessRecord.Key, _ error: AccessoryError) {
        for use in uses.values where use.record == record { use.end.yield(error) }
    }

    // MARK: Monitors

    mutating func monitor(_ id: Sessions.ID, _ claimant: Claimant) -> AsyncStream<BluetoothPeripherals> {
        let (stream, news) = AsyncStream<BluetoothPeripherals>.makeStream(bufferingPolicy: .bufferingNewest(1))
        monitors.updateValue(Monitor(claimant: claimant, news: news), forKey: id)?.news.finish()
        hasNews = true
        return stream
    }

    /// Notifies every monitor for which something has changed.
    mutating func report(_ access: Access, _ unavailability: BluetoothUnavailability?) {
        hasNews = false
        for (id, monitor) in monitors {
            let latest = seen(by: monitor.claimant, access, unavailability)
            guard latest != monitor.latest else { continue }
            monitors[id]?.latest = latest
            monitor.news.yield(latest)
        }
    }

    /// What an app sees.
    private func seen(by claimant: Claimant, _ access: Access, _ unavailability: BluetoothUnavailability?)
        -> BluetoothPeripherals
    {
        let own = access.sides(of: claimant)
        return BluetoothPeripherals(
            state: own.isEmpty ? .unauthorized : BluetoothPeripherals.State(unavailability),
            peripherals: own.compactMap { accessory, _ in
                guard let identifier = accessory.bluetoothIdentifier else { return nil }
                return BluetoothPeripheral(
                    accessory: accessory.id, identifier: identifier, name: accessory.displayName,
                    services: (accessory.descriptor?.bluetooth?.service).map { [$0.text] } ?? [],
                    isConnected: isConnected(Holder(claimant, accessory.id)))
            })
    }

    mutating func closed(_ id: Sessions.ID) { monitors.removeValue(forKey: id)?.news.finish() }
}

extension BluetoothPeripherals.State {
    init(_ why: BluetoothUnavailability?) {
        switch why {
        case nil: self = .poweredOn
        case .backendAway, .leftOut: self = .resetting
        case .switchedOff, .blocked: self = .poweredOff
        case .noRadio, .noLowEnergy, .refused: self = .unsupported
        }
    }
}

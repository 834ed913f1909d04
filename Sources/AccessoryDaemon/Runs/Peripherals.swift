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

    private struct Use {
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

    private var uses: [ID: Use] = [:]
    private var monitors: [Sessions.ID: Monitor] = [:]
    private var next = 1

    /// - Returns: the use's identifier, and a stream that has the reason when its access ends.
    mutating func begin(
        _ holder: Holder, on record: AccessRecord.Key, isLink: Bool
    ) throws(AccessoryError) -> (id: ID, ended: AsyncStream<AccessoryError>) {
        let links = uses.values.count { $0.isLink && $0.holder.app == holder.app && $0.holder.uid == holder.uid }
        guard !isLink || links < Limits.linksPerApp else {
            throw AccessoryError(
                .busy, "\(holder.app) holds \(Limits.linksPerApp) links over Bluetooth, which is the limit; end one")
        }
        let (ended, end) = AsyncStream<AccessoryError>.makeStream()
        defer { next += 1 }
        uses[next] = Use(holder: holder, record: record, isLink: isLink, end: end)
        return (next, ended)
    }

    mutating func connected(_ id: ID) { uses[id]?.isConnected = true }

    /// Returns whether it was a link.
    mutating func finish(_ id: ID) -> Bool {
        let use = uses.removeValue(forKey: id)
        use?.end.finish()
        return use?.isLink == true
    }

    func isConnected(_ holder: Holder) -> Bool { uses.values.contains { $0.holder == holder && $0.isConnected } }

    /// The access is over.
    func end(on record: AccessRecord.Key, _ error: AccessoryError) {
        for use in uses.values where use.record == record { use.end.yield(error) }
    }

    // MARK: Monitors

    mutating func monitor(_ id: Sessions.ID, _ claimant: Claimant) -> AsyncStream<BluetoothPeripherals> {
        let (stream, news) = AsyncStream<BluetoothPeripherals>.makeStream(bufferingPolicy: .bufferingNewest(1))
        monitors.updateValue(Monitor(claimant: claimant, news: news), forKey: id)?.news.finish()
        return stream
    }

    /// Notifies every monitor for which something has changed.
    mutating func changed(_ present: (Claimant) -> BluetoothPeripherals) {
        for (id, monitor) in monitors {
            let latest = present(monitor.claimant)
            guard latest != monitor.latest else { continue }
            monitors[id]?.latest = latest
            monitor.news.yield(latest)
        }
    }

    mutating func closed(_ id: Sessions.ID) { monitors.removeValue(forKey: id)?.news.finish() }
}

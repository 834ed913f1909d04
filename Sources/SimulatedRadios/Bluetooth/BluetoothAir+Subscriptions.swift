// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

extension BluetoothAir {
    /// One reader's subscription to a characteristic.
    struct Subscription: Sendable, Equatable {
        struct Sent: Sendable, Equatable {
            let value: [UInt8]
            let at: Duration
        }

        let connection: Connection
        let characteristic: Int
        /// The time when the device's latest own value was read, or when it had agreed.
        var latest: Duration
        /// The values that were written meanwhile.
        var sent: [Sent] = []
        /// How many values the device has sent by itself.
        var delivered = 0
    }

    mutating func subscribe(to handle: UInt16, of address: MACAddress, at now: Duration) -> Outcome<Int> {
        do throws(Loss) {
            let (link, attribute) = try place(handle, of: address, at: now)
            let time = try link.reaches(now + timing.read * link.pace)
            guard case .characteristic(let index) = attribute,
                !devices[link.device].characteristics[index].properties.isDisjoint(with: [.notify, .indicate])
            else { throw notSupported(address, handle, at: time) }
            lastSubscription += 1
            subscriptions[lastSubscription] = Subscription(
                connection: link, characteristic: index, latest: time)
            return Outcome(at: time, result: .success(lastSubscription))
        } catch {
            return Outcome(at: error.at, result: .failure(error.failure))
        }
    }

    /// Sends a value to everybody who has subscribed.
    mutating func notify(_ value: [UInt8], device: Int, characteristic: Int, at time: Duration) {
        for (number, subscription) in subscriptions
        where subscription.connection.device == device && subscription.characteristic == characteristic {
            subscriptions[number]?.sent.append(Subscription.Sent(value: value, at: time))
        }
    }

    mutating func next(forSubscription number: Int, at now: Duration) throws(BluetoothFailure) -> Turn<[UInt8]> {
        guard var subscription = subscriptions[number] else { return .over }
        let own = devices[subscription.connection.device].characteristics[subscription.characteristic]
        // A value that the device sends by itself begins with its number, so that a reader sees whether one is missing.
        // It sends the next one only after the last one was read, so that a slow machine gets them all.
        let due = own.interval.map { subscription.latest + $0 }
        guard subscription.sent.count <= GATTLimits.waitingValues else {
            throw BluetoothFailure(.tooSlow, "the values of the characteristic were read too slowly")
        }
        let times = [due, subscription.sent.first?.at, subscription.connection.loss?.at].compactMap(\.self)
        guard let first = times.min() else { return .wait(until: nil) }
        guard first <= now else { return .wait(until: first) }
        if let loss = subscription.connection.loss, loss.at == first { throw loss.failure }
        defer { subscriptions[number] = subscription }
        if due == first {
            let count = UInt32(truncatingIfNeeded: subscription.delivered)
            subscription.delivered += 1
            subscription.latest = now
            let counted = withUnsafeBytes(of: count.littleEndian) { Array($0) }
            return .now(counted + own.value.dropFirst(counted.count))
        }
        return .now(subscription.sent.removeFirst().value)
    }
}

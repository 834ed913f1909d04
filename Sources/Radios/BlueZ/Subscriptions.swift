// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// The readers of characteristics' values. All readers of one share bluetoothd's subscription.
struct Subscriptions {
    typealias Stream = AsyncThrowingStream<GATTValues, any Error>

    struct Reader {
        let values = GATTValues()
        /// Notifies the reader of values that wait, and of the end.
        let bell: Stream.Continuation

        static func made() -> (Stream, Reader) {
            let (stream, bell) = Stream.makeStream(bufferingPolicy: .bufferingNewest(1))
            return (stream, Reader(bell: bell))
        }

        func take(_ value: [UInt8]) {
            switch values.add(value) {
            case .isFirst: bell.yield(values)
            case .waits: break
            case .isTooMuch:
                // It leaves as every reader does.
                bell.finish(
                    throwing: BluetoothFailure(
                        .tooSlow, "\(GATTLimits.waitingValues) values wait, because they are read too slowly"))
            }
        }
    }

    private struct Subscription {
        var signals: DirectBus.Subscription?
        var readers: [Int: Reader] = [:]
        /// The values that came while a read of ours is under way.
        var held: [[UInt8]]?
    }

    /// What was read is among the latest values.
    static let mostHeld = 64

    private var all: [String: Subscription] = [:]
    private var last = 0

    /// - Parameters:
    ///   - isRead: a read of ours is under way.
    ///   - signals: begins to receive the characteristic's signals; called for the first reader.
    mutating func add(_ reader: Reader, to path: String, isRead: Bool, signals: () -> DirectBus.Subscription?) -> Int {
        last += 1
        if all[path] == nil { all[path] = Subscription(signals: signals(), held: isRead ? [] : nil) }
        all[path]?.readers[last] = reader
        return last
    }

    /// Returns whether it was the last one.
    mutating func remove(_ reader: Int, from path: String) -> Bool {
        guard all[path]?.readers.removeValue(forKey: reader) != nil, all[path]?.readers.isEmpty == true else {
            return false
        }
        all[path] = nil
        return true
    }

    /// Returns the paths of those that have ended.
    mutating func end(below device: String, _ failure: BluetoothFailure) -> [String] {
        let ended = all.filter { $0.key.hasPrefix(device + "/") }
        for (path, subscription) in ended {
            all[path] = nil
            for reader in subscription.readers.values { reader.bell.finish(throwing: failure) }
        }
        return Array(ended.keys)
    }

    // MARK: Values

    /// Takes a PropertiesChanged of a characteristic. Every notification sends one, also of an equal value, and none
    /// is left out (src/gatt-client.c of BlueZ 5.66, notify_cb). An empty value counts as invalidated (gdbus/object.c,
    /// process_property_changes).
    mutating func receive(_ arguments: [Variant], at path: String) {
        guard arguments.count == 3, case .dictionary(let properties) = arguments[1],
            case .list(_, let invalidated) = arguments[2]
        else { return }
        if case .bytes(let value) = properties["Value"] {
            take(value, at: path)
        } else if invalidated.contains(.string("Value")) {
            take([], at: path)
        }
    }

    private mutating func take(_ value: [UInt8], at path: String) {
        guard var held = all[path]?.held else { return deliver(value, at: path) }
        held.append(value)
        let oldest = held.count > Self.mostHeld ? held.removeFirst() : nil
        all[path]?.held = held
        if let oldest { deliver(oldest, at: path) }
    }

    private mutating func deliver(_ value: [UInt8], at path: String) {
        for reader in all[path]?.readers.values ?? [:].values { reader.take(value) }
    }

    /// bluetoothd sends the same signal for a value that was read, right before it answers the read (chrc_read_cb). So
    /// values wait until the answer shows which of them was none.
    mutating func readBegins(_ path: String) { all[path]?.held = [] }

    mutating func readEnds(_ path: String, _ value: [UInt8]?) {
        guard var held = all[path]?.held else { return }
        all[path]?.held = nil
        if let index = held.lastIndex(where: { $0 == value }) { held.remove(at: index) }
        for value in held { deliver(value, at: path) }
    }
}

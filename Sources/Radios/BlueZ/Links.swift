// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// The links that readers hold, and what belongs to them.
struct Links {
    typealias Reader = AsyncThrowingStream<GATTLinkUpdate, any Error>.Continuation

    /// A link to one device, for all of its readers.
    struct Link {
        let id: Int
        var readers: [Int: Reader] = [:]
        /// Brings it up.
        var task: Task<Void, Never>?
        var up: Up?
        /// Services came or went a moment ago.
        var settling: GLibAlarm?
    }

    /// A link that is up.
    struct Up: Hashable {
        var path: String
        var mtu: Int
        /// How often the device's link had come up then: another number means another link.
        var count: Int?
    }

    var all: [MACAddress: Link] = [:]
    private var last = 0
    /// The devices that this process has connected, and nobody else.
    var owned: Set<String> = []
    /// The strength of each device's signal, as it was heard last. bluetoothd forgets it when a discovery ends.
    private(set) var strengths: [String: Int] = [:]

    /// A slow reader keeps the oldest updates: the first one is `connected`, and one `servicesChanged` is worth many.
    static let waitingUpdates = 16
    /// Services come and go one by one.
    static let settling = Duration.milliseconds(200)
    /// The least that every device takes (Core Specification, Vol 3 Part G 5.2.1).
    static let leastMTU = 23

    mutating func next() -> Int {
        last += 1
        return last
    }

    func isHeld(_ path: String) -> Bool { all.values.contains { $0.up?.path == path } }

    /// Takes a change that `objects` has already.
    mutating func receive(_ change: BlueZObjects.Change, in objects: BlueZObjects) {
        switch change {
        case .added(let path, let interfaces):
            if interfaces[BlueZObjects.device]?["RSSI"] != nil { strengths[path] = objects.device(at: path)?.rssi }
        case .changed(let path, BlueZObjects.device, let properties, _):
            if properties["RSSI"] != nil { strengths[path] = objects.device(at: path)?.rssi ?? strengths[path] }
            if properties["Connected"] == .bool(false) { owned.remove(path) }
        case .removed(let path, let interfaces):
            guard interfaces.contains(BlueZObjects.device) else { return }
            strengths[path] = nil
            owned.remove(path)
        case .changed: break
        }
    }

    /// bluetoothd has gone; what it did for us went with it.
    mutating func forgetDevices() {
        owned = []
        strengths = [:]
    }
}

extension BlueZObjects.Change {
    /// The path of a service that came or went.
    var service: String? {
        switch self {
        case .added(let path, let interfaces): interfaces[BlueZObjects.service] == nil ? nil : path
        case .removed(let path, let interfaces): interfaces.contains(BlueZObjects.service) ? path : nil
        case .changed: nil
        }
    }
}

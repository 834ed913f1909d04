// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// The listeners, and their sightings.
struct Listening {
    struct Listener {
        var rules: [BluetoothRule]
        var began: Duration
        /// The version of the sightings that it got.
        var reported = -1
        var stream: AsyncThrowingStream<[Advertisement], any Error>.Continuation
    }

    var listeners: [Int: Listener] = [:]
    var next = 0
    /// The number of searches for one device, to connect to it.
    var seekers = 0
    var sightings = Sightings()
    /// The radio that listened last.
    var adapter: String?
    var task: Task<Void, Never>?
    var isOn = false
    /// When the radio last began to listen after a pause: earlier silence proves nothing.
    var since = Duration.zero
    var nextReport: GLibAlarm?
    var expiry: GLibAlarm?

    /// bluetoothd listens for ten seconds at a time, and many controllers report a device once in that time. A device
    /// that is silent for three such times is gone. bluetoothd itself forgets it then (TemporaryTimeout).
    static let patience = Duration.seconds(30)
    /// How long Bluetooth keeps the air while Wi-Fi waits for it: most devices advertise several times in that time.
    static let window = Duration.milliseconds(1500)
    /// In a crowded room sightings come every moment; listeners get them no more often than this.
    static let reportPause = Duration.milliseconds(150)
}

extension BlueZ {
    package func listen(_ request: ListenRequest) async -> AsyncThrowingStream<[Advertisement], any Error> {
        await connected()
        let (stream, continuation) = AsyncThrowingStream.makeStream(
            of: [Advertisement].self, bufferingPolicy: .bufferingNewest(1))
        if let unavailability {
            continuation.finish(throwing: unavailability)
            return stream
        }
        listening.next += 1
        let id = listening.next
        listening.listeners[id] = Listening.Listener(rules: request.rules, began: bootTime(), stream: continuation)
        continuation.onTermination = { [executor] _ in
            executor.perform {
                self.assumeIsolated {
                    $0.listening.listeners[id] = nil
                    $0.changed()
                }
            }
        }
        discover()
        changed()
        return stream
    }

    // MARK: Notifying listeners

    /// Sends new sightings to the listeners, with the least interval between two updates.
    func notifyListeners() {
        guard !listening.listeners.isEmpty else {
            listening.expiry = nil
            return
        }
        if let unavailability {
            for listener in listening.listeners.values { listener.stream.finish(throwing: unavailability) }
            listening.listeners = [:]
            return
        }
        let version = listening.sightings.version
        let eager = listening.listeners.filter { $0.value.reported != version }
        guard listening.nextReport == nil, !eager.isEmpty else { return }
        for (id, listener) in eager {
            listener.stream.yield(listening.sightings.heard(since: listener.began))
            listening.listeners[id]?.reported = version
        }
        listening.nextReport = GLibAlarm(after: Listening.reportPause) {
            self.assumeIsolated {
                $0.listening.nextReport = nil
                $0.notifyListeners()
            }
        }
        if listening.expiry == nil { expireLater() }
    }

    private func expireLater() {
        listening.expiry = GLibAlarm(after: .seconds(5)) {
            self.assumeIsolated {
                $0.expireLater()
                let now = bootTime()
                guard $0.listening.isOn, now - $0.listening.since > Listening.patience else { return }
                $0.listening.sightings.forget(before: now - Listening.patience, in: $0.objects)
                $0.changed()
            }
        }
    }

    // MARK: Discovery

    var somebodyListens: Bool { !listening.listeners.isEmpty || listening.seekers > 0 }
    private var wantsDiscovery: Bool { !isTalking && somebodyListens }

    private var filter: DiscoveryFilter {
        // A search for one device takes it at any distance.
        DiscoveryFilter(rules: listening.seekers > 0 ? [] : listening.listeners.values.flatMap(\.rules))
    }

    /// Listens as long as somebody needs it.
    func discover() {
        guard listening.task == nil, wantsDiscovery else { return }
        // One discovery serves all listeners, and any of them may be the first to leave.
        listening.task = Task(executorPreference: executor) {
            while await self.discoverOnce() {}
        }
    }

    /// One turn of the radio; false if nobody needs another one.
    private func discoverOnce() async -> Bool {
        guard wantsDiscovery, let bus, let adapter = usableAdapter else {
            listening.task = nil
            return false
        }
        do {
            let turn = try await airtime.take(.bluetooth) { [executor] in
                executor.perform { self.assumeIsolated { $0.changed() } }
            }
            defer { airtime.end(turn) }
            guard wantsDiscovery else { return true }
            let filter = filter
            try await start(filter, on: adapter, over: bus)
            let began = bootTime()
            try await stay(turn, until: began + Listening.window, filter, adapter)
            listening.isOn = false
            _ = try? await bus.call(Self.name, adapter, BlueZObjects.adapter, "StopDiscovery")
            changed()
        } catch let fault as BusFault {
            if fault.name == "org.freedesktop.DBus.Error.AccessDenied" { isRefused = true }
            listening.isOn = false
            changed()
            // Switched off, or still busy with its earlier work: its state, or the next try, will show.
            try? await rest(.milliseconds(500))
        } catch {
            listening.isOn = false
        }
        return true
    }

    private func start(_ filter: DiscoveryFilter, on adapter: String, over bus: DirectBus) async throws {
        if listening.adapter != adapter { listening.sightings.forgetAll() }
        listening.adapter = adapter
        listening.isOn = true
        listening.since = bootTime()
        _ = try await bus.call(
            Self.name, adapter, BlueZObjects.adapter, "SetDiscoveryFilter", [.dictionary(filter.properties)])
        do {
            _ = try await bus.call(Self.name, adapter, BlueZObjects.adapter, "StartDiscovery")
        } catch let fault as BusFault where fault.name == "org.bluez.Error.InProgress" {
            // An earlier one of ours that did not end properly.
            _ = try? await bus.call(Self.name, adapter, BlueZObjects.adapter, "StopDiscovery")
            throw fault
        }
    }

    /// Stays on the air until nobody needs it any more, or Wi-Fi waits for it and the window is over.
    private func stay(_ turn: Airtime.Turn, until end: Duration, _ filter: DiscoveryFilter, _ adapter: String)
        async throws
    {
        let isOver: (isolated BlueZ) -> Bool? = { radio in
            radio.wantsDiscovery && radio.filter == filter && radio.usableAdapter == adapter ? nil : true
        }
        while try await wait(.seconds(60), for: { isOver($0) ?? ($0.airtime.isWanted(turn) ? true : nil) }) == nil {}
        _ = try await wait(max(.zero, end - bootTime()), for: isOver)
    }
}

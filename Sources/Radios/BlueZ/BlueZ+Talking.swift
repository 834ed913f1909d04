// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

extension BlueZ {
    static let connecting = LinkAttempt.longest
    /// How long the search for a device takes that was not seen lately.
    static let seeking = Duration.seconds(12)

    /// Separates one device's conversation from all others, and from listening: many controllers cannot connect while
    /// they scan. Returns the device's path. `endTalk` must follow.
    ///
    /// - Parameter owner: an app; empty for what a person has ordered.
    func beginTalk(to address: MACAddress, for owner: String = "") async throws -> (DirectBus, String) {
        await connected()
        while true {
            let ticket = try await find(address, for: owner)
            // nil: bluetoothd has forgotten it in the meantime.
            guard let path = try await takeTurn(ticket, address) else { continue }
            do {
                guard let bus else {
                    throw BluetoothFailure(.unavailable, BluetoothUnavailability.backendAway.rawValue)
                }
                _ = try await wait(.seconds(5)) { $0.listening.isOn ? nil : true }
                return (bus, path)
            } catch {
                endTalk()
                throw error
            }
        }
    }

    private func takeTurn(_ ticket: Int, _ address: MACAddress) async throws -> String? {
        defer {
            turns.leave(ticket)
            changed()
        }
        repeat {
            guard try await wait(.seconds(120), for: { $0.hasTurn(ticket) ? true : nil }) != nil else {
                throw BluetoothFailure(.timedOut, "the Bluetooth radio is busy with another device")
            }
        } while !hasTurn(ticket)
        guard let path = devices(address).first else { return nil }
        turns.take(ticket)
        isTalking = true
        return path
    }

    private func hasTurn(_ ticket: Int) -> Bool {
        !isTalking && turns.next(at: bootTime(), isHeardFor: somebodyListens) == ticket
    }

    /// Gives those who listen the radio before the owner's next attempt.
    private func failedToConnect() {
        turns.failed(at: bootTime())
        hearing = GLibAlarm(after: TalkTurns.hearing) { self.assumeIsolated { $0.changed() } }
    }

    func endTalk() {
        isTalking = false
        changed()
    }

    /// A ticket for a turn, once the device is known. If bluetoothd has forgotten the device, this listens for it.
    private func find(_ address: MACAddress, for owner: String) async throws -> Int {
        if let unavailability { throw BluetoothFailure(.unavailable, unavailability.rawValue) }
        if devices(address).first != nil { return turns.enter(owner) }
        listening.seekers += 1
        changed()
        defer {
            listening.seekers -= 1
            changed()
        }
        let latest = bootTime() + .seconds(120)
        var left = Self.seeking
        while left > .zero, bootTime() < latest {
            // Nobody is heard while somebody talks, so that time says nothing about the device. Whoever looks has no turn
            // yet: others may talk.
            _ = try await wait(latest - bootTime()) { $0.isTalking ? nil : true }
            let began = bootTime()
            let isKnown = try await wait(left) { radio -> Bool? in
                if radio.devices(address).first != nil { return true }
                return radio.isTalking ? false : nil
            }
            // Queues before it stops to listen: nobody else takes the turn in between.
            if isKnown == true { return turns.enter(owner) }
            left -= bootTime() - began
        }
        throw BluetoothFailure(.notReached, "\(address) is out of range")
    }

    /// How often a link may be cut as soon as it is up before that says something about the device. With some controllers
    /// the first one often is (BlueZ 5.62 and later, le-connection-abort-by-local), and the next one stays.
    private static let mostCuts = 3

    /// The link came up, and went at once.
    private struct Cut: Error {
        let fault: BusFault
    }

    /// Connects, unless the device is connected; a bond is then known to work. An app's attempt ends early if others need
    /// the radio.
    func connect(_ path: String, within limit: Duration = connecting) async throws {
        let way = Task(executorPreference: executor) { await self.giveWay(path) }
        defer { way.cancel() }
        do {
            try await connectOften(path, within: limit)
        } catch {
            failedToConnect()
            throw error
        }
    }

    /// Ends an app's attempt that has had its time as soon as somebody else waits for the radio.
    private func giveWay(_ path: String) async {
        guard (try? await rest(LinkAttempt.fair)) != nil else { return }
        let isWanted = try? await wait(LinkAttempt.longest) { radio -> Bool? in
            radio.turns.areInTheWay(isSought: radio.listening.seekers > 0) ? true : nil
        }
        guard isWanted == true, !Task.isCancelled, objects.device(at: path)?.isConnected != true else { return }
        await end(path, by: "Disconnect")
    }

    private func connectOften(_ path: String, within limit: Duration) async throws {
        let isBonded = objects.device(at: path)?.isBonded == true
        var last: BusFault?
        for _ in 0..<Self.mostCuts {
            do {
                return try await connectOnce(path, within: limit)
            } catch let cut as Cut {
                last = cut.fault
                try await rest(.milliseconds(500))
            }
        }
        if isBonded {
            throw BluetoothFailure(.staleBond, "the device no longer has the bond that this machine has with it")
        }
        throw last.map { BluetoothFailure($0, .connecting) } ?? BluetoothFailure(.notReached, "the device is gone")
    }

    private func connectOnce(_ path: String, within limit: Duration) async throws {
        guard let device = objects.device(at: path) else { throw BluetoothFailure(.notReached, "the device is gone") }
        try await meet(path)
        guard objects.device(at: path)?.isConnected != true else { return }
        let before = linksUp[path]
        do {
            try await call(path, "Connect", limit: limit, abandoning: "Disconnect")
            await askForLink(path)
            links.owned.insert(path)
            guard try await stays(path, isBonded: device.isBonded, linksBefore: before) else {
                links.owned.remove(path)
                throw BusFault(name: "org.bluez.Error.NotConnected", message: "the device has disconnected at once")
            }
        } catch {
            if objects.device(at: path)?.isConnected != true { perform(strangers.part(path)) }
            guard let fault = error as? BusFault else { throw error }
            // It did not answer in time, so it still tries.
            if fault.name?.hasPrefix("org.bluez.") != true { await end(path, by: "Disconnect") }
            try Task.checkCancellation()
            if linksUp[path] != before, owner != nil, breaches[path] == nil { throw Cut(fault: fault) }
            throw BluetoothFailure(fault, .connecting)
        }
    }

    /// With a bond, the kernel encrypts at once (src/device.c, device_connect_le). If the other end no longer has the
    /// key, the kernel cuts the link, some milliseconds before Connect returns, or after. So the link counts only once
    /// it was of use.
    private func stays(_ path: String, isBonded: Bool, linksBefore: Int?) async throws -> Bool {
        let isUseful = try await wait(.seconds(5)) { radio -> Bool? in
            guard let device = radio.objects.device(at: path) else { return false }
            // The signals of Connect's effects may come only after its reply.
            guard device.isConnected else { return radio.linksUp[path] == linksBefore ? nil : false }
            return device.areServicesResolved || !isBonded ? true : nil
        }
        return isUseful ?? (objects.device(at: path)?.isConnected == true)
    }

    /// Disconnects, unless an app holds a link to the device.
    func disconnect(_ path: String, over bus: DirectBus) async {
        guard !links.isHeld(path) else { return }
        _ = try? await bus.call(Self.name, path, BlueZObjects.device, "Disconnect")
        // The signal comes only after the reply; until then the next conversation would take the device for connected.
        _ = try? await wait(.seconds(3)) { $0.objects.device(at: path)?.isConnected == true ? nil : true }
    }

    /// Calls a slow method of a device. If the task is cancelled, another method ends it, so that bluetoothd does not
    /// continue by itself.
    func call(_ path: String, _ method: String, limit: Duration, abandoning end: String) async throws {
        try Task.checkCancellation()
        try await withTaskCancellationHandler {
            // Through a method of the actor: the closure alone would not run on its thread.
            try await self.perform(path, method, limit: limit)
        } onCancel: { [executor] in
            executor.perform { self.assumeIsolated { $0.abandon(path, by: end) } }
        }
    }

    private func perform(_ path: String, _ method: String, limit: Duration) async throws {
        guard let bus else { throw BluetoothFailure(.unavailable, BluetoothUnavailability.backendAway.rawValue) }
        _ = try await bus.call(Self.name, path, BlueZObjects.device, method, limit: limit)
    }

    func abandon(_ path: String, by method: String) {
        // The cancelled task waits for the end of its own call, which this ends, not for this one.
        Task(executorPreference: executor) { await self.end(path, by: method) }
    }

    private func end(_ path: String, by method: String) async {
        _ = try? await bus?.call(Self.name, path, BlueZObjects.device, method)
    }
}

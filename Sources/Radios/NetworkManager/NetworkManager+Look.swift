// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

extension NetworkManager {
    package func look(_ request: LookRequest) -> AsyncThrowingStream<Look, any Error> {
        let (stream, continuation) = AsyncThrowingStream.makeStream(of: Look.self, bufferingPolicy: .bufferingNewest(1))
        // The looking ends with the stream's reader; no task of ours may outlive the reader.
        let task = Task(executorPreference: executor) {
            do {
                try await self.lookAround(request) { continuation.yield($0) }
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    private func lookAround(_ request: LookRequest, report: @escaping (Look) -> Void) async throws {
        await connected()
        _ = try usableRadio(request.interface)
        var plan = LookPlan(
            likely: request.likelyFrequencies, channels: RadioChannels(interface: request.interface),
            startedAt: bootSeconds(), remembers: request.remembers, bands: request.bands)
        var supplicant = await supplicant(request.interface)
        let ended = supplicant.map(countScans(on: request.interface))
        defer { withExtendedLifetime(ended) {} }
        if supplicant == nil { plan.giveUpChannels() }
        var look = Look(networks: try networks(on: request.interface, &plan), isComplete: false)
        if !look.networks.isEmpty { report(look) }
        var hasFound = false

        while true {
            if !hasFound, look.networks.contains(where: { $0.ssid.map(request.ssids.contains) ?? false }) {
                hasFound = true
                try await rest(Self.thought)
            }
            try await rest(plan.pause)
            try await leaveToSwitching(request.interface)
            let turn = try await airtime.take(.wifi)
            // A join that began during Bluetooth's turn goes first.
            guard switching[request.interface] == nil else {
                airtime.end(turn)
                continue
            }
            do {
                defer { airtime.end(turn) }
                if let supplicant {
                    try await visit(&plan, for: request, by: supplicant, report: report)
                } else {
                    try await sweep(&plan, for: request)
                }
            } catch is Down {
                try await rest(.seconds(1))
                continue
            } catch is BusFault {
                supplicant = nil
                plan.giveUpChannels()
                continue
            }
            look = Look(networks: try networks(on: request.interface, &plan), isComplete: plan.isComplete)
            report(look)
        }
    }

    /// The pause when the SSID that is looked for has been seen: its reader then begins to join, and a scan that had begun
    /// meanwhile would hold the join up.
    private static let thought = Duration.milliseconds(100)

    /// How often a scan is tried: a driver may refuse a channel for good.
    static let tries = 3

    /// How many scans of others may precede one of ours. Most end at our request.
    private static let courtesy = 10

    /// The pause between a scan that failed to start and the next try.
    private static let breath = Duration.milliseconds(100)

    /// NetworkManager reports the end of a scan before it lists what that found, and waits half of this for it itself
    /// (SCAN_EXTRA_DELAY_MSEC in nm-device-wifi.c). Without wpa_supplicant no answer shows that the list has all.
    private static let listing = Duration.seconds(1)

    /// The wait for one answer of a process that only has its turn to wait for.
    private static let turn = Duration.seconds(2)

    /// Scans of one channel are that short; sweeps take twenty seconds while the uplink is up.
    private static let sweepLimit = Duration.seconds(60)

    /// Scans that take longer are sweeps of all channels, whoever asked for them.
    private static let leastSweep = 3

    private func leaveToSwitching(_ interface: String) async throws {
        while try await wait(.seconds(60), for: { $0.switching[interface] == nil ? true : nil }) == nil {}
    }

    // MARK: With wpa_supplicant

    /// rfkill has taken the radio's interface down, which NetworkManager may not know. This is no refusal of a channel.
    private struct Down: Error {}

    /// Makes the plan's next visit. A join that begins meanwhile breaks it off; then it stays due. Throws a `BusFault`
    /// if wpa_supplicant does not scan.
    private func visit(
        _ plan: inout LookPlan, for request: LookRequest, by supplicant: Supplicant, report: (Look) -> Void
    ) async throws {
        guard case .channels(let channels) = plan.next else {
            return try await sweep(&plan, for: request, by: supplicant)
        }
        let isComplete = plan.isComplete
        // One by one: between the channels of one scan the kernel's software returns to the uplink for 200 ms each
        // time, and brings no result before the end.
        var known = try networks(on: request.interface, &plan)
        for channel in channels {
            guard try await visit(channel, &plan, for: request, by: supplicant) else { return }
            let networks = try networks(on: request.interface, &plan)
            if networks != known { report(Look(networks: networks, isComplete: isComplete)) }
            known = networks
        }
        plan.finished()
    }

    /// False if a join broke it off.
    private func visit(
        _ channel: Int, _ plan: inout LookPlan, for request: LookRequest, by supplicant: Supplicant
    ) async throws -> Bool {
        var (failures, others) = (0, 0)
        while failures < Self.tries {
            guard switching[request.interface] == nil else { return false }
            _ = try usableRadio(request.interface)
            let startedAt = bootSeconds()
            switch try await scan([channel], asking: request.ssids, on: request.interface, by: supplicant) {
            case .done:
                // A join that broke it off ends it as well, and then it missed something.
                guard switching[request.interface] == nil else { return false }
                plan.visited(channel, startedAt: startedAt)
                return true
            case .failed:
                failures += 1
                try await rest(Self.breath)
            case .othersEnded, .othersGoOn:
                others += 1
                guard others < Self.courtesy else { throw BusFault(message: "wpa_supplicant never stops scanning") }
            }
        }
        guard await !supplicant.isDown() else { throw Down() }
        plan.refused(channel)
        return true
    }

    private func sweep(_ plan: inout LookPlan, for request: LookRequest, by supplicant: Supplicant) async throws {
        for _ in 0..<Self.tries {
            _ = try usableRadio(request.interface)
            let startedAt = bootSeconds()
            let end = try await scan(nil, asking: request.ssids, on: request.interface, by: supplicant)
            guard switching[request.interface] == nil else { return }
            switch end {
            case .done: return plan.swept(startedAt: startedAt, isOurs: true)
            case .othersEnded where bootSeconds() - startedAt >= Self.leastSweep:
                return plan.swept(startedAt: startedAt, isOurs: false)
            case .othersEnded, .othersGoOn, .failed: try await rest(Self.breath)
            }
        }
        guard await !supplicant.isDown() else { throw Down() }
        throw BusFault(message: "wpa_supplicant does not scan")
    }

    /// wpa_supplicant's object for the interface, if there is one and the bus allows it.
    func supplicant(_ interface: String) async -> Supplicant? {
        guard hasSupplicant, let bus else { return nil }
        return try? await Supplicant(interface: interface, over: bus)
    }

    func countScans(on interface: String) -> (Supplicant) -> Bus.Subscription {
        { supplicant in
            supplicant.whenScanned { isWhole in
                self.assumeIsolated {
                    $0.scansDone[interface, default: 0] += 1
                    if !isWhole { $0.wasScanWhole[interface] = false }
                    $0.changed()
                }
            }
        }
    }

    /// NetworkManager lists what an ended scan found.
    enum ScanEnd {
        case done
        /// Broken off, or refused by the driver.
        case failed
        /// Refused because another one ran, which has ended by itself or at our request.
        case othersEnded
        /// Refused because another one ran, and still does.
        case othersGoOn
    }

    /// One scan. Scans of ours take turns, so that two callers do not keep each other from it.
    /// - Parameter deadline: the end of waiting for the turn and the scan; if nil, this waits as long as scans take.
    func scan(
        _ channels: [Int]?, asking ssids: [SSID], on interface: String, by supplicant: Supplicant,
        until deadline: ContinuousClock.Instant? = nil
    ) async throws -> ScanEnd {
        lastScanTurn += 1
        let turn = lastScanTurn
        scanTurns[interface, default: []].append(turn)
        defer {
            scanTurns[interface]?.removeAll { $0 == turn }
            changed()
        }
        func left(of usual: Duration) -> Duration { deadline.map { max(.zero, min(usual, $0 - .now)) } ?? usual }
        let isOurTurn: (isolated NetworkManager) -> Bool? = { $0.scanTurns[interface]?.first == turn ? true : nil }
        while try await wait(left(of: Self.sweepLimit), for: isOurTurn) == nil {
            if let deadline, deadline <= .now { return .othersGoOn }
        }

        let before = scansDone[interface, default: 0]
        let isOver: (isolated NetworkManager) -> Bool? = { manager in
            let isDone = manager.scansDone[interface, default: 0] > before
            return isDone || (try? manager.usableRadio(interface)) == nil ? true : nil
        }
        wasScanWhole[interface] = true
        do {
            try await supplicant.scan(channels, asking: ssids)
        } catch let fault as BusFault where fault.name == Supplicant.busy {
            // A channel does not wait for a whole sweep of somebody else's; ours will make up for it. But a scan on the
            // way to a network goes on.
            if channels != nil, try usableRadio(interface).isSettled { try? await supplicant.abortScan() }
            _ = try await wait(left(of: channels == nil ? Self.sweepLimit : .seconds(5)), for: isOver)
            let hasEnded = scansDone[interface, default: 0] > before && wasScanWhole[interface] == true
            guard hasEnded else { return .othersGoOn }
            await settle(by: supplicant)
            return .othersEnded
        }
        scanning[interface] = supplicant
        defer { scanning[interface] = nil }
        _ = try await wait(left(of: channels == nil ? Self.sweepLimit : .seconds(20)), for: isOver)
        guard scansDone[interface, default: 0] > before, wasScanWhole[interface] == true else { return .failed }
        await settle(by: supplicant)
        return .done
    }

    /// Ends a scan of ours, so that the radio can join. wpa_supplicant reports it as whole nevertheless.
    func breakOffScan(on interface: String) async {
        guard let running = scanning[interface] else { return }
        wasScanWhole[interface] = false
        try? await running.abortScan()
    }

    // MARK: With NetworkManager alone

    /// The first scan that ends counts: one that NetworkManager had begun by itself is not repeated.
    private func sweep(_ plan: inout LookPlan, for request: LookRequest) async throws {
        let device = try usableRadio(request.interface)
        let (before, startedAt) = (device.lastScan, bootSeconds())
        do {
            try await device.requestScan(request.ssids)
        } catch is BusFault {
            return try await rest(Self.breath)
        }
        let hasEnded = try await wait(Self.sweepLimit) {
            ($0.client?.radio(request.interface)?.lastScan ?? before) > before ? true : nil
        }
        guard hasEnded != nil, switching[request.interface] == nil else { return }
        try await rest(Self.listing)
        plan.swept(startedAt: startedAt, isOurs: false)
    }

    // MARK: Sightings

    /// Waits until NetworkManager lists what wpa_supplicant's ended scan found, however busy the machine is. The bus
    /// keeps the order of messages between two connections, so two answers of each show it. wpa_supplicant sends its last
    /// changes with the first; NetworkManager has asked for each new access point before the second, wpa_supplicant has
    /// answered that before the third, and NetworkManager announces the access points before the fourth.
    private func settle(by supplicant: Supplicant) async {
        for _ in 0..<2 {
            guard let bus, await supplicant.answers(within: Self.turn) else { return }
            let name = "org.freedesktop.NetworkManager"
            let answer = try? await bus.call(
                name, "/org/freedesktop/NetworkManager", "org.freedesktop.DBus.Properties", "Get",
                [.string(name), .string("State")], limit: Self.turn)
            guard answer != nil else { return }
        }
    }

    private func networks(on interface: String, _ plan: inout LookPlan) throws -> [WiFiNetwork] {
        let points = try usableRadio(interface).accessPoints
        let heard = plan.heard(among: points.compactMap(LookPlan.Sighting.init))
        let networks = points.filter { $0.path.map(heard.contains) ?? false }
            .compactMap { $0.network(heardBy: interface) }
        // A hidden network that answered to its SSID is listed a second time without one.
        let named = Set(networks.filter { $0.ssid != nil }.map(\.bssid))
        return networks.filter { $0.ssid != nil || !named.contains($0.bssid) }
    }
}

extension LookPlan.Sighting {
    /// Nil for an access point that NetworkManager no longer lists.
    fileprivate init?(_ accessPoint: AccessPoint) {
        guard let path = accessPoint.path else { return nil }
        self.init(path: path, lastSeen: accessPoint.lastSeen, frequency: accessPoint.frequency)
    }
}

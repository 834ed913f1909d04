// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

extension NetworkManager {
    package func look(_ request: LookRequest) -> AsyncThrowingStream<Look, any Error> {
        let (stream, continuation) = AsyncThrowingStream.makeStream(of: Look.self, bufferingPolicy: .bufferingNewest(1))
        // The looking ends with the stream's reader, whom no task of ours may outlive.
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

    private func lookAround(_ request: LookRequest, tell: (Look) -> Void) async throws {
        await connected()
        _ = try usableRadio(request.interface)
        var plan = LookPlan(
            likely: request.likelyFrequencies, startedAt: bootSeconds(), remembers: request.remembers)
        var supplicant = await supplicant(request.interface)
        let ended = supplicant.map(countScans(on: request.interface))
        let heardSomething = countHeard()
        defer { withExtendedLifetime((ended, heardSomething)) {} }
        if supplicant == nil { plan.giveUpChannels() }
        let known = try networks(on: request.interface, plan)
        if !known.isEmpty { tell(Look(networks: known, isComplete: false)) }

        var failures = 0
        while true {
            try await rest(plan.pause)
            try await leaveToSwitching(request.interface)
            let turn = try await airtime.take(.wifi)
            // A join that began while Bluetooth had its turn goes first.
            guard switching[request.interface] == nil else {
                airtime.end(turn)
                continue
            }
            let startedAt = bootSeconds()
            let visit = plan.next
            let isVisited: Bool
            do {
                defer { airtime.end(turn) }
                let device = try usableRadio(request.interface)
                isVisited =
                    if let supplicant {
                        try await scan(
                            visit.channels, asking: request.ssids, on: request.interface, by: supplicant)
                    } else {
                        try await sweep(device, asking: request.ssids)
                    }
            } catch is BusFault {
                supplicant = nil
                plan.giveUpChannels()
                continue
            }
            // A join breaks a scan off; what it missed is visited again.
            guard switching[request.interface] == nil else { continue }
            guard isVisited else {
                failures += 1
                if failures == Self.tries {
                    failures = 0
                    if visit == .everything { supplicant = nil }
                    plan.skip()
                }
                // What somebody else's scan brought, which ours had to wait for, is as good.
                tell(Look(networks: try networks(on: request.interface, plan), isComplete: plan.isComplete))
                try await rest(Self.breath)
                continue
            }
            failures = 0
            plan.visited(visit, startedAt: startedAt, picksChannels: supplicant != nil)
            // Whoever waits for one name may see it already.
            tell(Look(networks: try networks(on: request.interface, plan), isComplete: false))
            try await settle()
            tell(Look(networks: try networks(on: request.interface, plan), isComplete: plan.isComplete))
        }
    }

    /// How often one visit is tried: a driver may refuse a channel for good.
    private static let tries = 3

    /// Between a scan that did not come about and the next try.
    private static let breath = Duration.milliseconds(100)

    private func leaveToSwitching(_ interface: String) async throws {
        while try await wait(.seconds(60), for: { $0.switching[interface] == nil ? true : nil }) == nil {}
    }

    // MARK: With wpa_supplicant

    /// wpa_supplicant's object for the interface, where there is one and the bus allows it.
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

    func countHeard() -> Bus.Subscription? {
        bus?.subscribe(
            "org.freedesktop.NetworkManager", nil, "org.freedesktop.DBus.Properties", "PropertiesChanged",
            about: "org.freedesktop.NetworkManager.AccessPoint"
        ) { _ in
            self.assumeIsolated {
                $0.heard += 1
                $0.changed()
            }
        }
    }

    /// One scan of ours; false when it was broken off, or refused because another one ran, which then has ended.
    func scan(
        _ channels: [Int]?, asking ssids: [SSID], on interface: String, by supplicant: Supplicant
    ) async throws -> Bool {
        let before = scansDone[interface, default: 0]
        let isOver: (isolated NetworkManager) -> Bool? = { manager in
            let isDone = manager.scansDone[interface, default: 0] > before
            return isDone || (try? manager.usableRadio(interface)) == nil ? true : nil
        }
        do {
            try await supplicant.scan(channels, asking: ssids)
        } catch let fault as BusFault where fault.name == Supplicant.busy {
            // A few channels are not made to wait for a whole sweep of somebody else's; ours will make up for it. But a
            // scan on the way to a network is left alone.
            if channels != nil, scanning[interface] == nil, try usableRadio(interface).isSettled {
                try? await supplicant.abortScan()
            }
            _ = try await wait(.seconds(5), for: isOver)
            return false
        }
        scanning[interface] = supplicant
        wasScanWhole[interface] = true
        defer { scanning[interface] = nil }
        _ = try await wait(.seconds(20), for: isOver)
        return scansDone[interface, default: 0] > before && wasScanWhole[interface] == true
    }

    /// Ends a scan of ours, so that the radio can join. wpa_supplicant calls it whole nevertheless.
    func breakOffScan(on interface: String) async {
        guard let running = scanning[interface] else { return }
        wasScanWhole[interface] = false
        try? await running.abortScan()
    }

    // MARK: With NetworkManager alone

    /// A whole sweep; false when NetworkManager would not.
    private func sweep(_ device: Device, asking ssids: [SSID]) async throws -> Bool {
        let before = device.lastScan
        do {
            try await device.requestScan(ssids)
        } catch is BusFault {
            try await rest(Self.breath)
            return false
        }
        let interface = device.interface
        return try await wait(.seconds(20)) {
            ($0.client?.radio(interface)?.lastScan ?? before) > before ? true : nil
        } != nil
    }

    // MARK: What was heard

    /// Waits until NetworkManager's list has what a scan brought: its signals follow within some 10 ms and then cease.
    func settle() async throws {
        let before = heard
        guard try await wait(.milliseconds(150), for: { $0.heard != before ? true : nil }) != nil else { return }
        for _ in 0..<10 {
            let latest = heard
            guard try await wait(.milliseconds(20), for: { $0.heard != latest ? true : nil }) != nil else { return }
        }
    }

    private func networks(on interface: String, _ plan: LookPlan) throws -> [WiFiNetwork] {
        let networks = try usableRadio(interface).accessPoints
            .filter { plan.isHeard(lastSeen: $0.lastSeen, frequency: $0.frequency) }
            .compactMap { $0.network(heardBy: interface) }
        // A hidden network that answered to its name is listed a second time without one.
        let named = Set(networks.filter { $0.ssid != nil }.map(\.bssid))
        return networks.filter { $0.ssid != nil || !named.contains($0.bssid) }
    }
}

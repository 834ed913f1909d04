// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

extension BlueZ {
    package func link(
        to address: MACAddress, _ attempt: LinkAttempt
    ) async -> AsyncThrowingStream<GATTLinkUpdate, any Error> {
        await connected()
        let (stream, continuation) = AsyncThrowingStream.makeStream(
            of: GATTLinkUpdate.self, bufferingPolicy: .bufferingOldest(Links.waitingUpdates))
        let reader = links.next()
        var link = links.all[address] ?? Links.Link(id: links.next())
        link.readers[reader] = continuation
        if let up = link.up {
            continuation.yield(.connected(mtu: up.mtu))
        } else if link.task == nil {
            let id = link.id
            // All readers share it, and any of them may be the first to leave. The last one cancels it.
            link.task = Task(executorPreference: executor) { await self.establish(address, id, attempt) }
        }
        links.all[address] = link
        continuation.onTermination = { [executor] _ in
            executor.perform { self.assumeIsolated { $0.leave(address, reader) } }
        }
        return stream
    }

    package func signalStrength(of address: MACAddress) async throws -> Int {
        let up = try heldLink(to: address)
        guard let strength = objects.device(at: up.path)?.rssi ?? links.strengths[up.path] else {
            throw BluetoothFailure(
                .unsupported, "the strength is not known: the radio has heard no advertisement of the device yet")
        }
        return strength
    }

    /// The link to this device, which must be up.
    func heldLink(to address: MACAddress) throws -> Links.Up {
        let up = links.all[address]?.up
        if let breach = up.flatMap({ breaches[$0.path] }) { throw breach }
        guard let up, isThere(up) else {
            throw BluetoothFailure(.notConnected, "there is no link to \(address)")
        }
        return up
    }

    // MARK: Connecting

    private func establish(_ address: MACAddress, _ id: Int, _ attempt: LinkAttempt) async {
        do {
            let up = try await bringUp(address, attempt)
            guard links.all[address]?.id == id else { return release(up.path) }
            links.all[address]?.up = up
            for reader in links.all[address]?.readers.values ?? [:].values { reader.yield(.connected(mtu: up.mtu)) }
            // It may be lost already.
            changed()
        } catch {
            let readers = links.all[address]?.id == id ? links.all.removeValue(forKey: address)?.readers : nil
            for reader in readers?.values ?? [:].values { reader.finish(throwing: error) }
        }
    }

    /// Has the radio's turn only until the services are known: then others listen and connect.
    private func bringUp(_ address: MACAddress, _ attempt: LinkAttempt) async throws -> Links.Up {
        let (bus, path) = try await beginTalk(to: address, for: attempt.owner)
        defer { endTalk() }
        do {
            try await connect(path, within: attempt.limit)
            try await resolveServices(path)
            let mtu = await mtu(path, over: bus)
            try Task.checkCancellation()
            return Links.Up(path: path, mtu: mtu, count: linksUp[path])
        } catch {
            release(path)
            throw breaches[path] ?? error
        }
    }

    /// The property is each characteristic's, and the same for all.
    private func mtu(_ device: String, over bus: DirectBus) async -> Int {
        let property: [Variant] = [.string(BlueZObjects.characteristic), .string("MTU")]
        guard let path = objects.firstCharacteristic(below: device),
            let reply = try? await bus.call(Self.name, path, "org.freedesktop.DBus.Properties", "Get", property)
        else { return Links.leastMTU }
        return max(reply.first?.number ?? 0, Links.leastMTU)
    }

    // MARK: Ends

    private func leave(_ address: MACAddress, _ reader: Int) {
        guard var link = links.all[address], link.readers.removeValue(forKey: reader) != nil else { return }
        links.all[address] = link
        guard link.readers.isEmpty else { return }
        links.all[address] = nil
        link.task?.cancel()
        guard let up = link.up else { return }
        endTalks(with: up.path, BluetoothFailure(.notConnected, "the link to \(address) was given up"))
        release(up.path)
    }

    /// Disconnects a device that nobody needs any more, unless others had connected it before.
    private func release(_ path: String) {
        guard links.owned.contains(path) else { return }
        // The last reader has gone, so there is no task that this could be part of.
        Task(executorPreference: executor) { await self.disconnectUnused(path) }
    }

    /// In a turn of its own: an exchange may use the link.
    private func disconnectUnused(_ path: String) async {
        while isTalking { _ = try? await wait(.seconds(60)) { $0.isTalking ? nil : true } }
        guard let bus, links.owned.contains(path), !links.isHeld(path) else { return }
        isTalking = true
        await disconnect(path, over: bus)
        endTalk()
    }

    /// Ends the links that are lost. Part of each change.
    func endLostLinks() {
        for (address, link) in links.all {
            guard let up = link.up, let failure = reasonOfLoss(up) else { continue }
            endLink(to: address, at: up.path, failure)
        }
    }

    /// Ends the link to a device for this reason.
    func endLink(to address: MACAddress, at path: String, _ failure: BluetoothFailure) {
        guard let link = links.all[address], link.up?.path == path else { return }
        links.all[address] = nil
        endTalks(with: path, failure)
        for reader in link.readers.values { reader.finish(throwing: failure) }
    }

    private func reasonOfLoss(_ up: Links.Up) -> BluetoothFailure? {
        if let unavailability { return BluetoothFailure(.unavailable, unavailability.rawValue) }
        return isThere(up) ? nil : breaches[up.path] ?? BluetoothFailure(.notReached, "the device has disconnected")
    }

    private func isThere(_ up: Links.Up) -> Bool {
        let properties = objects.properties(up.path, BlueZObjects.device)
        return properties?["Connected"] == .bool(true) && linksUp[up.path] == up.count
    }

    // MARK: Services

    /// Notifies the readers of a link when services came or went, once they have settled.
    func followServices(_ change: BlueZObjects.Change) {
        guard let service = change.service else { return }
        if case .removed = change {
            endTalks(with: service, BluetoothFailure(.unsupported, "the device no longer has this service"))
        }
        for (address, link) in links.all where link.up.map({ service.hasPrefix($0.path + "/") }) == true {
            settle(address)
        }
    }

    private func settle(_ address: MACAddress) {
        links.all[address]?.settling = GLibAlarm(after: Links.settling) {
            self.assumeIsolated { radio in
                guard let link = radio.links.all[address], let up = link.up else { return }
                guard radio.objects.device(at: up.path)?.areServicesResolved == true else {
                    return radio.settle(address)
                }
                radio.links.all[address]?.settling = nil
                for reader in link.readers.values { reader.yield(.servicesChanged) }
            }
        }
    }
}

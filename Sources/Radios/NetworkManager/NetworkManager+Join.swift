// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel
import Glibc

extension NetworkManager {
    package func join(_ request: JoinRequest) -> AsyncThrowingStream<JoinStep, any Error> {
        let (stream, continuation) = AsyncThrowingStream.makeStream(of: JoinStep.self)
        // The watch over the link ends with the stream's reader.
        let task = Task(executorPreference: executor) {
            do {
                try await self.attemptOrPermanent(request) { continuation.yield($0) }
                continuation.finish()
            } catch let fault as BusFault {
                continuation.finish(throwing: JoinFailure(.radioUnavailable, detail: fault.message))
            } catch {
                continuation.finish(throwing: error)
            }
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    /// Some drivers take no other address than the radio's own.
    private func attemptOrPermanent(_ request: JoinRequest, report: (JoinStep) -> Void) async throws {
        do {
            try await attempt(request, report: report)
        } catch let failure as JoinFailure where failure == .notSetUp && request.station != nil {
            var request = request
            request.station = nil
            try await attempt(request, report: report)
        }
    }

    private func attempt(_ request: JoinRequest, report: (JoinStep) -> Void) async throws {
        await connected()
        let interface = request.network.interface
        let device = try failingRadio(interface)
        try refuseHopeless(request)
        beginSwitching(interface)
        var isSwitching = true
        defer { if isSwitching { endSwitching(interface) } }
        try await removeLeftover(request.profile)
        let supplicant = await supplicant(interface)
        let accessPoint = try await freshAccessPoint(for: request, on: device, by: supplicant)
        let announced = accessPoint?.flags.security ?? request.network.security
        if let change = request.expected.change(to: announced) {
            throw JoinFailure(change, at: request.network.bssid)
        }
        let security = request.expected.demand(of: announced)

        let (signals, continuation) = AsyncStream.makeStream(of: Attempt.Signal?.self)
        let deviceSignal = Signal(deviceState: device.object.pointer) { state, reason, activation in
            continuation.yield(.device(DeviceState(rawValue: state) ?? .unknown, reason: reason, of: activation))
        }
        let supplicantSignal = supplicant?.whenChanged { continuation.yield(.supplicant($0)) }
        let listener = changes.listen { continuation.yield(nil) }
        try followAddresses(of: request)
        defer {
            addressTables[request.profile] = nil
            changes.ignore(listener)
            withExtendedLifetime((deviceSignal, supplicantSignal)) {}
        }

        let settings = Settings(
            request: request, security: security, isPinned: accessPoint?.flags.isTransitionToOWE != true,
            address: stationAddresses[interface] ?? request.station,
            table: HotspotTable.number(of: if_nametoindex(interface)))
        // A caller that gives up before this point leaves nothing to undo. After it, `restore` waits for the
        // activation.
        try Task.checkCancellation()
        let activation = try await activate(settings, on: device, at: accessPoint)
        let activationSignal = Signal(activationState: activation.object.pointer) { state, reason in
            continuation.yield(.activation(ActivationState(rawValue: state) ?? .unknown, reason: reason))
        }
        defer { withExtendedLifetime(activationSignal) {} }

        var attempt = Attempt(security: security, activation: activation.path)
        var alarms: [Attempt.Deadline: GLibAlarm] = [:]
        func arm(_ deadline: Attempt.Deadline) {
            guard alarms[deadline] == nil else { return }
            alarms[deadline] = GLibAlarm(after: deadline.patience) { continuation.yield(.overdue(deadline)) }
        }
        var limit = attempt.limit
        limit.map(arm)
        /// The failure counts, whether or not the deactivation succeeds; `restore` removes the rest.
        func giveUp(because failure: JoinFailure) async -> JoinFailure {
            if activation.isLive { try? await client?.deactivate(activation.path) }
            return failure
        }
        continuation.yield(nil)
        for await signal in signals {
            guard let signal = signal ?? standing(of: activation, on: device, for: request, attempt) else {
                continue
            }
            let action = attempt.receive(signal)
            if limit != attempt.limit {
                if let limit { alarms[limit] = nil }
                limit = attempt.limit
                limit.map(arm)
            }
            switch action {
            case .none: break
            case .report(var step):
                if case .joined(let link) = step {
                    let link = await associated(link, by: supplicant, on: device, demanding: security)
                    if let change = link.security.flatMap(request.expected.change) {
                        throw await giveUp(because: JoinFailure(change, at: link.bssid))
                    }
                    step = .joined(link)
                }
                if attempt.phase == .joined, isSwitching {
                    isSwitching = false
                    endSwitching(interface)
                }
                report(step)
            case .arm(let deadline): arm(deadline)
            case .disarm(let deadline): alarms[deadline] = nil
            case .fail(let failure):
                if case .overdue = signal, await client?.answers() == false {
                    throw await giveUp(
                        because: JoinFailure(.radioUnavailable, detail: "NetworkManager does not answer"))
                }
                let change = await changed(request, on: device, attempt.phase, since: failure, by: supplicant)
                throw await giveUp(because: change ?? failure)
            }
        }
    }

    /// Keeps looks off the radio while it goes from one network to another.
    func beginSwitching(_ interface: String) { switching[interface, default: 0] += 1 }

    func endSwitching(_ interface: String) {
        let left = switching[interface, default: 1] - 1
        switching[interface] = left == 0 ? nil : left
        changed()
    }

    private func failingRadio(_ interface: String) throws(JoinFailure) -> Device {
        do { return try usableRadio(interface) } catch { throw JoinFailure(.radioUnavailable, detail: error.rawValue) }
    }

    private func refuseHopeless(_ request: JoinRequest) throws(JoinFailure) {
        switch request.network.security.key {
        case .none: break
        case .passphrase:
            if request.passphrase == nil {
                throw JoinFailure(.passphraseMissing, detail: "it needs a passphrase, and none was given")
            }
        case .unsupported:
            throw JoinFailure(
                .rejected, detail: "'\(request.ssid)' uses \(request.network.security.title), which is not supported")
        }
    }

    /// A profile from an earlier attempt goes by itself soon after its activation has ended. Two profiles cannot have
    /// one UUID.
    private func removeLeftover(_ profile: String) async throws {
        guard client?.profile(uuid: profile) != nil else { return }
        if try await wait(.seconds(2), for: { $0.client?.profile(uuid: profile) == nil ? true : nil }) == nil {
            try await client?.profile(uuid: profile)?.delete()
        }
    }

    private func activate(
        _ settings: Settings, on device: Device, at accessPoint: AccessPoint?
    ) async throws -> Activation {
        guard let client else { throw JoinFailure(.radioUnavailable, detail: Unavailability.backendAway.rawValue) }
        let sections = settings.sections()
        do {
            let path = try await make(settings.request.profile) {
                try await client.addAndActivate(sections, on: device, at: accessPoint)
            } undo: {
                try await client.deactivate($0)
            }
            do {
                return try await activation(at: path)
            } catch {
                // `restore` would not find it.
                try? await client.deactivate(path)
                throw error
            }
        } catch let fault as BusFault {
            throw JoinFailure(.radioUnavailable, detail: fault.message)
        }
    }

    // MARK: The access point

    /// The chosen access point, from NetworkManager's list. Its sighting must be fresh, so that the supplicant need not
    /// scan again: it joins from its latest scan while that is younger than 5 s.
    private func freshAccessPoint(
        for request: JoinRequest, on device: Device, by supplicant: Supplicant?
    ) async throws -> AccessPoint? {
        let interface = request.network.interface
        if let supplicant {
            await breakOffScan(on: interface)
            // One scan that does not hear it proves nothing.
            for _ in 0..<2 where !isFresh(request, on: device) {
                try await refresh([request.network.frequency], asking: request.ssid, on: interface, by: supplicant)
                guard !request.isHidden else { break }
            }
        }
        let accessPoint = self.accessPoint(for: request, on: device)
        if accessPoint == nil, !request.isHidden {
            throw JoinFailure(
                .networkNotFound, detail: "'\(request.ssid)' (\(request.network.bssid)) is no longer in range")
        }
        return accessPoint
    }

    private func isFresh(_ request: JoinRequest, on device: Device) -> Bool {
        guard let accessPoint = accessPoint(for: request, on: device), accessPoint.ssid != nil else { return false }
        return bootSeconds() - accessPoint.lastSeen <= 2
    }

    /// Visits these channels once more, within five seconds in all. This makes the following join or restore quicker;
    /// it also works without.
    func refresh(_ channels: [Int], asking ssid: SSID, on interface: String, by supplicant: Supplicant) async throws {
        let ended = countScans(on: interface)(supplicant)
        defer { withExtendedLifetime(ended) {} }
        let deadline = ContinuousClock.now + .seconds(5)
        for _ in 0..<Self.tries {
            guard ContinuousClock.now < deadline,
                let end = try? await scan(channels, asking: [ssid], on: interface, by: supplicant, until: deadline)
            else { return }
            if end == .done { return }
        }
    }

    private func accessPoint(for request: JoinRequest, on device: Device) -> AccessPoint? {
        let candidates = device.accessPoints.filter { $0.bssid == request.network.bssid }
        return candidates.first { $0.ssid == request.ssid } ?? candidates.first { $0.ssid == nil && request.isHidden }
    }

    // MARK: Security

    /// A link with the radio's real association, from wpa_supplicant, or without its bus from NetworkManager.
    private func associated(
        _ link: Link, by supplicant: Supplicant?, on device: Device, demanding demanded: Security
    ) async -> Link {
        var link = link
        let association = try? await supplicant?.association()
        if let bssid = association?.bssid { link.bssid = bssid }
        let announced = device.activeAccessPoint?.flags.security
        link.security = association?.security ?? (announced == .wpa2wpa3 ? demanded : announced ?? demanded)
        return link
    }

    /// The reason why an access point could not be joined if its security is weaker by now: the station did not
    /// associate with it. NetworkManager's list may be older than the change, so this visits the channel once more.
    private func changed(
        _ request: JoinRequest, on device: Device, _ phase: Attempt.Phase, since failure: JoinFailure,
        by supplicant: Supplicant?
    ) async -> JoinFailure? {
        guard phase < .addressing else { return nil }
        if let supplicant, failure.reason == .rejected || failure.reason == .timedOut {
            try? await refresh(
                [request.network.frequency], asking: request.ssid, on: request.network.interface, by: supplicant)
        }
        guard let announced = accessPoint(for: request, on: device)?.flags.security else { return nil }
        return request.expected.change(to: announced).map { JoinFailure($0, at: request.network.bssid) }
    }

    // MARK: Standing

    /// The meaning of the present state, whatever signals led to it.
    private func standing(
        of activation: Activation, on device: Device, for request: JoinRequest, _ attempt: Attempt
    ) -> Attempt.Signal? {
        guard let client, client.isRunning else { return .unavailable(.backendAway) }
        guard client.radio(request.network.interface) != nil else { return .unavailable(.noRadio) }
        if attempt.phase > .leaving, !client.activations.contains(where: { $0.path == activation.path }) {
            return .activation(.deactivated, reason: 0)
        }
        guard activation.state == .activated else { return nil }
        let addresses = addressTables[request.profile]?.addresses ?? []
        let link = link(on: device, for: request, among: addresses)
        // Also later: the accessory may hand out another address when it renews the lease, and another network may come.
        if let link, let failure = claim(of: link, on: device, since: attempt.link) { return .unfit(failure) }
        if let held = attempt.link?.address, !addresses.contains(where: { $0.address.description == held }) {
            return .addressGone(successor: link?.address)
        }
        return link.map { .up($0) }
    }

    /// - Parameter held: what the app knows.
    private func claim(of link: Link, on device: Device, since held: Link?) -> JoinFailure? {
        guard let client else { return nil }
        var others = OtherNetworks(of: client, beside: link.interface)
        let isKnown = link.address == held?.address
        // No newcomer makes the agent leave who was there before.
        if isKnown { others.hotspots = OtherNetworks.Hotspots() }
        return others.claim(of: link, by: device.dhcpServers) { !isKnown && NeighbourTable.hasStation($0, on: $1) }
    }

    // MARK: The address

    private func followAddresses(of request: JoinRequest) throws(BusFault) {
        addressTables[request.profile] = try AddressTable(of: request.network.interface) {
            self.assumeIsolated { manager in
                manager.addressTables[request.profile]?.read()
                manager.changed()
            }
        }
    }

    private func link(
        on device: Device, for request: JoinRequest, among addresses: [InterfaceAddress]
    ) -> Link? {
        let leased = device.dhcpOption("ip_address").flatMap { IPAddress($0) }
        guard let address = request.addressing.address(among: addresses, leased: leased) else { return nil }
        return Link(
            interface: request.network.interface,
            bssid: device.activeAccessPoint?.bssid ?? request.network.bssid, address: address.address.description,
            prefixLength: address.prefixLength,
            // No default route is set, so only the DHCP server's own options name the gateway.
            gateway: device.dhcpOption("routers")?.split(separator: " ").first.flatMap { address.station($0) }?
                .description)
    }
}

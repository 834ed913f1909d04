// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel
import CNetworkManager

extension NetworkManager {
    package func protect(interface: String) async throws -> Protection {
        await connected()
        let device = try usableRadio(interface)
        var uplink = Uplink(interface: interface)
        if let activation = device.activation, activation.isLive, !activation.isOurs {
            uplink.profile = activation.uuid
            uplink.name = activation.name
            uplink.ssid = activation.profile?.ssid
            if await activation.profile?.needsPerson() == true { uplink.asksForPassphrase = true }
        }
        // Of a radio without a network there is nothing to restore, and the accessory's goes with the agent's connection to D-Bus.
        let checkpoint = uplink.profile == nil ? nil : try await checkpoint(of: device)
        return Protection(uplink: uplink, checkpoint: checkpoint, profile: makeUUID())
    }

    /// Nil if another program's checkpoint holds the device, or polkit refuses ours: the journal covers that. Throws if
    /// NetworkManager does not answer, which would carry a join out when nobody waits any more.
    private func checkpoint(of device: Device) async throws -> String? {
        guard let client else { return nil }
        do {
            return try await make("checkpoint of \(makeUUID())") { [patience] in
                try await client.createCheckpoint(of: device, rollbackAfter: patience)
            } undo: {
                try await client.destroyCheckpoint($0)
            }
        } catch is BusFault {
            return nil
        }
    }

    package func extend(_ protection: Protection) async throws {
        guard let checkpoint = protection.checkpoint else { return }
        guard let client, client.isRunning else { throw Unavailability.backendAway }
        try await client.extendCheckpoint(checkpoint, by: patience)
    }

    /// How long NetworkManager may take to leave a network.
    private static let leaving: Duration = .seconds(30)
    /// How often wpa_supplicant is asked whether it has, too.
    private static let looks = 100

    package func left(_ protection: Protection) async {
        let supplicant = await supplicant(protection.uplink.interface)
        let accessory = try? await supplicant?.association().bssid
        let hasSaidSo = try? await wait(Self.leaving) { manager -> Bool? in
            guard let client = manager.client, client.isRunning,
                let device = client.radio(protection.uplink.interface), device.state >= .ipConfig,
                device.activation?.uuid == protection.profile
            else { return true }
            return nil
        }
        // NetworkManager says so before wpa_supplicant has done it, and wpa_supplicant stays there if NetworkManager has died, or hangs.
        guard let supplicant, let accessory, !Task.isCancelled else { return }
        if client?.isRunning != true || hasSaidSo != true { try? await supplicant.disconnect() }
        for _ in 0..<Self.looks {
            guard (try? await supplicant.association().bssid) == accessory,
                (try? await rest(.milliseconds(10))) != nil
            else { return }
        }
    }

    package func release(_ protection: Protection) async {
        await connected()
        await cleanUp(protection)
    }

    package func restore(_ protection: Protection) async throws {
        await connected()
        if protection.uplink.profile == nil, (try? usableRadio(protection.uplink.interface)) == nil {
            // Nothing was cut, and what the radio was on has gone with it.
            return await cleanUp(protection)
        }
        let device = try await readyRadio(protection.uplink.interface)
        // A cancelled join may still be on its way into NetworkManager.
        try await finishMaking(protection.profile)
        beginSwitching(protection.uplink.interface)
        defer { endSwitching(protection.uplink.interface) }
        try await bringBack(protection, on: device)
        await cleanUp(protection)
    }

    /// The radio, as soon as NetworkManager has made it ready, which takes a while after a restart of NetworkManager or
    /// of this agent. If only a person can cure the fault, this does not wait.
    private func readyRadio(_ interface: String) async throws -> Device {
        let ready: Result<Device, Unavailability>? = try await wait(.seconds(15)) { manager in
            do throws(Unavailability) {
                return .success(try manager.usableRadio(interface))
            } catch {
                switch error {
                case .backendAway, .noRadio, .noSupplicant, .notReady, .unmanaged, .accessPoint: return nil
                case .switchedOff, .hardBlocked, .iwdBackend: return .failure(error)
                }
            }
        }
        do throws(Unavailability) {
            if let ready { return try ready.get() }
            return try usableRadio(interface)
        } catch {
            throw JoinFailure(.radioUnavailable, detail: error.rawValue)
        }
    }

    private func bringBack(_ protection: Protection, on device: Device) async throws {
        let interface = protection.uplink.interface
        // The radio is on the way to a network that somebody has just chosen.
        _ = try await wait(.seconds(3)) { $0.isLeaving(interface) ? nil : true }
        if let current = others(on: interface).first {
            // The uplink is back by itself or on its way, or a person chose another network, which stays.
            guard let uuid = protection.uplink.profile else { return }
            guard current.uuid == uuid else {
                throw JoinFailure(.interrupted, detail: "'\(current.name)' was chosen meanwhile")
            }
            if !isStalled(current) { return try await follow(current, on: device) }
        }
        guard let uuid = protection.uplink.profile else { return }
        guard try await hasProfile(uuid) else { throw JoinFailure.forgotten(protection.uplink) }
        await findUplink(protection.uplink, on: device)
        guard let profile = client?.profile(uuid: uuid) else {
            throw JoinFailure(.radioUnavailable, detail: Unavailability.backendAway.rawValue)
        }
        if let current = others(on: interface).first, current.uuid == uuid, !isStalled(current) {
            return try await follow(current, on: device)
        }
        let activation =
            if profile.asksForPassphrase {
                try await activationByItself(of: profile, protection, on: device)
            } else {
                try await activate(profile, on: device)
            }
        let startedAt = bootSeconds()
        do {
            try await follow(activation, on: device)
        } catch let failure as JoinFailure {
            let ssid = protection.uplink.ssid ?? profile.ssid
            throw failure.restoring(
                isDown: await supplicant(interface)?.isDown() == true,
                wasSeen: ssid == nil || device.accessPoints.contains { $0.ssid == ssid && $0.lastSeen >= startedAt })
        }
    }

    private func activate(_ profile: Profile, on device: Device) async throws -> Activation {
        guard let client else { throw JoinFailure(.radioUnavailable, detail: Unavailability.backendAway.rawValue) }
        do {
            return try await activation(at: try await client.activate(profile, on: device))
        } catch let fault as BusFault {
            throw JoinFailure(.radioUnavailable, detail: fault.message)
        }
    }

    /// Has NetworkManager activate a profile whose passphrase it does not store. If it does so by itself, it asks every
    /// session for the passphrase. For our activation it asks only agents of our own user (nm-agent-manager.c,
    /// request_add_agent), and without an answer it joins the network no more until a session begins.
    private func activationByItself(
        of profile: Profile, _ protection: Protection, on device: Device
    ) async throws -> Activation {
        if profile.activatesByItself {
            await leave(protection)
        } else if await !rollBack(protection) {
            return try await activate(profile, on: device)
        }
        let interface = protection.uplink.interface
        if let activation = try await wait(.seconds(5), for: { $0.others(on: interface).first }) {
            guard activation.uuid == protection.uplink.profile else {
                throw JoinFailure(.interrupted, detail: "'\(activation.name)' was chosen meanwhile")
            }
            return activation
        }
        guard let ssid = protection.uplink.ssid ?? profile.ssid else { throw JoinFailure.unanswered }
        // Its channels were visited just now, if wpa_supplicant lets us.
        let hasLooked = await supplicant(interface) != nil
        let isInRange = device.accessPoints.contains {
            $0.ssid == ssid && (!hasLooked || bootSeconds() - $0.lastSeen <= 15)
        }
        throw isInRange ? JoinFailure.unanswered : JoinFailure.outOfRange
    }

    /// Has NetworkManager restore what it had at the checkpoint. That undoes what somebody has changed of the profile
    /// meanwhile, so it is for a profile that does not join by itself. False if there is no checkpoint, as after the first
    /// attempt.
    private func rollBack(_ protection: Protection) async -> Bool {
        guard let checkpoint = protection.checkpoint, let client else { return false }
        return (try? await client.rollBack(checkpoint)) != nil
    }

    /// Leaves the accessory's network. A failure here has no cure.
    private func leave(_ protection: Protection) async {
        guard let client else { return }
        for activation in client.activations where activation.uuid == protection.profile && activation.isLive {
            try? await client.deactivate(activation.path)
        }
    }

    /// Whether the profile is still stored. Right after a start of NetworkManager, libnm lists the radios, but not yet
    /// the profiles, each of which it must read. So this asks NetworkManager about a missing one.
    private func hasProfile(_ uuid: String) async throws -> Bool {
        if client?.profile(uuid: uuid) != nil { return true }
        guard let bus else { throw JoinFailure(.radioUnavailable, detail: Unavailability.backendAway.rawValue) }
        let service = "org.freedesktop.NetworkManager"
        do {
            _ = try await bus.call(
                service, "/org/freedesktop/NetworkManager/Settings", "\(service).Settings", "GetConnectionByUuid",
                [.string(uuid)])
        } catch let fault as BusFault where fault.name == "\(service).Settings.InvalidConnection" {
            return false
        } catch let fault as BusFault {
            throw JoinFailure(.radioUnavailable, detail: fault.message)
        }
        guard try await wait(.seconds(10), for: { $0.client?.profile(uuid: uuid) != nil ? true : nil }) != nil else {
            throw JoinFailure(
                .radioUnavailable, detail: "NetworkManager does not show the uplink's profile \(uuid) yet")
        }
        return true
    }

    /// The activations on an interface, or on the way there, that are not ours.
    private func others(on interface: String) -> [Activation] {
        (client?.activations ?? []).filter { $0.isLive && !$0.isOurs && $0.interfaces.contains(interface) }
    }

    private func isLeaving(_ interface: String) -> Bool {
        client?.radio(interface)?.state == .deactivating && others(on: interface).isEmpty
    }

    /// Makes wpa_supplicant see the uplink's access points just now, so that it needs no sweep of all channels to find
    /// them again. If that is impossible, the activation only takes longer.
    private func findUplink(_ uplink: Uplink, on device: Device) async {
        guard let ssid = uplink.ssid ?? client?.profile(uuid: uplink.profile ?? "")?.ssid else { return }
        let known = device.accessPoints.filter { $0.ssid == ssid }
        guard !known.isEmpty, !known.contains(where: { bootSeconds() - $0.lastSeen <= 2 }),
            let supplicant = await supplicant(uplink.interface)
        else { return }
        await breakOffScan(on: uplink.interface)
        try? await refresh(
            Set(known.map(\.frequency)).sorted(), asking: ssid, on: uplink.interface, by: supplicant)
    }

    /// NetworkManager 1.42 can restart DHCP at its first lease, and then wait for addresses for ever, although it has
    /// the second lease. Nothing but another activation helps.
    private func isStalled(_ activation: Activation) -> Bool { activation.path.map { $0 == stalled } ?? false }

    /// How many seconds an activation has for each step, and for all of them. A busy machine is slow at each; another
    /// activation would begin with the first.
    private static let stepTime = 20, wholeTime = 60

    /// Waits until an activation is fully up. Throws if it fails.
    private func follow(_ activation: Activation, on device: Device) async throws {
        let (signals, continuation) = AsyncStream.makeStream(of: (DeviceState, Int)?.self)
        let deviceSignal = Signal(deviceState: device.object.pointer) { state, reason, _ in
            continuation.yield((DeviceState(rawValue: state) ?? .unknown, reason))
        }
        let activationSignal = Signal(activationState: activation.object.pointer) { _, _ in continuation.yield(nil) }
        let listener = changes.listen { continuation.yield(nil) }
        let startedAt = bootSeconds()
        var alarm = GLibAlarm(after: .seconds(Self.stepTime)) { continuation.finish() }
        defer {
            changes.ignore(listener)
            withExtendedLifetime((deviceSignal, activationSignal, alarm)) {}
        }
        continuation.yield(nil)
        let isAsked = activation.profile?.asksForPassphrase == true
        var lastReason = 0
        for await signal in signals {
            if let (state, reason) = signal {
                if state == .failed { lastReason = reason }
                let left = min(Self.stepTime, startedAt + Self.wholeTime - bootSeconds())
                if left > 0 { alarm = GLibAlarm(after: .seconds(left)) { continuation.finish() } }
            }
            guard let client, client.isRunning else {
                throw JoinFailure(.radioUnavailable, detail: Unavailability.backendAway.rawValue)
            }
            switch activation.state {
            case .activated: return
            case .deactivated:
                let failure = JoinFailure(deviceReason: lastReason, phase: .associating, security: .wpa2)
                throw isAsked ? failure.asking(isUnanswered: activation.lacksPassphrase) : failure
            case .unknown, .activating, .deactivating: break
            }
        }
        try Task.checkCancellation()
        switch device.state {
        case .ipConfig, .ipCheck, .secondaries: stalled = activation.path
        case _: break
        }
        throw JoinFailure(.timedOut, detail: "'\(activation.name)' was not up again in \(bootSeconds() - startedAt) s")
    }

    /// Disarms the switch and leaves nothing of ours behind. A failure here has no cure.
    private func cleanUp(_ protection: Protection) async {
        guard let client, client.isRunning else { return }
        if let checkpoint = protection.checkpoint { try? await client.destroyCheckpoint(checkpoint) }
        try? await finishMaking(protection.profile)
        await leave(protection)
        // Volatile: it goes with its activation, or never had one.
        let isGone = try? await wait(.seconds(3)) { $0.client?.profile(uuid: protection.profile) == nil ? true : nil }
        if isGone == nil { try? await client.profile(uuid: protection.profile)?.delete() }
    }
}

/// A new random UUID, in the form of profiles.
private func makeUUID() -> String {
    guard let characters = g_uuid_string_random() else { return "" }
    defer { g_free(characters) }
    return String(cString: characters)
}

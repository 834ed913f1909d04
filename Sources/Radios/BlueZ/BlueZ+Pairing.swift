// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

extension BlueZ {
    package func pair(
        _ address: BluetoothAddress, asInput: Bool
    ) -> AsyncThrowingStream<PairingStep, any Error> {
        let (stream, continuation) = AsyncThrowingStream.makeStream(of: PairingStep.self)
        // The pairing ends with the stream's reader; no task of ours may outlive the reader.
        let task = Task(executorPreference: executor) {
            do {
                let identity = try await self.pair(address.address, asInput: asInput) { continuation.yield(.asks($0)) }
                continuation.yield(.paired(identity))
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    package func answer(_ answer: PairingAnswer, to address: BluetoothAddress) {
        guard pairing?.address == address.address, let path = pairing?.path else { return }
        if pairing?.answer(answer) == true { abandon(path, by: "CancelPairing") }
        changed()
    }

    package func forget(_ address: MACAddress) async throws { try await remove(address) { _ in true } }

    package func identity(of address: MACAddress) throws -> MACAddress? {
        guard isServing else { throw Self.isAway }
        let name = "dev_" + address.description.replacing(":", with: "_").uppercased()
        let paths = objects.paths(with: BlueZObjects.device).filter { Self.lastPart($0) == name }
        return paths.lazy.compactMap { self.objects.device(at: $0)?.address.address }.first { $0 != address }
    }

    package func unbond(_ address: MACAddress) async throws -> Bool { try await remove(address, where: \.isBonded) }

    /// Removes the radios' devices of this address for which the condition holds. Returns whether it removed one.
    @discardableResult
    private func remove(_ address: MACAddress, where condition: (DeviceProperties) -> Bool) async throws -> Bool {
        let bus = try await catchUp()
        var hasRemoved = false
        for path in devices(address) where objects.device(at: path).map(condition) == true {
            do {
                hasRemoved = try await removeDevice(path, over: bus) || hasRemoved
            } catch let fault as BusFault {
                throw BluetoothFailure(fault, .talking)
            }
        }
        return hasRemoved
    }

    private static let isAway = BluetoothFailure(.unavailable, BluetoothUnavailability.backendAway.rawValue)

    /// Returns once every signal is here that came before now. bluetoothd sends what it owes before an answer (gdbus/object.c of BlueZ
    /// 5.66, g_dbus_send_message), and a radio is there before its devices are.
    private func catchUp() async throws -> DirectBus {
        await connected()
        guard let bus, owner != nil else { throw Self.isAway }
        do {
            _ = try await bus.call(Self.name, "/", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects")
        } catch let fault as BusFault {
            throw BluetoothFailure(fault, .talking)
        }
        guard isServing else { throw Self.isAway }
        return bus
    }

    /// Returns whether this call removed the device, and disconnected it. bluetoothd answers everybody who asks meanwhile as
    /// if each had, so the others wait.
    func removeDevice(_ path: String, over bus: DirectBus) async throws -> Bool {
        while !removing.insert(path).inserted {
            _ = try await wait(.seconds(60)) { $0.removing.contains(path) ? nil : true }
            guard objects.device(at: path) != nil else { return false }
        }
        defer {
            removing.remove(path)
            changed()
        }
        do {
            _ = try await bus.call(
                Self.name, Self.adapter(of: path), BlueZObjects.adapter, "RemoveDevice", [.path(path)])
            return true
        } catch let fault as BusFault where fault.name == "org.bluez.Error.DoesNotExist" {
            return false
        }
    }

    // MARK: One pairing

    private func pair(
        _ address: MACAddress, asInput: Bool, ask: @escaping @Sendable (PairingQuestion) -> Void
    ) async throws -> BluetoothAddress {
        let (bus, path) = try await beginTalk(to: address)
        defer { endTalk() }
        if objects.device(at: path)?.isBonded == true {
            try await connect(path)
            return try identity(path)
        }
        try await meet(path, Strangers.Terms(mayBond: true, mayBeInput: asInput))
        let wasConnected = objects.device(at: path)?.isConnected == true
        let agent = ExportedObject(AgentCall.path, AgentCall.interface, on: bus) { call in
            self.assumeIsolated { $0.receive(call) }
        }
        pairing = Pairing(path: path, address: address, ask: ask)
        defer {
            pairing = nil
            withExtendedLifetime(agent) {}
        }
        do {
            try await register(over: bus)
            let patience = patience(path)
            defer { withExtendedLifetime(patience) {} }
            try await call(path, "Pair", limit: .seconds(180), abandoning: "CancelPairing")
        } catch let fault as BusFault where fault.name == "org.bluez.Error.AlreadyExists" {
            // Another caller was quicker.
        } catch let fault as BusFault {
            await unregister(over: bus)
            await disconnect(path, over: bus)
            if objects.device(at: path)?.isConnected != true { perform(strangers.part(path)) }
            try Task.checkCancellation()
            if let breach = breaches[path] { throw breach }
            if pairing?.isOutOfReach == true {
                throw BluetoothFailure(
                    .notReached, "no connection within \(Self.connecting.components.seconds) seconds")
            }
            throw BluetoothFailure(
                fault, .pairing(hasDigits: pairing?.hasDigits == true, isDenied: pairing?.isDenied == true))
        }
        await unregister(over: bus)
        if pairing?.hasAsked == false { try await askForConsent(path, over: bus) }
        // What it is shows with its services.
        if !asInput { try? await resolveServices(path, within: .seconds(10)) }
        if let breach = breaches[path] { throw breach }
        await trust(path, over: bus)
        if !wasConnected, objects.device(at: path)?.isInput != true { links.owned.insert(path) }
        return try identity(path)
    }

    /// The kernel waits for the device's next advertisement until bluetoothd stops it after two minutes (src/adapter.c,
    /// BONDING_TIMEOUT). A device without a link after the time for a connection has gone.
    private func patience(_ path: String) -> GLibAlarm {
        let before = linksUp[path]
        return GLibAlarm(after: Self.connecting) {
            self.assumeIsolated { radio in
                guard radio.linksUp[path] == before, radio.objects.device(at: path)?.isConnected != true else { return }
                radio.pairing?.isOutOfReach = true
                radio.abandon(path, by: "CancelPairing")
            }
        }
    }

    /// The kernel asks nobody about a Just Works pairing that this machine began (net/bluetooth/smp.c, tk_request:
    /// "Don't confirm locally initiated pairing attempts"). So the person is asked after the pairing, before anything
    /// is sent. If the person declines, the bond is removed.
    private func askForConsent(_ path: String, over bus: DirectBus) async throws {
        pairing?.askForConsent()
        changed()
        do {
            let consent = try await wait(.seconds(120)) { radio -> Bool? in
                radio.owner == nil ? false : radio.pairing?.consent
            }
            if consent == true { return }
            throw BluetoothFailure(consent == nil ? .timedOut : .refused, "nobody has agreed to the pairing")
        } catch let error as CancellationError {
            // Whoever began the pairing owes the bond, removes it, and writes that to the history.
            throw error
        } catch {
            let adapter = Self.adapter(of: path)
            _ = try? await bus.call(Self.name, adapter, BlueZObjects.adapter, "RemoveDevice", [.path(path)])
            throw error
        }
    }

    /// A person has chosen the device, so it may reconnect by itself, as a keyboard must. A bond is useful without
    /// that.
    private func trust(_ path: String, over bus: DirectBus) async {
        let setting: [Variant] = [.string(BlueZObjects.device), .string("Trusted"), .any(.bool(true))]
        _ = try? await bus.call(Self.name, path, "org.freedesktop.DBus.Properties", "Set", setting)
    }

    /// When the pairing is over, bluetoothd has replaced a private address by the identity address.
    private func identity(_ path: String) throws -> BluetoothAddress {
        guard let device = objects.device(at: path) else { throw BluetoothFailure(.notReached, "the device is gone") }
        return device.address
    }

    // MARK: The agent

    /// bluetoothd asks the agent of the process that called Pair (src/device.c, pair_device). Ours exists only while we
    /// pair, and never asks to be the default one, so it gets no questions of others' pairings.
    private func register(over bus: DirectBus) async throws {
        let arguments: [Variant] = [.path(AgentCall.path), .string(AgentCall.capability)]
        do {
            try await agents("RegisterAgent", arguments, over: bus)
        } catch let fault as BusFault where fault.name == "org.bluez.Error.AlreadyExists" {
            await unregister(over: bus)
            try await agents("RegisterAgent", arguments, over: bus)
        }
    }

    private func unregister(over bus: DirectBus) async {
        try? await agents("UnregisterAgent", [.path(AgentCall.path)], over: bus)
    }

    private func agents(_ method: String, _ arguments: [Variant], over bus: DirectBus) async throws {
        _ = try await bus.call(Self.name, "/org/bluez", "org.bluez.AgentManager1", method, arguments)
    }

    private func receive(_ call: Invocation) {
        guard call.sender == owner else {
            return call.refuse("org.freedesktop.DBus.Error.AccessDenied", "bluetoothd alone may ask this")
        }
        switch AgentCall(call.method, call.arguments) {
        case .asks(let question, let path) where path == pairing?.path: pairing?.receive(question, call)
        case .asks, .foreign: call.refuse(AgentCall.rejected, "not asked for")
        case .cancel, .release:
            pairing?.withdraw()
            call.reply()
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// The machine's Wi-Fi through NetworkManager, on the GLib thread that it shares with `BlueZ`. Lives as long as the process.
package actor NetworkManager: Radio, OnBus {
    let executor = GLibExecutor.radios
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    let patience: Duration
    let airtime: Airtime
    let changes = Changes()
    let life = BusLife()
    let observers = Observers<RadioState>()

    private(set) var bus: Bus?
    private(set) var client: Client?
    private(set) var hasSupplicant = false
    private var supplicantAccess: Scanning?
    private static let iwd = "net.connman.iwd"
    private var hasIWD = false

    private var clientSignals: [Signal] = []
    private var watches: [Bus.Watch] = []
    private var radioSignals: [String: Signal] = [:]
    /// By interface, and when to ask the kernel again: whenever a radio has come or gone, or is on another network.
    private var concurrencies: [String: (value: RadioConcurrency?, radios: [Int])] = [:]

    /// The activity by interface: joins and restorations, our scans, and ended scans.
    var switching: [String: Int] = [:]
    var scanning: [String: Supplicant] = [:]
    var scansDone: [String: Int] = [:]
    var wasScanWhole: [String: Bool] = [:]
    /// Scans of ours that wait for their turn, by interface; the first one has it.
    var scanTurns: [String: [Int]] = [:]
    var lastScanTurn = 0
    /// The names of what NetworkManager is making, until it answers.
    var making: Set<String> = []
    /// The addresses of interfaces, by the profile whose join waits for one.
    var addressTables: [String: AddressTable] = [:]
    /// The addresses of second stations, by interface: NetworkManager may give a radio without a network another one.
    var stationAddresses: [String: MACAddress] = [:]
    /// The D-Bus path of the latest activation that had its link, and no addresses in time.
    var stalled: String?

    /// The readers of the home network's sightings.
    var homeWatches: [Int: HomeWatch] = [:]
    var lastHomeWatch = 0
    let address: String?
    /// When Avahi may be asked, as a time since boot.
    let avahiIsLeftOutUntil: Duration

    /// - Parameters:
    ///   - patience: how long NetworkManager waits for a sign of life before it rolls a checkpoint back.
    ///   - airtime: shared with the machine's Bluetooth.
    ///   - address: the D-Bus address of another bus than the system's.
    ///   - pause: how long from now Avahi is not asked.
    package init(
        patience: Duration = Protection.patience, airtime: Airtime = Airtime(), address: String? = nil,
        leavesAvahiOutFor pause: Duration? = nil
    ) {
        self.patience = patience
        self.airtime = airtime
        self.address = address
        avahiIsLeftOutUntil = pause.map { bootTime() + $0 } ?? .zero
    }

    /// Returns when the GLib thread, which is BlueZ's too, has turned.
    package func turn() {}

    package func states() async -> AsyncStream<RadioState> { await observedStates() }

    // MARK: The bus and NetworkManager coming and going

    var isOnBus: Bool { client != nil }

    func connect(closed: @escaping @Sendable () -> Void) async throws {
        let bus = try await Bus.at(address, closed: closed)
        let client = try await Client.connect(over: bus)
        hasSupplicant = try await bus.hasOwner(Supplicant.name)
        if hasSupplicant { supplicantAccess = await Supplicant.scanning(over: bus) }
        hasIWD = try await bus.hasOwner(Self.iwd)
        follow(client, over: bus)
    }

    private func follow(_ client: Client, over bus: Bus) {
        self.bus = bus
        self.client = client
        let report: @Sendable () -> Void = { self.assumeIsolated { $0.changed() } }
        clientSignals = ["notify", "device-added", "device-removed"].map {
            Signal($0, of: client.object.pointer, arguments: .one, report)
        }
        watches = [
            bus.watch(Supplicant.name) { owner in self.assumeIsolated { $0.supplicantChanged(isThere: owner != nil) } },
            bus.watch(Self.iwd) { owner in
                self.assumeIsolated {
                    $0.hasIWD = owner != nil; $0.changed()
                }
            },
        ]
    }

    private func supplicantChanged(isThere: Bool) {
        hasSupplicant = isThere
        if !isThere { supplicantAccess = nil }
        changed()
        guard isThere else { return }
        // A C callback has no task to be part of.
        Task(executorPreference: executor) { await self.findSupplicantAccess() }
    }

    private func findSupplicantAccess() async {
        guard let bus else { return }
        supplicantAccess = await Supplicant.scanning(over: bus)
        changed()
    }

    func disconnect() {
        clientSignals = []
        watches = []
        radioSignals = [:]
        client = nil
        bus = nil
        hasSupplicant = false
        supplicantAccess = nil
        hasIWD = false
    }

    func wake() {
        followRadios()
        readConcurrencies()
        changes.notify()
    }

    private func followRadios() {
        var signals: [String: Signal] = [:]
        for radio in client?.radios ?? [] {
            guard let path = radio.path else { continue }
            signals[path] =
                radioSignals[path]
                ?? Signal("notify", of: radio.object.pointer, arguments: .one) {
                    self.assumeIsolated { $0.changed() }
                }
        }
        radioSignals = signals
    }

    private func readConcurrencies() {
        let radios = client?.radios ?? []
        let present = radios.flatMap { [$0.state.rawValue, $0.activeAccessPoint?.frequency ?? 0] }
        concurrencies = radios.reduce(into: [:]) { read, radio in
            let known = concurrencies[radio.interface]
            read[radio.interface] =
                known?.radios == present
                ? known : (RadioConcurrency(interface: radio.interface), present)
        }
    }

    // MARK: State

    var state: RadioState {
        guard let client, client.isRunning else {
            return RadioState(backend: "NetworkManager", unavailable: .backendAway, scanning: nil, adapters: [])
        }
        let adapters = client.radios.map {
            Adapter(
                interface: $0.interface, activity: activity(of: $0), address: $0.permanentAddress,
                concurrency: concurrencies[$0.interface]?.value)
        }
        return RadioState(
            backend: client.version.map { "NetworkManager \($0)" } ?? "NetworkManager",
            unavailable: adapters.isEmpty ? .noRadio : nil, scanning: supplicantAccess,
            adapters: adapters.sorted { $0.interface < $1.interface })
    }

    private func activity(of device: Device) -> Adapter.Activity {
        if let cause = unavailability(of: device) { return .unusable(cause) }
        guard let activation = device.activation, activation.isLive else { return .idle }
        let ssid = activation.profile?.ssid
        if activation.isOurs, let ssid { return .accessory(ssid) }
        return activation.state == .activated
            ? .connected(name: activation.name, ssid: ssid) : .connecting(name: activation.name, ssid: ssid)
    }

    /// The reason why a radio cannot be used; nil if it can.
    func unavailability(of device: Device) -> Unavailability? {
        guard let client, client.isRunning else { return .backendAway }
        if !client.isWirelessHardwareEnabled { return .hardBlocked }
        if !client.isWirelessEnabled { return .switchedOff }
        if !device.isStation { return .accessPoint }
        switch device.state {
        case .unmanaged: return .unmanaged
        case .unknown, .unavailable: return hasSupplicant || hasIWD ? .notReady : .noSupplicant
        case .disconnected, .prepare, .config, .needAuth, .ipConfig, .ipCheck, .secondaries, .activated, .deactivating,
            .failed:
            return hasIWD && !hasSupplicant ? .iwdBackend : nil
        }
    }

    /// The named radio, if it can be used.
    func usableRadio(_ interface: String) throws(Unavailability) -> Device {
        guard let client, client.isRunning else { throw .backendAway }
        guard let device = client.radio(interface) else { throw .noRadio }
        if let cause = unavailability(of: device) { throw cause }
        return device
    }

    /// The activation at this path, as soon as libnm has read what belongs to it. Its own calls wait for that, too, but
    /// for ever.
    func activation(at path: String) async throws -> Activation {
        guard let activation = try await wait(.seconds(10), for: { $0.client?.activation(at: path) }) else {
            let isSilent = await client?.answers() != true
            throw BusFault(
                message: isSilent ? "NetworkManager does not answer" : "libnm does not show the activation \(path)")
        }
        return activation
    }
}

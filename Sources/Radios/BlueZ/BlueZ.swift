// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel
import FoundationEssentials

/// The machine's Bluetooth through BlueZ, on the GLib thread that it shares with `NetworkManager`. Lives as long as the
/// process. Of several radios it uses the first usable one.
package actor BlueZ: BluetoothRadio, OnBus {
    static let name = "org.bluez"

    let executor = GLibExecutor.radios
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    package nonisolated var talkExecutor: (any TaskExecutor)? { executor }

    let airtime: Airtime
    let changes = Changes()
    let life: BusLife
    let observers = Observers<BluetoothState>()
    private let address: String?

    private(set) var bus: DirectBus?
    /// bluetoothd's unique name on the bus; nil while it is away.
    private(set) var owner: String?
    private(set) var objects = BlueZObjects()
    var isRefused = false
    private var bondsByItself = false
    private(set) var isServing = false
    /// The signals that came while GetManagedObjects was under way.
    private var early: [BlueZObjects.Change]?
    private var signals: [DirectBus.Subscription] = []
    private var watch: DirectBus.Subscription?

    var listening = Listening()
    /// One conversation with a device at a time: most radios can make only one connection at once.
    var isTalking = false
    var turns = TalkTurns()
    /// The end of the time for those who listen.
    var hearing: GLibAlarm?
    var pairing: Pairing?
    var links = Links()
    var requests = Requests()
    var strangers = Strangers()
    /// The paths of devices that bluetoothd is asked to remove.
    var removing: Set<String> = []
    /// Why devices were removed, by their paths, until the next meeting.
    var breaches: [String: BluetoothFailure] = [:]
    weak var ledger: (any BondLedger)?
    var subscriptions = Subscriptions()
    /// How often each device's link came up.
    private(set) var linksUp: [String: Int] = [:]
    /// The devices whose link is known by asking. A signal of it may still come.
    private var linksAsked: Set<String> = []

    /// - Parameters:
    ///   - airtime: shared with the machine's Wi-Fi.
    ///   - address: the D-Bus address of another bus than the system's.
    ///   - pause: how long from now nothing is asked of bluetoothd, and nothing taken.
    package init(airtime: Airtime = Airtime(), address: String? = nil, isLeftOutFor pause: Duration? = nil) {
        self.airtime = airtime
        self.address = address
        life = BusLife(leftOutFor: pause)
    }

    package func bluetoothStates() async -> AsyncStream<BluetoothState> { await observedStates() }

    package func path(of address: MACAddress) async -> String? {
        await connected()
        return devices(address).first
    }

    // MARK: The bus and bluetoothd coming and going

    var isOnBus: Bool { bus != nil }

    /// Returns when bluetoothd's objects are known.
    func connect(closed: @escaping @Sendable () -> Void) async throws {
        let bus = try await DirectBus.at(address, on: executor, closed: closed)
        self.bus = bus
        follow(bus)
        if try await bus.hasOwner(Self.name) {
            _ = try await wait(.seconds(10)) { $0.isServing || $0.isRefused ? true : nil }
        }
    }

    private func follow(_ bus: DirectBus) {
        let properties = "org.freedesktop.DBus.Properties"
        let manager = "org.freedesktop.DBus.ObjectManager"
        signals = [
            bus.subscribe(Self.name, "/", manager, "InterfacesAdded") { arguments in
                self.assumeIsolated { $0.receive(BlueZObjects.Change(interfacesAdded: arguments)) }
            },
            bus.subscribe(Self.name, "/", manager, "InterfacesRemoved") { arguments in
                self.assumeIsolated { $0.receive(BlueZObjects.Change(interfacesRemoved: arguments)) }
            },
        ]
        signals += [BlueZObjects.adapter, BlueZObjects.device].map { interface in
            bus.subscribe(Self.name, nil, properties, "PropertiesChanged", about: interface) { path, arguments in
                self.assumeIsolated { $0.receive(BlueZObjects.Change(propertiesChangedAt: path, arguments)) }
            }
        }
        watch = bus.watch(Self.name) { [executor] owner in
            self.assumeIsolated { $0.own(owner) }
            guard owner != nil else { return }
            // A C callback has no task to be part of.
            Task(executorPreference: executor) { await self.askForObjects() }
        }
    }

    private func own(_ owner: String?) {
        guard self.owner != owner else { return }
        self.owner = owner
        // bluetoothd reads the file when it starts.
        bondsByItself = InputConfiguration.bondsByItself(
            FileManager.default.contents(atPath: InputConfiguration.path).map { Array($0) })
        isServing = false
        isRefused = false
        objects = BlueZObjects()
        linksUp = [:]
        linksAsked = []
        listening.sightings.forgetAll()
        links.forgetDevices()
        perform(strangers.partWithAll())
        breaches = [:]
        pairing?.withdraw()
        changed()
    }

    /// Once in each of bluetoothd's lives.
    private func askForObjects() async {
        guard early == nil, let bus else { return }
        let asked = owner
        early = []
        do {
            let reply = try await bus.call(
                Self.name, "/", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects")
            objects = BlueZObjects(managed: reply)
            // The reply contains every change that came before it; applied again, it has no effect.
            for change in early ?? [] { objects.apply(change) }
            isServing = true
            perform(strangers.recall(in: objects))
        } catch let fault as BusFault {
            isRefused = fault.name == "org.freedesktop.DBus.Error.AccessDenied"
        } catch {}
        early = nil
        // bluetoothd may have restarted meanwhile.
        guard owner == asked else {
            isServing = false
            if owner != nil { await askForObjects() }
            return
        }
        changed()
    }

    private func receive(_ change: BlueZObjects.Change?) {
        guard let change else { return }
        early?.append(change)
        objects.apply(change)
        if case .changed(let path, BlueZObjects.device, let properties, _) = change,
            let isConnected = properties["Connected"]
        {
            let wasAsked = linksAsked.remove(path) != nil
            if isConnected == .bool(true), !wasAsked { linksUp[path, default: 0] += 1 }
        }
        links.receive(change, in: objects)
        perform(strangers.receive(change, in: objects))
        followServices(change)
        if let adapter = listening.adapter {
            listening.sightings.receive(change, in: objects, adapter: adapter, at: bootTime())
        }
        changed()
    }

    /// Asks whether a device is connected. bluetoothd sends no signal of a link whose channel is there before the kernel
    /// reports the link (src/device.c of BlueZ 5.66, att_connect_cb and device_add_connection).
    func askForLink(_ path: String) async {
        let property: [Variant] = [.string(BlueZObjects.device), .string("Connected")]
        let properties = "org.freedesktop.DBus.Properties"
        guard let reply = try? await bus?.call(Self.name, path, properties, "Get", property),
            reply == [.bool(true)], objects.device(at: path)?.isConnected == false
        else { return }
        receive(.changed(path, BlueZObjects.device, ["Connected": .bool(true)], invalidated: []))
        linksAsked.insert(path)
    }

    func disconnect() {
        signals = []
        watch = nil
        bus = nil
        own(nil)
    }

    func wake() {
        endLostLinks()
        changes.notify()
        notifyListeners()
        discover()
    }

    // MARK: State

    var state: BluetoothState {
        BluetoothState(
            backend: "BlueZ", unavailable: unavailability, adapters: adapters, bondsByItself: isServing && bondsByItself
        )
    }

    private var adapters: [BluetoothAdapter] {
        guard isServing else { return [] }
        return objects.paths(with: BlueZObjects.adapter).compactMap { path in
            guard let adapter = adapter(at: path) else { return nil }
            let name = Self.lastPart(path)
            let isBlocked = !adapter.isPowered && isBlockedByRFKill(name)
            return BluetoothAdapter(
                name: name, address: adapter.address, unavailable: adapter.unavailability(isBlocked: isBlocked))
        }
    }

    /// The reason why no radio can be used; nil while one can.
    var unavailability: BluetoothUnavailability? {
        if isRefused { return .refused }
        if life.isLeftOut { return .leftOut }
        guard isServing else { return .backendAway }
        let adapters = adapters
        guard let first = adapters.first else { return .noRadio }
        return adapters.contains { $0.unavailable == nil } ? nil : first.unavailable
    }

    func adapter(at path: String) -> AdapterProperties? {
        objects.properties(path, BlueZObjects.adapter).flatMap { AdapterProperties($0) }
    }

    /// The path of the radio in use.
    var usableAdapter: String? {
        guard isServing, !isRefused else { return nil }
        return objects.paths(with: BlueZObjects.adapter).first { path in
            adapter(at: path).map { $0.isPowered && $0.hasLowEnergy } == true
        }
    }

    /// The paths under which the radios know a device: first the one with a bond, else that of the radio in use.
    func devices(_ address: MACAddress) -> [String] {
        let known = objects.paths(with: BlueZObjects.device).compactMap { path in
            objects.device(at: path).flatMap { $0.address.address == address ? (path, $0.isBonded) : nil }
        }
        let own = usableAdapter.map { $0 + "/" } ?? "/"
        return known.filter(\.1).map(\.0) + known.filter { !$0.1 && $0.0.hasPrefix(own) }.map(\.0)
            + known.filter { !$0.1 && !$0.0.hasPrefix(own) }.map(\.0)
    }

    /// The path of the radio that knows a device.
    static func adapter(of device: String) -> String {
        String(device.prefix(upTo: device.lastIndex(of: "/") ?? device.endIndex))
    }

    static func lastPart(_ path: String) -> String { String(path.split(separator: "/").last ?? "") }
}

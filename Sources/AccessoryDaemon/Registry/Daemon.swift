// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel
import AccessoryProvisioning
package import AccessoryRules
import AgentInterface
import Glibc
package import Logging
import Varlink

/// The registry of sessions, pickers, leases and records. It decides nothing that a machine or a rule can decide, and
/// does no radio work itself.
package actor Daemon {
    /// The ingredients of a daemon.
    package struct Settings: Sendable {
        package var stateDirectory: String
        package var configurationDirectories: [String]
        /// The wall clock.
        package var now: @Sendable () -> Timestamp
        /// Returns when the wall clock shows this instant, or was set.
        package var waitUntil: @Sendable (Timestamp) async throws -> Void = WallTimer.wait
        /// How long this machine has run since its boot, sleep included.
        package var uptime: @Sendable () -> Duration = Settings.systemUptime
        /// How long configuration files must be at rest before they are read again. Nil if they are not watched.
        package var settleTime: Duration? = ConfigurationWatch.settleTime
        /// Where systemd puts the secrets that the agent's unit names (systemd.exec(5), LoadCredential=).
        package var credentialsDirectory: String? = getenv("CREDENTIALS_DIRECTORY").map { String(cString: $0) }
        /// The same until the next start of the machine (random(4)).
        package var bootID: String = Settings.systemBootID
        /// The seat of the person that a program works for.
        package var seat: @Sendable (Identity) -> String? = Seats.seat
        /// The user whose session is on a seat's screen now.
        package var activeUser: @Sendable (_ seat: String) -> UInt32? = Seats.activeUser
        /// How long a request waits for a picker: one that the person's session starts, or starts again, comes in that
        /// time.
        package var pickerPatience = Duration.seconds(10)
        /// How long an accessory that has the home network is looked for there.
        package var arrivalPatience = Arrival.patience
        /// When radios listen for apps that observe.
        package var observing = ListeningDuty.observing
        /// Where files show the accessories that start apps (accessoryd-app(5)).
        package var presentFolder = "/run/accessoryd/present"
        /// Where systemd starts the program that hands networks over (accessory-provision(1)).
        package var provisionSocket = "/run/accessoryd/provision.socket"
        /// Where systemd starts the program that fences hotspots and makes second stations (accessory-link(8)).
        package var linkSocket = "/run/accessoryd/link.socket"
        /// The service manager that gets notices.
        package var supervisor = Supervisor.nobody
        /// Returns when the radios' loop has turned; it is part of every sign of life.
        package var turn: @Sendable () async -> Void = {}

        package init(
            stateDirectory: String, configurationDirectories: [String],
            now: @escaping @Sendable () -> Timestamp = { Timestamp(seconds: Int64(time(nil))) }
        ) {
            self.stateDirectory = stateDirectory
            self.configurationDirectories = configurationDirectories
            self.now = now
        }

        package static let systemUptime: @Sendable () -> Duration = {
            var time = timespec()
            clock_gettime(CLOCK_BOOTTIME, &time)
            return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
        }

        /// Whether the user's session is on the seat's screen now.
        func isActive(_ uid: UInt32, at seat: String) -> Bool { activeUser(seat) == uid }

        package static var systemBootID: String {
            let contents = try? Configuration.contents(of: "/proc/sys/kernel/random/boot_id")
            return String(decoding: contents?.filter { $0 != UInt8(ascii: "\n") } ?? [], as: UTF8.self)
        }
    }

    nonisolated let radio: any Radio
    nonisolated let bluetooth: any BluetoothRadio
    nonisolated let neighbourhood: any Neighbourhood
    nonisolated let clock: any Clock<Duration>
    /// For times from one event to another, independent of the wall clock.
    nonisolated let uptime: Stopwatch
    nonisolated let settings: Settings
    let store: Store
    let log: Logger
    nonisolated let watch: ConfigurationWatch?
    var configuration: Configuration
    /// Only `apply` and hints change it.
    var book: AccessBook
    var records: Records { book.records }
    var hotspots: Hotspots { book.hotspots }
    /// What is known now.
    var access: Access {
        Access(book: book, configuration: configuration, absences: absences, screens: screens, now: now())
    }
    var leases = Leases()
    var peripherals = Peripherals()
    var plans: Plans
    var absences: Absences
    var screens = Screens()
    var sessions = Sessions()
    var bulletin = Bulletin()
    private(set) var isStopping = false
    private(set) var lastRadioState: RadioState?
    private var waitingForState: [CheckedContinuation<RadioState, Never>] = []
    private(set) var lastBluetoothState: BluetoothState?
    /// The bonds of set-ups that still run.
    var bondsInUse: [String: Set<MACAddress>] = [:]
    /// The bonds whose removal is under way.
    var bondsGoing: Set<MACAddress> = []
    /// A bond must be removed, or can be now.
    nonisolated let bondsAreOwed = Signal()
    /// The next expiry may have another time than before.
    nonisolated let expiries = Signal()
    /// The hand-overs by Wi-Fi Easy Connect that are under way, by interface.
    var easyConnects: [String: EasyConnectMark] = [:]
    /// Something may be left in wpa_supplicant, or can be removed now.
    nonisolated let easyConnectsAreOwed = Signal()
    /// The accessories that are on their way to another home network now.
    var moving: Set<Accessory.ID> = []
    /// A move was ordered, or may go on.
    nonisolated let movesGoOn = Signal()
    /// Other accessories than before may start apps.
    nonisolated let startsChanged = Signal()
    /// Some app's manifest is missing, or has returned.
    nonisolated let absencesChanged = Signal()
    /// Networks for the agent itself to hold: the lease of a plan, or the network of a plan that was kept before.
    nonisolated let (orders, keepOrders) = AsyncStream.makeStream(of: (plan: Plan.ID, lease: Lease.ID?).self)
    nonisolated let (begun, begin) = AsyncStream.makeStream(of: BegunLease.self)

    /// One for all its copies: a lease is large, and waits in a stream.
    final class BegunLease: Sendable {
        let lease: LeaseRun
        let machine: Lease
        let effects: [Lease.Effect]

        init(lease: LeaseRun, machine: Lease, effects: [Lease.Effect]) {
            (self.lease, self.machine, self.effects) = (lease, machine, effects)
        }
    }

    /// Opens the store and reads the configuration. Throws the fault with its file, before it changes anything.
    package init(
        _ settings: Settings, radio: any Radio, bluetooth: any BluetoothRadio, neighbourhood: any Neighbourhood,
        clock: (any Clock<Duration>)? = nil, log: Logger
    ) throws {
        self.radio = radio
        self.bluetooth = bluetooth
        self.neighbourhood = neighbourhood
        self.clock = clock ?? EventLoopClock()
        uptime = Stopwatch(self.clock)
        self.settings = settings
        self.log = log
        store = try Store(directory: settings.stateDirectory)
        for notice in store.notices { log.warning("\(notice)") }
        book = AccessBook(
            try store.records(), hotspots: try store.hotspots(),
            places: try store.locations().mapValues { Whereabouts(stored: $0) }, identities: try store.identities(),
            residences: try store.residences(), ownPictures: try store.ownPictures(), makeID: UniqueID.make)
        for accessory in try store.unfitNames() {
            log.notice(
                """
                the name of accessory \(accessory) is longer than \(DisplayName.longest) bytes or not one plain line; it is \
                shortened until 'accessoryctl accessory rename' changes it
                """)
        }
        plans = Plans(PlanBook(try store.plans(), boot: settings.bootID))
        absences = Absences(try store.absences())
        watch = settings.settleTime.map { ConfigurationWatch(settings.configurationDirectories, settleTime: $0) }
        configuration = Configuration(directories: settings.configurationDirectories)
        expiries.yield()
        startsChanged.yield()
    }

    nonisolated func now() -> Timestamp { settings.now() }

    /// Takes no more leases and leaves those that are held; `run` returns when every uplink is restored.
    func shutDown() {
        plans.book.letAllGo()
        isStopping = true
        do {
            try store.saveTheRest()
        } catch {
            log.error("what was taken away is forgotten with this agent: \(error)")
        }
        notifySystemd(.stop)
        for (id, entry) in leases.inOrder {
            leave(id)
            entry.send.yield(.yield)
        }
        sessions.end()
        begin.finish()
        situationChanged()
    }

    /// At the end, when nothing is written any more.
    func foldStore() { store.fold() }

    // MARK: In one step

    // A noun answers a question as a copy. What changes it goes here, so that nothing else happens meanwhile.

    @discardableResult
    func withScreens<Value: Sendable, Fault>(
        _ step: @Sendable (inout Screens) throws(Fault) -> Value
    ) throws(Fault) -> Value { try step(&screens) }

    @discardableResult
    func withLeases<Value: Sendable, Fault>(
        _ step: @Sendable (inout Leases) throws(Fault) -> Value
    ) throws(Fault) -> Value { try step(&leases) }

    @discardableResult
    func withSessions<Value: Sendable, Fault>(
        _ step: @Sendable (inout Sessions) throws(Fault) -> Value
    ) throws(Fault) -> Value { try step(&sessions) }

    @discardableResult
    func withPlans<Value: Sendable, Fault>(
        _ step: @Sendable (inout Plans) throws(Fault) -> Value
    ) throws(Fault) -> Value { try step(&plans) }

    @discardableResult
    func withPeripherals<Value: Sendable, Fault>(
        _ step: @Sendable (inout Peripherals, Access) throws(Fault) -> Value
    ) throws(Fault) -> Value {
        let value = try step(&peripherals, access)
        if peripherals.hasNews { peripheralsChanged() }
        return value
    }

    func peripheralsChanged() { peripherals.report(access, lastBluetoothState?.unavailable) }

    // MARK: Radios

    func radiosChanged(_ new: RadioState) {
        let before = lastRadioState
        lastRadioState = new
        for waiter in waitingForState { waiter.resume(returning: new) }
        waitingForState = []
        plans.radioChanged()
        for line in new.news(after: before, without: leases.stations) { publish(.radio, app: nil, line) }
        followUplinks(of: new)
        situationChanged()
        if before?.usable != new.usable { easyConnectsAreOwed.yield() }
        if before?.networks != new.networks { movesGoOn.yield() }
        guard let before else { return }
        leases.mayReturn(on: new.usable.subtracting(before.usable).union(new.connected.subtracting(before.connected)))
    }

    func bluetoothChanged(_ new: BluetoothState) {
        let old = lastBluetoothState
        lastBluetoothState = new
        situationChanged()
        peripheralsChanged()
        if new.unavailable == nil, old?.unavailable != nil || old == nil { bondsAreOwed.yield() }
        guard let old, old.unavailable != new.unavailable else { return }
        publish(.radio, app: nil, "\(new.backend): \(new.unavailable?.rawValue ?? "Bluetooth is available")")
    }

    /// The present state of Bluetooth; asks if its backend has not reported yet.
    func bluetoothRadios() async -> BluetoothState {
        if let lastBluetoothState { return lastBluetoothState }
        for await state in await bluetooth.bluetoothStates() { return state }
        return BluetoothState(backend: "Bluetooth", unavailable: .backendAway, adapters: [])
    }

    /// The present state of the radios; waits for the backend's first report after the start.
    func radios() async -> RadioState {
        if let lastRadioState { return lastRadioState }
        return await withCheckedContinuation { waitingForState.append($0) }
    }

    /// The radio to use next. Throws why there is none.
    ///
    /// - Parameter waits: gets the name of an uplink that is restored before the radio is free.
    func chooseRadio(
        wanted: String? = nil, sharing: Bool = false, waits: (@Sendable (_ uplink: String) -> Void)? = nil
    ) async throws(AccessoryError) -> Adapter {
        var state = await radios()
        let stations = leases.stations
        state.adapters.removeAll { stations.contains($0.interface) }
        if !configuration.interfaces.isEmpty {
            state.adapters.removeAll { !configuration.interfaces.contains($0.interface) }
        }
        if sharing { return try RadioChoice.choose(from: state, taken: [], wanted: wanted) }
        // A radio with an owed uplink comes last; its lease makes room.
        if let free = try? RadioChoice.choose(from: state, taken: leases.interfaces, wanted: wanted) { return free }
        do throws(AccessoryError) {
            return try RadioChoice.choose(from: state, taken: leases.heldInterfaces, wanted: wanted)
        } catch {
            // After a restart of the agent an app joins again at once, while the radio is on its way back.
            let recovering = leases.recovering(
                on: state.adapters.map(\.interface).filter { wanted == nil || $0 == wanted }
            )
            guard error.code == .busy else { throw error }
            recovering.first.flatMap { leases[$0]?.returning }.map { waits?($0) }
            // Whoever is gone waits for nothing: without this it would ask again at once, and again.
            guard await LeaseHandle.isOver(oneOf: recovering.map { leases.follow($0) }) else { throw error }
            return try await chooseRadio(wanted: wanted, waits: waits)
        }
    }

    // MARK: Monitors

    /// Reports to monitors and to the log, which can be searched for the app, the accessory and the plan.
    ///
    /// - Parameter owner: the app and user whose records changed; a monitor of that user's gets it, too.
    func publish(
        _ kind: MonitorEvent.Kind, app: String?, accessory: String? = nil, of owner: Claimant? = nil,
        plan: String? = nil, _ text: String
    ) {
        let metadata = Logger.Metadata(app: app, accessory: accessory, plan: plan)
        log.notice("\(app.map { "\($0): " } ?? "")\(text)", metadata: metadata)
        let event = MonitorEvent(time: now(), kind: kind, app: app, text: text)
        sessions.monitors.send(event, of: owner) { configuration.manifests.byID[$0] }
    }
}

extension Logger.Metadata {
    /// What the log can be searched for.
    init(app: String?, accessory: String?, plan: String? = nil) {
        let known = [("app", app), ("accessory", accessory), ("plan", plan)]
        self.init(uniqueKeysWithValues: known.compactMap { key, value in value.map { (key, .string($0)) } })
    }
}

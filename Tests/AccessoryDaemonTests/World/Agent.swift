// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryDaemon
import AccessoryModel
import AccessoryRules
import FoundationEssentials
import Glibc
import Logging
import SimulatedRadios
import Varlink

/// A whole daemon in this process: real sockets, real clients, a real store, a simulated air, and callers by name.
struct Agent: Sendable {
    let directory: String
    let daemon: Daemon
    /// The signals for the daemon.
    let signals: AsyncStream<Int32>.Continuation

    var control: ControlClient { ControlClient(AgentSockets(directory: directory)) }
    var picker: PickerClient { PickerClient(AgentSockets(directory: directory)) }

    /// A client that the daemon takes for this system unit.
    func app(_ name: String) -> SetupClient { SetupClient(AgentSockets(directory: "\(directory)/\(name)")) }

    /// The control socket as this caller comes to it.
    func control(as name: String) -> ControlClient { ControlClient(AgentSockets(directory: "\(directory)/\(name)")) }

    /// A picker of this caller's.
    func picker(as name: String) -> PickerClient { PickerClient(AgentSockets(directory: "\(directory)/\(name)")) }

    /// Replaces an app's manifest, or removes it.
    func install(_ app: String, _ manifest: String?) throws {
        let path = "\(directory)/apps.d/\(app).conf"
        guard let manifest else { return try FileManager.default.removeItem(atPath: path) }
        try Data(manifest.utf8).write(to: URL(filePath: path))
    }

    var controlPath: String { AgentSockets(directory: directory).control }
    func appPath(_ name: String) -> String { AgentSockets(directory: "\(directory)/\(name)").app }

    static let air = """
        [Air]
        QuickLookTime=20ms
        SweepTime=60ms
        AssociateTime=10ms
        AuthenticateTime=10ms
        AddressTime=10ms
        RefusalTime=20ms
        AddressTimeout=50ms
        ListenTime=20ms
        ConnectTime=10ms
        ReadTime=1ms
        PairTime=10ms
        HotspotTime=10ms
        [Radio wlan0]
        SSID=HomeNet
        RestoreTime=10ms
        [AccessPoint home]
        SSID=HomeNet
        BSSID=02:00:00:00:10:01
        [AccessPoint 1]
        SSID=MyCam-0001
        BSSID=02:00:00:00:01:01
        Signal=90
        [AccessPoint 2]
        SSID=MyCam-0042
        BSSID=02:00:00:00:01:42
        Signal=60
        Security=wpa2
        Passphrase=camera-0042
        [AccessPoint 3]
        SSID=MyCam-0404
        BSSID=02:00:00:00:01:44
        Signal=40
        Fault=no-dhcp
        """

    static let apps = [
        "org.example.camera": """
        [App]
        Name=Camera
        [Identity]
        Units=camera.service
        [Discovery]
        SSIDPrefixes=MyCam-
        """,
        "org.example.plug": """
        [App]
        Name=Plug
        [Identity]
        Units=plug.service
        [Discovery]
        SSIDs=MyPlug
        """,
    ]

    static func temporaryDirectory() throws -> String {
        var template = Array("/tmp/accessoryd.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw POSIXError(.EIO) }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Runs `body` with a folder that goes with its end.
    static func inDirectory(_ body: (String) throws -> Void) throws {
        let directory = try temporaryDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try body(directory)
    }

    /// Runs a daemon around `body`, and its whole shutdown after it.
    static func run<R: Sendable>(
        air: String = Self.air, apps: [String: String] = Self.apps, callers: [String] = ["camera", "plug", "stranger"],
        named identities: [String: Identity] = [:], pids: [String: Int32] = [:], in directory: String? = nil,
        radio: (any Radio)? = nil, bluetooth: (any BluetoothRadio)? = nil, neighbourhood: (any Neighbourhood)? = nil,
        isWatching: Bool = false, now: (@Sendable () -> Timestamp)? = nil,
        seat: @escaping @Sendable (Identity) -> String? = { _ in nil },
        activeUser: @escaping @Sendable (String) -> UInt32? = { _ in nil }, configuration: String? = nil,
        boot: String = "b1", credentials: String? = nil, clock: (any Clock<Duration>)? = nil,
        airClock: any Clock<Duration> = ContinuousClock(),
        uptime: (@Sendable () -> Duration)? = nil, waitUntil: (@Sendable (Timestamp) async throws -> Void)? = nil,
        supervisor: Supervisor = .nobody, turn: @escaping @Sendable () async -> Void = {},
        pickerPatience: Duration = .zero, arrivalPatience: Duration = .seconds(45),
        observing: ListeningDuty = .observing,
        _ body: @Sendable (Agent) async throws -> R
    ) async throws -> R {
        let kept = directory != nil
        let directory = try directory ?? temporaryDirectory()
        defer { if !kept { try? FileManager.default.removeItem(atPath: directory) } }
        try FileManager.default.createDirectory(atPath: directory + "/apps.d", withIntermediateDirectories: true)
        for (id, text) in apps {
            try Data(text.utf8).write(to: URL(filePath: "\(directory)/apps.d/\(id).conf"))
        }
        if let configuration {
            try Data(configuration.utf8).write(to: URL(filePath: "\(directory)/accessoryd.conf"))
        }
        let radios = try SimulatedRadios(KeyFile(air.utf8, path: "test-air.conf"), clock: airClock)
        var settings = Daemon.Settings(
            stateDirectory: directory + "/state", configurationDirectories: [directory])
        if let now { settings.now = now }
        if let uptime { settings.uptime = uptime }
        if let waitUntil { settings.waitUntil = waitUntil }
        settings.seat = seat
        settings.activeUser = activeUser
        settings.bootID = boot
        settings.credentialsDirectory = credentials
        settings.provisionSocket = "\(directory)/provision.socket"
        settings.linkSocket = "\(directory)/link.socket"
        settings.presentFolder = "\(directory)/present"
        settings.supervisor = supervisor
        settings.turn = turn
        settings.pickerPatience = pickerPatience
        settings.arrivalPatience = arrivalPatience
        settings.observing = observing
        // A user has 128 of what the kernel watches with, and all tests run at once.
        settings.settleTime = isWatching ? .milliseconds(50) : nil
        let daemon = try Daemon(
            settings, radio: radio ?? radios, bluetooth: bluetooth ?? radios, neighbourhood: neighbourhood ?? radios,
            clock: clock,
            log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        // Beside the callers by name, one door that asks the kernel who comes in.
        var doors = [
            Door(.control, try Listener(path: directory + "/control.socket", mode: 0o600)),
            Door(.app, try Listener(path: directory + "/app.socket", mode: 0o666)),
        ]
        let named = identities.merging(
            callers.map { ($0, Identity(uid: 1000, user: "tester", unit: "\($0).service")) },
            uniquingKeysWith: { one, _ in one })
        for (name, identity) in named {
            try FileManager.default.createDirectory(atPath: "\(directory)/\(name)", withIntermediateDirectories: true)
            let listener = try Listener(path: "\(directory)/\(name)/app.socket", mode: 0o600)
            doors.append(Door(.app, listener) { _ in Peer(identity: identity, pid: pids[name]) })
            let control = try Listener(path: "\(directory)/\(name)/control.socket", mode: 0o600)
            doors.append(Door(.control, control) { _ in Peer(identity: identity, pid: pids[name]) })
        }
        let (signals, stop) = AsyncStream<Int32>.makeStream()
        let agent = Agent(directory: directory, daemon: daemon, signals: stop)
        return try await withThrowingTaskGroup(of: Void.self) { [doors] group in
            group.addTask { await Program(daemon, doors).run(obeying: signals) }
            defer { stop.yield(SIGTERM) }
            return try await body(agent)
        }
    }
}

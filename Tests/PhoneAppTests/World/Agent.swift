// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import Synchronization

/// accessoryd as it is installed, but on a simulated air and in a directory of its own, with this process as its camera app.
final class Agent: Sendable {
    let directory: String
    private let wrapper: [String]
    private let daemon = Mutex<Program?>(nil)
    private let person = Mutex<Program?>(nil)

    struct NotRunning: Error { var detail: String }

    static let air = """
        [Air]
        QuickLookTime=20ms
        SweepTime=60ms
        AssociateTime=10ms
        AuthenticateTime=10ms
        AddressTime=10ms
        RefusalTime=20ms
        AddressTimeout=50ms
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
        Security=wpa2
        Passphrase=camera-0001
        [AccessPoint 2]
        SSID=MyCam-0042
        BSSID=02:00:00:00:01:42
        Signal=60
        [AccessPoint 3]
        SSID=MyCam-0404
        BSSID=02:00:00:00:01:44
        Signal=40
        Fault=no-dhcp
        """

    /// Runs an agent around `body`.
    ///
    /// - Parameter wrapper: a program that starts it, and its arguments.
    static func run<R: Sendable>(
        air: String = Agent.air, configuration: String = "", through wrapper: [String] = [],
        _ body: @Sendable (Agent) async throws -> R
    ) async throws -> R {
        let agent = try Agent(air: air, configuration: configuration, wrapper)
        try await agent.start()
        return try await body(agent)
    }

    private init(air: String, configuration: String, _ wrapper: [String]) throws {
        self.wrapper = wrapper
        var template = Array("/tmp/accessoryd-app.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw POSIXError(.EIO) }
        directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        try FileManager.default.createDirectory(atPath: "\(directory)/apps.d", withIntermediateDirectories: true)
        let manifest = """
            [App]
            Name=Camera
            [Identity]
            Users=\(getuid())
            [Discovery]
            SSIDPrefixes=MyCam-
            BluetoothServices=180D;FFF0
            """
        try write(manifest, to: "apps.d/org.example.camera.conf")
        try write(air, to: "air.conf")
        try write(configuration, to: "accessoryd.conf")
    }

    deinit {
        daemon.withLock { $0 = nil }
        try? FileManager.default.removeItem(atPath: directory)
    }

    func write(_ text: String, to file: String) throws { try TrustedFile.write(text, to: "\(directory)/\(file)") }

    /// Starts accessoryd and returns when it answers.
    func start() async throws {
        let words =
            wrapper + [
                wrapper.isEmpty ? "accessoryd" : "\(Program.folder)/accessoryd", "--simulate",
                "\(directory)/air.conf", "--config-dir", directory, "--state-dir", "\(directory)/state",
                "--runtime-dir", directory,
            ]
        let program = try Program(words[0], Array(words.dropFirst()))
        daemon.withLock { $0 = program }
        while !(try await ctl("--json", "general", "status").contains("\"pickers\"")) {
            if program.hasEnded { throw NotRunning(detail: await program.text()) }
        }
    }

    /// Ends it as a service manager does. Returns what it has logged.
    func end() async -> String {
        guard let program = daemon.withLock({ $0 }) else { return "" }
        kill(program.pid, SIGTERM)
        return await program.text()
    }

    /// Ends it as a crash would.
    func crash() { daemon.withLock { $0 = nil } }

    /// Removes everything that it remembers of all apps.
    func forgetEverything() throws { try FileManager.default.removeItem(atPath: "\(directory)/state") }

    /// The app is not known any more.
    func uninstallApp() throws {
        try FileManager.default.removeItem(atPath: "\(directory)/apps.d/org.example.camera.conf")
    }

    /// A person sits down at a picker, and chooses by the rule.
    func seatPerson(choosing rule: String) async throws {
        let program = try Program("accessoryctl", ["--runtime-dir", directory, "picker", "--select", rule])
        person.withLock { $0 = program }
        try await until { !$0.contains("\"pickers\":0") }
    }

    /// The person's picker ends, whatever it shows.
    func personGoes() { person.withLock { $0 = nil } }

    /// Runs accessoryctl.
    @discardableResult
    func ctl(_ arguments: String...) async throws -> String {
        try await Program("accessoryctl", ["--runtime-dir", directory] + arguments).text()
    }

    /// Asks for the agent's state until it is as it should be.
    func until(_ isSo: (String) -> Bool) async throws {
        while !isSo(try await ctl("--json", "general", "status")) { try Task.checkCancellation() }
    }
}

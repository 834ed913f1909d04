// SPDX-License-Identifier: Apache-2.0

import AccessoryDaemon
import AccessoryModel
import ArgumentParser
import CLinux
import FoundationEssentials
import Glibc
import Logging
import Radios
import SimulatedRadios
import TrustedFiles

/// Arguments, configuration, signals, run.
@main
enum Main {
    static func main() {
        if let fault = linux_start_fault(CommandLine.arguments.count) {
            StandardErrorLog.write("accessoryd: \(String(cString: fault))\n")
            Glibc.exit(1)
        }
        Command.main()
    }
}

struct Command: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accessoryd",
        abstract: "Set up Wi-Fi accessories for authorized apps, and restore the uplink.",
        discussion: """
            The agent runs in the foreground. On SIGHUP it reads the configuration again. On SIGTERM and SIGINT it leaves \
            every accessory, restores the uplinks and exits. With the three directories and --simulate, a second agent runs \
            beside the system's, without privileges.
            """,
        version: Release.version)

    @Option(
        help: ArgumentHelp(
            "A directory with accessoryd.conf, apps.d and provision.d; the last one wins.", valueName: "dir"))
    var configDir: [String] = []

    @Option(
        help: ArgumentHelp("The directory for access records and the journal of unfinished work.", valueName: "dir"))
    var stateDir = "/var/lib/accessoryd"

    @Option(help: ArgumentHelp("The directory for app.socket and control.socket.", valueName: "dir"))
    var runtimeDir = "/run/accessoryd"

    @Option(
        help: ArgumentHelp("Run on a simulated air that is read from this file, not on real radios.", valueName: "file")
    )
    var simulate: String?

    @Flag(help: "Log messages of priority 7, too.")
    var verbose = false

    @Flag(help: "Only note how the agent ended, for ExecStopPost= of its unit.")
    var noteDeath = false

    func run() throws {
        if noteDeath {
            return DeathRecord.note(
                ProcessInfo.processInfo.environment, in: stateDir, boot: Daemon.Settings.systemBootID,
                at: Daemon.Settings.systemUptime())
        }
        signal(SIGPIPE, SIG_IGN)
        OpenFiles.allowAll()
        // Any user may have bluetoothd send messages of megabytes.
        linux_give_memory_back()
        let verbose = verbose
        let activation = Activation.take()
        Capabilities.layDown()
        let isJournal = JournalEntry.isBehind(
            STDERR_FILENO, stream: ProcessInfo.processInfo.environment["JOURNAL_STREAM"])
        LoggingSystem.bootstrap { _ -> any LogHandler in
            let level: Logger.Level = verbose ? .debug : .info
            return isJournal ? JournalLog(level: level) : StandardErrorLog(level: level)
        }
        let log = Logger(label: "accessoryd")
        do {
            let signals = SignalWatch.received([SIGTERM, SIGINT, SIGHUP])
            // Before the agent makes anything.
            if activation.sockets.isEmpty { try Door.check(runtimeDir) }
            let pause = DeathRecord.deaths(in: stateDir, boot: Daemon.Settings.systemBootID)
                .pause(at: Daemon.Settings.systemUptime())
            if let pause {
                log.critical(
                    """
                    accessoryd died again and again; it leaves Bluetooth and Avahi out for the next \
                    \(pause.components.seconds) seconds, and goes on with Wi-Fi alone
                    """)
            }
            let (radio, bluetooth, home, turn) = try simulate.map(Self.simulation) ?? Self.radios(leavingOut: pause)
            var settings = Daemon.Settings(
                stateDirectory: stateDir,
                configurationDirectories: configDir.isEmpty ? ConfigurationFiles.systemDirectories : configDir)
            settings.provisionSocket = "\(runtimeDir)/provision.socket"
            settings.linkSocket = "\(runtimeDir)/link.socket"
            settings.presentFolder = "\(runtimeDir)/present"
            settings.supervisor = activation.supervisor
            settings.turn = turn
            let daemon = try Daemon(settings, radio: radio, bluetooth: bluetooth, neighbourhood: home, log: log)
            let doors = try Door.open(activation.sockets, in: runtimeDir)
            Program.main {
                await Program(daemon, doors).run(obeying: signals)
                Glibc.exit(0)
            }
        } catch {
            log.critical("\(error)")
            throw ExitCode(1)
        }
    }

    /// The radios, and a turn of the loop that they run on.
    private typealias Radios = (any Radio, any BluetoothRadio, any Neighbourhood, turn: @Sendable () async -> Void)

    private static func simulation(_ path: String) throws -> Radios {
        let radios = try SimulatedRadios(
            KeyFile(Configuration.contents(of: path), path: path), clock: EventLoopClock())
        return (radios, radios, radios, {})
    }

    /// - Parameter pause: how long Bluetooth and Avahi are left out.
    private static func radios(leavingOut pause: Duration?) -> Radios {
        let airtime = Airtime()
        let networkManager = NetworkManager(airtime: airtime, leavesAvahiOutFor: pause)
        return (
            networkManager, BlueZ(airtime: airtime, isLeftOutFor: pause), networkManager,
            { await networkManager.turn() }
        )
    }
}

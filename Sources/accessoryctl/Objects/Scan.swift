// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import ArgumentParser
import Glibc

struct ScanObject: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scan",
        abstract: "Show networks and Bluetooth devices in range: all, or those that an app or the options name.",
        discussion: """
            The command prints the strongest entries first. It prints them when every channel was visited, or at the \
            timeout those seen by then. With --watch it continues until the timeout or an interrupt. If the options name \
            only Bluetooth, the command listens for 5 seconds.

            If a Bluetooth device is correlated with a network, the device's BSSID is that of this network: see \
            `accessoryctl bridge`. Terse output and requested fields have entries of one kind. These are networks, or \
            Bluetooth devices if only devices have all of the fields.
            """)

    @Option(help: ArgumentHelp("Show only entries that this app's manifest names.", valueName: "id")) var app: String?
    @Option(help: "Show only this SSID, also of a hidden network.") var ssid: String?
    @Option(help: "Show only SSIDs that begin with this text.") var ssidPrefix: String?
    @Option(help: ArgumentHelp("With an SSID or its beginning: only on this band, in GHz.", valueName: "band"))
    var band: Band?
    @OptionGroup var bluetooth: BluetoothOptions
    @Option(help: ArgumentHelp("The radio that looks for networks.", valueName: "interface")) var radio: String?
    @Option(
        help: """
            The search time: 30s, 2m; short (1m), medium (2m), long (5m) or unbounded. The default is 30s, or unbounded \
            with --watch.
            """)
    var timeout: SearchTime?
    @Flag(help: "Continue: redraw the list on a terminal, otherwise print a line for each change.") var watch = false
    @OptionGroup(title: "Common options", visibility: .hidden) var output: OutputOptions

    func validate() throws {
        if ssid != nil, ssidPrefix != nil { throw ValidationError("'--ssid' and '--ssid-prefix' exclude each other.") }
        if band != nil, ssid == nil, ssidPrefix == nil {
            throw ValidationError("'--band' needs '--ssid' or '--ssid-prefix'.")
        }
    }

    func run() async throws {
        let part = try Part(output.style, watch: watch)
        let request = ScanRequest(
            app: app, descriptors: try DescriptorFields.named(ssid: ssid, prefix: ssidPrefix, band, bluetooth),
            interface: radio)
        let (events, inbox) = AsyncStream.makeStream(of: Event.self)
        let control = output.control
        let signals = watch ? Signals([SIGINT, SIGTERM]) { _ in inbox.yield(.enough) } : nil
        defer { signals?.end() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                do {
                    for try await reply in try control.stream(.scan, request) { inbox.yield(.heard(reply)) }
                    inbox.yield(.enough)
                } catch {
                    inbox.yield(.failed(Failure(any: error)))
                }
            }
            if let time = (timeout ?? (watch ? .unbounded : .standard)).length?.duration {
                group.addTask {
                    try await Task.sleep(for: time, clock: .continuous)
                    inbox.yield(.enough)
                }
            }
            if let wait = output.wait {
                group.addTask {
                    try await Task.sleep(for: .seconds(wait), clock: .continuous)
                    inbox.yield(.failed(.waited(seconds: wait)))
                }
            }
            // A search for Bluetooth alone visits no channels, so none is the last.
            let listens = bluetooth.namesDevices && ssid == nil && ssidPrefix == nil
            if listens, !watch {
                group.addTask {
                    try await Task.sleep(for: Selection.listening, clock: .continuous)
                    inbox.yield(.enough)
                }
            }
            try await watch ? follow(events, part) : list(events, part, waits: listens)
        }
    }

    private enum Event: Sendable {
        case heard(ScanReply)
        case enough
        case failed(Failure)
    }

    /// - Parameter waits: Until the search time is over, whatever is complete before.
    private func list(_ events: AsyncStream<Event>, _ part: Part, waits: Bool) async throws {
        let progress = ProgressLine()
        defer { progress.end() }
        progress.show("looking around")
        var latest = ScanReply(networks: [], devices: [], isComplete: false)
        loop: for await event in events {
            switch event {
            case .failed(let failure): throw failure
            case .enough: break loop
            case .heard(let reply):
                let before = latest.networks.count + latest.devices.count
                let now = reply.networks.count + reply.devices.count
                latest = reply
                if reply.isComplete, !waits { break loop }
                // A line that stays would disagree with the rows that come.
                if now != before, StandardStream.error.takesEscapes {
                    progress.show("looking around: \(part.count(of: reply)) found")
                }
            }
        }
        progress.end()
        StandardStream.output.write(
            output.json ? try JSONPrinter(isPretty: output.pretty).lines(latest) : try lines(latest, part, output.style)
        )
    }

    private func lines(_ reply: ScanReply, _ part: Part, _ style: OutputStyle) throws -> [String] {
        var tables: [[String]] = []
        let hasOnlyDevices = reply.networks.isEmpty && !reply.devices.isEmpty
        if part == .networks || (part == .both && !hasOnlyDevices) {
            let networks = reply.networks.sorted { $0.signal > $1.signal }
            tables.append(style.lines(try View.networks.table(networks, fields: style.fields)))
        }
        if part == .devices || (part == .both && !reply.devices.isEmpty) {
            let devices = reply.devices.sorted { ($0.rssi ?? .min) > ($1.rssi ?? .min) }
            tables.append(style.lines(try View.devices.table(devices, fields: style.fields)))
        }
        if style.manner != .terse, style.fields == nil, let leftOut = reply.leftOut { tables.append([leftOut]) }
        return Array(tables.joined(separator: [""]))
    }

    private func follow(_ events: AsyncStream<Event>, _ part: Part) async throws {
        let style = output.style
        var canvas = TerminalCanvas(stream: .output)
        var changes = ScanChanges()
        let redraws = StandardStream.output.takesEscapes && style.manner == .normal && !style.json
        for await event in events {
            switch event {
            case .failed(let failure): throw failure
            case .enough: return
            case .heard(let reply):
                if style.json {
                    StandardStream.output.write(try JSONPrinter(isPretty: output.pretty).lines(reply))
                } else if redraws {
                    let lines = try lines(reply, part, OutputStyle(mode: style.mode, fields: style.fields))
                    canvas.draw { size in
                        Page(head: [], body: lines, foot: []).lines(size.height - 1).map { $0.cut(to: size.width) }
                    }
                } else {
                    let (networks, devices) = (changes.receive(reply.networks), changes.receive(reply.devices))
                    if part != .devices {
                        let table = try View.changes.table(networks, fields: style.fields)
                        StandardStream.output.write(rows(table, style, widths: View.changeWidths))
                    }
                    if part != .networks {
                        let table = try View.deviceChanges.table(devices, fields: style.fields)
                        StandardStream.output.write(rows(table, style, widths: View.deviceChangeWidths))
                    }
                }
                try StandardStream.checkOutput()
            }
        }
    }

    private func rows(_ table: Table, _ style: OutputStyle, widths: [Int]) -> [String] {
        style.manner == .terse
            ? TersePrinter(escapes: style.escapes).lines(table)
            : TablePrinter(colours: style.colours, widths: widths).rows(table)
    }

    /// The sightings to print.
    enum Part: Hashable {
        case both
        case networks
        case devices

        /// The rows that are printed of a reply.
        func count(of reply: ScanReply) -> Int {
            switch self {
            case .both: reply.networks.count + reply.devices.count
            case .networks: reply.networks.count
            case .devices: reply.devices.count
            }
        }

        /// Rows of two kinds would be no table for a script. Throws `UsageError` for fields that neither kind has.
        init(_ style: OutputStyle, watch: Bool) throws(UsageError) {
            guard let fields = style.fields else {
                self = style.manner == .terse ? .networks : .both
                return
            }
            do throws(UsageError) {
                _ = try watch ? View.changes.columns(fields).count : View.networks.columns(fields).count
                self = .networks
            } catch let fault {
                do throws(UsageError) {
                    _ = try watch ? View.deviceChanges.columns(fields).count : View.devices.columns(fields).count
                    self = .devices
                } catch {
                    throw UsageError("\(fault); of Bluetooth devices: \(error)")
                }
            }
        }
    }
}

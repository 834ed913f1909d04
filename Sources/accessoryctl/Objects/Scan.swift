// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import ArgumentParser
import Glibc

struct ScanObject: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scan", abstract: "Networks in reach: all, or those that an app or a name asks for.",
        discussion: """
            Prints when every channel was visited, or at the timeout what was heard until then, the strongest first. With \
            --watch it goes on until the timeout or an interrupt.
            """)

    @Option(help: ArgumentHelp("What this app's manifest names.", valueName: "id")) var app: String?
    @Option(help: "This SSID; a hidden network answers to it.") var ssid: String?
    @Option(help: "SSIDs that begin so.") var ssidPrefix: String?
    @Option(help: ArgumentHelp("Look with this radio.", valueName: "interface")) var radio: String?
    @Option(
        help: """
            How long to look: 30s, 2m; short (1m), medium (2m), long (5m) or unbounded; 30s when absent, or unbounded with \
            --watch.
            """)
    var timeout: SearchTime?
    @Flag(help: "Go on looking: on a terminal the list is redrawn, else each change is a line.") var watch = false
    @OptionGroup(title: "Common options") var output: OutputOptions

    func validate() throws {
        if ssid != nil, ssidPrefix != nil { throw ValidationError("'--ssid' and '--ssid-prefix' exclude each other.") }
    }

    func run() async throws {
        if watch { try output.check(.changes) } else { try output.check(.networks) }
        let request = ScanRequest(
            app: app, descriptors: try DescriptorFields.named(ssid: ssid, prefix: ssidPrefix), interface: radio)
        let (events, inbox) = AsyncStream.makeStream(of: Event.self)
        let control = output.control
        let signals = watch ? Signals([SIGINT, SIGTERM]) { _ in inbox.yield(.enough) } : nil
        defer { signals?.end() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                do {
                    for try await reply in try control.scan(request) { inbox.yield(.heard(reply)) }
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
            try await watch ? follow(events) : list(events)
        }
    }

    private enum Event: Sendable {
        case heard(ScanReply)
        case enough
        case failed(Failure)
    }

    private func list(_ events: AsyncStream<Event>) async throws {
        let progress = ProgressLine()
        defer { progress.end() }
        progress.show("looking around")
        var latest = ScanReply(networks: [], isComplete: false)
        loop: for await event in events {
            switch event {
            case .failed(let failure): throw failure
            case .enough: break loop
            case .heard(let reply):
                latest = reply
                if reply.isComplete { break loop }
                progress.show("looking around: \(reply.networks.count) found")
            }
        }
        progress.end()
        try output.show(latest.networks.sorted { $0.signal > $1.signal }, .networks, wire: latest)
    }

    private func follow(_ events: AsyncStream<Event>) async throws {
        let style = output.style
        var canvas = TerminalCanvas(stream: .output)
        var changes = ScanChanges()
        let redraws = StandardStream.output.isTerminal && style.manner == .normal && !style.json
        for await event in events {
            switch event {
            case .failed(let failure): throw failure
            case .enough: return
            case .heard(let reply):
                if style.json {
                    StandardStream.output.write(try JSONPrinter(isPretty: output.pretty).lines(reply))
                } else if redraws {
                    let table = try View.networks.table(
                        reply.networks.sorted { $0.signal > $1.signal }, fields: style.fields)
                    let lines = OutputStyle(mode: style.mode).lines(table)
                    canvas.draw { size in lines.prefix(size.height - 1).map { $0.cut(to: size.width) } }
                } else {
                    let lines = changes.receive(reply.networks)
                    let table = try View.changes.table(lines, fields: style.fields)
                    StandardStream.output.write(
                        style.manner == .terse
                            ? TersePrinter(escapes: style.escapes).lines(table)
                            : TablePrinter(colours: style.colours, widths: View.changeWidths).rows(table))
                }
            }
        }
    }
}

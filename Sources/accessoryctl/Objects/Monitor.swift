// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AgentInterface
import ArgumentParser

struct MonitorObject: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "monitor", abstract: "Print the agent's events as they happen, until interrupted.")

    @OptionGroup(title: "Common options", visibility: .hidden) var output: OutputOptions

    func run() async throws {
        let style = output.style
        let printer = TablePrinter(colours: style.colours, widths: style.fields == nil ? View.eventWidths : [])
        try output.check(.events)
        for try await reply in try output.control.stream(.monitor) {
            guard let event = reply.event else { continue }
            let table = try View.events.table([event], fields: style.fields)
            if style.json {
                StandardStream.output.write(try JSONPrinter(isPretty: output.pretty).lines(event))
            } else if style.manner == .normal, style.mode != .multiline {
                StandardStream.output.write(printer.rows(table))
            } else {
                StandardStream.output.write(style.lines(table))
            }
            try StandardStream.checkOutput()
        }
    }
}

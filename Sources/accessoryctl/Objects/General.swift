// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import ArgumentParser

struct GeneralObject: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "general", abstract: "The agent as a whole.",
        subcommands: [StatusCommand.self, Reload.self], defaultSubcommand: StatusCommand.self)

    struct StatusCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "status", abstract: "Show the agent's state, its radios and the joined hotspots.",
            discussion: """
                Below the agent's own line the command prints radios, Bluetooth and leases, unless fields or terse output \
                are requested. It reports files with faults on standard error.
                """)

        @OptionGroup(title: "Common options", visibility: .hidden) var output: OutputOptions

        func run() async throws {
            try output.check(.status)
            let control = output.control
            let status = try await output.bounded { try await control.call(.getStatus) }
            try output.show([status], .status, wire: status)
            let style = output.style
            guard !style.json else { return }
            if style.manner != .terse, style.fields == nil {
                if let why = status.obstacle { StandardStream.output.write(["", why.shown]) }
                var parts = [style.lines(try View.adapters.table(status.adapters, fields: nil))]
                if status.adapters.isEmpty { parts = [] }
                if let delay = status.delay { parts.append([delay]) }
                parts.append(try Self.bluetooth(status.bluetooth, style))
                if let advice = status.bluetoothAdvice { parts.append([advice]) }
                if !status.leases.isEmpty {
                    parts.append(style.lines(try View.leases.table(status.leases, fields: nil)))
                }
                if let advice = status.homeNetworkAdvice { parts.append([advice.shown]) }
                if let next = status.nextStep { parts.append([next]) }
                for part in parts { StandardStream.output.write([""] + part) }
            }
            StandardStream.error.write(status.faults.map { "Warning: \($0.shown)" })
        }

        /// A table of its radios. If there are none, one line that shows what is impossible without them.
        static func bluetooth(_ status: BluetoothStatus, _ style: OutputStyle) throws -> [String] {
            let why = status.unavailable.map {
                ["No Bluetooth: \($0.shown). Accessories with Wi-Fi alone need none."]
            }
            if status.adapters.isEmpty { return why ?? ["No Bluetooth: \(status.backend.shown) has no radio."] }
            let table = style.lines(try View.bluetoothAdapters.table(status.adapters, fields: nil))
            // If a radio shows its own reason why it cannot be used, the reason is not repeated.
            return table + (status.adapters.contains { $0.unavailable != nil } ? [] : why ?? [])
        }
    }

    struct Reload: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "reload",
            abstract: "Read settings, manifests and plans again, and list the apps that are known now.")

        @OptionGroup(title: "Common options", visibility: .hidden) var output: OutputOptions

        func run() async throws {
            try output.check(.apps)
            let control = output.control
            let list = try await output.bounded { try await control.reload() }
            try output.show(list.apps, .apps, wire: list)
            StandardStream.error.write(list.faults.map { "Warning: \($0.shown)" })
        }
    }
}

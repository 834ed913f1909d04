// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import ArgumentParser

struct RadioObject: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "radio", abstract: "The radios of this machine, Wi-Fi and Bluetooth.",
        subcommands: [List.self, Show.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the radios, and what each is doing.",
            discussion: """
                The detail is the network of a radio, or the reason why the radio cannot be used.
                """)

        @OptionGroup(title: "Common options", visibility: .hidden) var output: OutputOptions

        func run() async throws {
            try output.check(.radios)
            let control = output.control
            let radios = RadioList(try await output.bounded { try await control.call(.getStatus) })
            try output.show(radios.all, .radios, wire: radios)
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show one radio.")

        @Argument(help: ArgumentHelp("The radio, such as wlan0 or hci0.", valueName: "radio")) var radio: String
        @OptionGroup(title: "Common options", visibility: .hidden) var output: OutputOptions

        func run() async throws {
            try output.check(.radios)
            let control = output.control
            let radios = RadioList(try await output.bounded { try await control.call(.getStatus) })
            guard let found = radios.all.first(where: { $0.name == radio }) else {
                let question = EditDistance.question(about: radio, among: radios.all.map(\.name))
                throw Failure("there is no radio '\(radio)'\(question); `accessoryctl radio` lists all", .notFound)
            }
            var all = output
            if all.fields == nil, all.getValues == nil { all.fields = "all" }
            try all.show([found], .radios, wire: found, preferred: .multiline)
        }
    }
}

/// The radios as the agent's status has them.
struct RadioList: Encodable, Hashable, Sendable {
    var adapters: [AdapterStatus]
    var bluetooth: BluetoothStatus

    init(_ status: Status) {
        adapters = status.adapters
        bluetooth = status.bluetooth
    }

    /// Wi-Fi first.
    var all: [Radio] {
        adapters.map { Radio.wifi($0) } + bluetooth.adapters.map { Radio.bluetooth($0, bluetooth.unavailable) }
    }
}

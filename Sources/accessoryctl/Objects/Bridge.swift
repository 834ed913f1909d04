// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import ArgumentParser

struct BridgeObject: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bridge", abstract: "Correlations of Bluetooth devices in range with networks.",
        discussion: """
            A correlation means that two radios are one device. It shows that two sightings agree, not that they are \
            genuine: advertisements and SSIDs can be forged.
            """,
        subcommands: [List.self, Explain.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the Bluetooth devices in range whose network is known, or nearly known.",
            discussion: """
                The command listens for the whole time. The verdict is bridged if one network is the device's. It is too \
                close if several networks may be and nothing decides between them; then the list names none. It is unknown \
                if nothing points to a network.
                """)

        @OptionGroup var search: BridgeSearch
        @Flag(help: "List also devices whose verdict is unknown.") var all = false
        @OptionGroup(title: "Common options", visibility: .hidden) var output: OutputOptions

        func run() async throws {
            try output.check(.bridges)
            let reply = try await search.ask(output)
            let bridges = reply.bridges.filter { all || $0.verdict != .unknown }.sorted(by: BridgeReport.comesBefore)
            try output.show(
                bridges, .bridges, wire: all ? reply : ExplainBridgeReply(bridges: bridges, leftOut: reply.leftOut))
            let style = output.style
            guard !style.json, style.manner != .terse, style.fields == nil else { return }
            if let text = reply.leftOutText { StandardStream.output.write(["", text]) }
            if let close = bridges.first(where: { $0.verdict == .tooClose }) {
                let command = "accessoryctl bridge explain \(close.bluetoothAddress)"
                StandardStream.output.write(["", "Too close to call is no answer: `\(command)` gives the reason."])
            }
        }
    }

    struct Explain: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Explain in words the network of a device, its evidence, and the runner-up.",
            discussion: """
                The command explains all devices in range, the Bluetooth device with this address, or the devices that \
                concern the network with this SSID. If the device is out of range, or no device in range has anything to do \
                with the network, the command exits with status 10. With --mode, --fields, --terse and --pretty the command \
                prints fields instead.
                """)

        @Argument(help: BridgeName.help) var device: BridgeName?
        @OptionGroup var search: BridgeSearch
        @OptionGroup(title: "Common options", visibility: .hidden) var output: OutputOptions

        func run() async throws {
            try output.check(.bridges)
            let reply = try await search.ask(output, about: device)
            if let device, reply.bridges.isEmpty { throw device.notInReach }
            let bridges = reply.bridges.sorted(by: BridgeReport.comesBefore)
            let style = output.style
            let isTable = style.json || style.mode != nil || style.manner != .normal || style.fields != nil
            guard isTable else {
                StandardStream.output.write(BridgeText(bridges, isForOne: device != nil, colours: style.colours).lines)
                if let text = reply.leftOutText { StandardStream.output.write(["", text]) }
                return
            }
            var all = output
            if all.fields == nil, all.getValues == nil { all.fields = "all" }
            try all.show(bridges, .bridges, wire: reply, preferred: .multiline)
        }
    }
}

/// How to listen for devices and look for networks.
struct BridgeSearch: ParsableArguments {
    @Option(help: ArgumentHelp("Add the rules of this app's manifest.", valueName: "id")) var app: String?
    @Option(help: "The time to listen and look: 10s, up to 2m.") var timeout = TimeLength(seconds: 10)

    private static let longest = 120

    func validate() throws {
        if timeout.seconds > Self.longest { throw ValidationError("'--timeout' is \(Self.longest)s at most.") }
    }

    func ask(_ output: OutputOptions, about name: BridgeName? = nil) async throws -> ExplainBridgeReply {
        var request = ExplainBridgeRequest(app: app, seconds: timeout.seconds)
        switch name {
        case .address(let address)?: request.bluetoothAddress = address.description
        case .ssid(let ssid)?: request.ssid = ssid.description
        case nil: break
        }
        let control = output.control
        let progress = ProgressLine()
        defer { progress.end() }
        progress.show("listening and looking for \(timeout)")
        return try await output.bounded { [request] in try await control.call(.explainBridge, request) }
    }
}

/// A Bluetooth device by its address, or a network by its SSID in text form.
enum BridgeName: Hashable, Sendable, ExpressibleByArgument {
    case address(MACAddress)
    case ssid(SSID)

    static let help = ArgumentHelp(
        "The address of a Bluetooth device, or the SSID of a network. The default is all.", valueName: "address|ssid")

    init?(argument: String) {
        if let address = MACAddress(argument) {
            self = .address(address)
        } else if let ssid = try? SSID(text: argument) {
            self = .ssid(ssid)
        } else {
            return nil
        }
    }

    var notInReach: AccessoryError {
        switch self {
        case .address(let address):
            AccessoryError(
                .unknownAccessory,
                "no Bluetooth device \(address) was seen; `accessoryctl bridge list --all` shows those in range, and "
                    + "--timeout listens longer")
        case .ssid(let ssid):
            AccessoryError(
                .unknownAccessory,
                "no Bluetooth device in range has anything to do with a network '\(ssid)'; `accessoryctl scan` shows "
                    + "the networks and devices in range")
        }
    }
}

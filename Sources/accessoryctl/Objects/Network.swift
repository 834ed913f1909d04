// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import ArgumentParser

struct NetworkObject: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "network", abstract: "The home networks that accessories have, and their moves to another one.",
        subcommands: [List.self, Move.self, Undo.self, Keep.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the accessories that were put on a home network, by the network that they have.",
            discussion: """
                MOVE is `over the network` if the accessory takes another network while it is on one, and `over its own radio` \
                if it takes it in its hotspot or over Bluetooth once that is there. Otherwise a person has to do something; the \
                field REASON has what.
                """)

        @OptionGroup(title: "Common options", visibility: .hidden) var output: OutputOptions

        func run() async throws {
            try output.check(.residents)
            let control = output.control
            let list = try await output.bounded { try await control.call(.listNetworks) }
            try output.show(ResidentRow.all(list.networks), .residents, wire: list)
        }
    }

    struct Move: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Move accessories from one home network to another, such as that of a new router.",
            discussion: """
                Order it while both networks are there. The agent looks for each accessory, hands the other network over to \
                what is confirmed to be the accessory, and looks for it there. The accessory keeps the network that it has as \
                its way back. This machine does not move: 'nmcli connection up' brings it to the other network, and the agent \
                then looks for the accessories.

                Some accessories take no other network there, and some are on neither. If its network is gone, or somebody \
                resets it, an accessory opens its hotspot or advertises. The agent then hands the other network over there, \
                without a proof from its label; it tries three times at most.

                The order stays when the command ends. The agent goes on with it when this machine's networks change, and \
                every ten minutes. `accessoryctl network` shows how far it is, and `accessoryctl network keep` takes it back.
                """)

        @Argument(help: ArgumentHelp("The SSID of the network that they have.", valueName: "from")) var from: String
        @Argument(
            help: ArgumentHelp(
                "The other network: one that accessoryd.conf names, or for root a NetworkManager profile.",
                valueName: "to"))
        var to: String
        @OptionGroup var moved: MovedAccessories
        @Flag(help: "Print what would be done, and do nothing.") var dryRun = false
        @Flag(
            help: """
                Agree that whoever listens, or imitates an accessory, can get the other network's passphrase where an \
                accessory's network, hotspot or Bluetooth link is not encrypted.
                """) var allowCleartext = false
        @OptionGroup(title: "Common options", visibility: .hidden) var output: OutputOptions

        func run() async throws {
            try await NetworkObject.move(
                MoveAccessoriesRequest(
                    from: from, to: to, allowsClearText: allowCleartext ? true : nil, dryRun: dryRun ? true : nil),
                moved, output)
        }
    }

    struct Undo: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Give accessories the network alone again that they had before a move.",
            discussion: """
                It is for accessories that have got the other network and are still on the earlier one, as long as that is \
                there. 'network move' takes back those that have arrived.
                """)

        @Argument(
            help: ArgumentHelp(
                "The network that they had: its SSID, which has to be the name of its NetworkManager profile, too.",
                valueName: "network"))
        var network: String
        @OptionGroup var moved: MovedAccessories
        @Flag(help: "Agree that whoever listens can read the network's passphrase, on a network without one.")
        var allowCleartext = false
        @OptionGroup(title: "Common options", visibility: .hidden) var output: OutputOptions

        func run() async throws {
            try await NetworkObject.move(
                MoveAccessoriesRequest(from: network, to: network, allowsClearText: allowCleartext ? true : nil), moved,
                output)
        }
    }

    private static func move(
        _ request: MoveAccessoriesRequest, _ moved: MovedAccessories, _ output: OutputOptions
    ) async throws {
        try output.check(.moves)
        let control = output.control
        var request = request
        request.accessories = try await moved.identifiers(control)
        var printer = MovePrinter(output)
        for try await progress in try control.stream(.moveAccessories, request) {
            try printer.show(progress)
            try StandardStream.checkOutput()
        }
        throw ExitCode(printer.status)
    }

    struct Keep: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Take back the order to move accessories.",
            discussion: "An accessory that has got the other network already has both; the agent then knows of neither."
        )

        @OptionGroup var moved: MovedAccessories
        @OptionGroup(title: "Common options", visibility: .hidden) var output: OutputOptions

        func run() async throws {
            try output.check(.residents)
            let (control, moved) = (output.control, moved)
            let (kept, list) = try await output.bounded {
                let request = KeepAccessoriesRequest(accessories: try await moved.identifiers(control))
                let reply = try await control.call(.keepAccessories, request)
                return (reply, try await control.call(.listNetworks))
            }
            try output.show(
                ResidentRow.all(list.networks).filter { kept.kept.contains($0.resident.accessory) }, .residents,
                wire: kept)
        }
    }
}

/// The accessories that an order about their networks is for.
struct MovedAccessories: ParsableArguments {
    @Argument(help: ArgumentHelp("The accessories, by identifier, name or SSID.", valueName: "accessory"))
    var accessories: [AccessoryName] = []
    @Flag(help: "All accessories that the order can be for.") var all = false

    func validate() throws {
        guard accessories.isEmpty == all else {
            throw ValidationError(all ? "'--all' names them all." : "Name the accessories, or use '--all'.")
        }
    }

    /// Nil for all.
    func identifiers(_ control: ControlClient) async throws -> [Accessory.ID]? {
        guard !all else { return nil }
        let known = try await control.accessories().accessories
        return try accessories.map { try $0.find(in: known).accessory.id }
    }
}

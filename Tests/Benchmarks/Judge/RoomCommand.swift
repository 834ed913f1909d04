// SPDX-License-Identifier: Apache-2.0

import AccessoryBridge
import ArgumentParser
import Rooms

struct RoomCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "room", abstract: "Judges the bridge by one room again, and lists every fault.")

    @Argument(help: "The room's own seed, as a fault names it.")
    var seed: Seed

    @Option(help: "The number of dual accessories, if the run that found the fault had this option.")
    var accessories: Int?

    @Option(help: "All that is heard of the device, or the access point, with this address.")
    var address: String?

    func run() throws {
        let room = Room(seed: seed.value, accessories: accessories)
        if let address {
            for moment in room.course where "\(moment.what)".contains(address) { print(moment.time, moment.what) }
        }
        let tally = Judge.judge(room, rules: BridgeRule.builtIn)
        Report(tally, most: .max).show()
        guard Report(tally).isGood else { throw ExitCode(1) }
    }
}

// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

@main
struct JudgeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "judge",
        abstract: "How well the bridge finds a Bluetooth device's network, and how fast.",
        subcommands: [RoomsCommand.self, RoomCommand.self, CostCommand.self])
}

/// A seed as it is printed: hexadecimal digits.
struct Seed: ExpressibleByArgument, CustomStringConvertible {
    let value: UInt64

    init(_ value: UInt64) {
        self.value = value
    }

    init?(argument: String) {
        guard let value = UInt64(argument, radix: 16) else { return nil }
        self.value = value
    }

    var description: String { String(value, radix: 16) }
}

// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// How to choose, and to answer, without a person.
struct SelectionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Choose without a person: strongest, only (fails when there are several), an SSID, a BSSID, the name heard over \
            Bluetooth or the address of the Bluetooth side.
            """, valueName: "rule"))
    var select: SelectionRule?
    @Flag(help: "Allow, with --select, what apps ask for beside, such as accessories that they set up before.")
    var yes = false
    @Flag(help: "Allow, with --select, Bluetooth pairings in which nothing is compared.") var pair = false
    @Option(
        help: ArgumentHelp(
            "With --select, which network is the accessory's where the agent cannot tell.", valueName: "ssid|bssid"))
    var network: NetworkName?

    func validate() throws {
        guard select == nil else { return }
        for (isGiven, option) in [(yes, "--yes"), (pair, "--pair"), (network != nil, "--network")] where isGiven {
            throw ValidationError("'\(option)' goes with '--select'; else a person answers.")
        }
    }

    func answers(asks: Bool) -> AnswerRule { AnswerRule(asks: asks, allows: yes, pairs: pair, network: network) }
}

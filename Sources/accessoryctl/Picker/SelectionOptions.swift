// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The options for choosing and answering without a person.
struct SelectionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Choose without a person: strongest, only (fails if there are several), an SSID, a BSSID, the advertised \
            Bluetooth name, the address of the Bluetooth side, or the app's name for the accessory.
            """, valueName: "rule"))
    var select: SelectionRule?
    @Flag(help: "With --select, allow other requests of apps, such as access to accessories that they set up before.")
    var yes = false
    @Flag(help: "With --select, allow Bluetooth pairings in which nothing is compared.") var pair = false
    @Option(
        help: ArgumentHelp(
            "With --select, the accessory's network, if the agent cannot correlate its radios.", valueName: "ssid|bssid"
        ))
    var network: NetworkName?

    func validate() throws {
        if let select {
            if let fault = select.fault { throw ValidationError("'--select': \(fault)") }
            return
        }
        for (isGiven, option) in [(yes, "--yes"), (pair, "--pair"), (network != nil, "--network")] where isGiven {
            throw ValidationError("'\(option)' goes with '--select'; else a person answers.")
        }
    }

    func answers(asks: Bool) -> AnswerRule { AnswerRule(asks: asks, allows: yes, pairs: pair, network: network) }
}

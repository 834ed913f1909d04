// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// How to choose, and to answer, without a person.
struct SelectionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Choose without a person: strongest, only (fails when there are several), an SSID or a BSSID.",
            valueName: "rule"))
    var select: SelectionRule?
    @Flag(help: "Allow, with --select, what apps ask for beside, such as accessories that they set up before.")
    var yes = false

    func validate() throws {
        if yes, select == nil { throw ValidationError("'--yes' goes with '--select'; else a person answers.") }
    }
}

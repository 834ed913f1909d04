// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import ArgumentParser

struct PickerObject: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "picker", abstract: "The terminal picker: shows what apps ask for, and takes the choice.",
        discussion: """
            Shows one presentation after the other until q is pressed while none is shown. In a presentation arrows or a \
            number choose, Enter joins, and q, Esc or Ctrl-C cancel it; a passphrase is asked for where one is needed. \
            Without a terminal it needs --select.
            """)

    @Option(
        help: ArgumentHelp(
            "Choose without a person: strongest, only (fails when there are several), an SSID or a BSSID.",
            valueName: "rule"))
    var select: SelectionRule?
    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup(title: "Common options") var output: OutputOptions

    func run() async throws {
        let secret = try await passphrase.read()
        guard let select else {
            let picker = TerminalPicker(
                output.picker, app: nil, passphrase: secret, colours: output.style.colours)
            return try await picker.run {}
        }
        let picker = SelectingPicker(
            output.picker, rule: select, isExact: false, app: nil, passphrase: secret, asks: output.ask, isForOne: false
        )
        try await picker.run {}
    }
}

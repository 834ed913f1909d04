// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import ArgumentParser

struct PickerObject: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "picker",
        abstract: "The terminal picker: it shows the requests of apps, and takes the person's choice.",
        discussion: """
            The picker shows one presentation after the other. While it shows none, q quits the picker. In a presentation, \
            arrows, PgUp, PgDn, Home, End or a number choose, Enter joins, and q, Esc or Ctrl-C cancel. If an accessory \
            needs a passphrase, the picker asks for it. If the network refuses the passphrase, the picker asks again. An accessory that went out of \
            range is marked gone; the person can choose it when it is in range again. If nothing was found, Enter closes the \
            reason.

            Enter, or y or n, answers a question; the question's last line shows which. Esc declines: the passphrase is not \
            tried again, the suggested name stays, the app's request is refused, the pairing ends, or the network is not \
            joined. Ctrl-C cancels the presentation.

            Without a terminal the picker needs --select. Then the suggested name stays, and the picker asks again for a \
            refused passphrase only with --ask. It allows an app's other requests only with --yes, and a pairing in which \
            nothing is compared only with --pair. It declines all other pairings. Only --network answers which network is \
            the accessory's.
            """)

    @OptionGroup var selection: SelectionOptions
    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup(title: "Common options", visibility: .hidden) var output: OutputOptions

    func run() async throws {
        let secret = try await passphrase.read()
        guard let select = selection.select else {
            let picker = TerminalPicker(
                client: output.picker, app: nil, passphrase: secret, colours: output.style.colours)
            return try await picker.run {}
        }
        let picker = SelectingPicker(
            client: output.picker, rule: select, isExact: false, app: nil, passphrase: secret,
            answers: selection.answers(asks: output.ask), isForOne: false)
        try await picker.run {}
    }
}

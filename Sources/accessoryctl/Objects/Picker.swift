// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import ArgumentParser

struct PickerObject: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "picker", abstract: "The terminal picker: shows what apps ask for, and takes the choice.",
        discussion: """
            Shows one presentation after the other until q is pressed while none is shown. In a presentation arrows or a \
            number choose, Enter joins, and q, Esc or Ctrl-C cancel it; a passphrase is asked for where one is needed, and \
            again where the network refused it. What is marked gone was heard and is not any more: it can be chosen when it \
            is back. Where nothing was found, Enter closes the reason.

            A question is answered with Enter, or with y or n; its last line tells which. Esc declines it: the passphrase is \
            not tried again, the suggested name stays, an app does not get what it asks for, a pairing ends. Ctrl-C cancels \
            the presentation.

            Without a terminal it needs --select. Then a name stays as suggested, a wrong passphrase is not asked for again \
            unless with --ask, what an app asks for beside an accessory is allowed only with --yes, a pairing in which nothing \
            is compared only with --pair, and which network is the accessory's is answered only by --network. All other \
            pairings are declined.
            """)

    @OptionGroup var selection: SelectionOptions
    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup(title: "Common options") var output: OutputOptions

    func run() async throws {
        let secret = try await passphrase.read()
        guard let select = selection.select else {
            let picker = TerminalPicker(
                output.picker, app: nil, passphrase: secret, colours: output.style.colours)
            return try await picker.run {}
        }
        let picker = SelectingPicker(
            output.picker, rule: select, isExact: false, app: nil, passphrase: secret,
            answers: selection.answers(asks: output.ask), isForOne: false)
        try await picker.run {}
    }
}

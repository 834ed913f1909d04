// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser

/// `accessory-picker pair`: shows the link that pairs one phone, and waits for the phone.
struct PairCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pair",
        abstract: "Pair a phone with this hub, once.",
        discussion: """
            Prints a link, on a terminal also as a QR code, and waits until a phone has opened it. The link lasts ten \
            minutes, and ends with this program. Only root may pair. Without '--may', the command asks on a terminal \
            whether the phone may add accessories; elsewhere the phone may answer alone.
            """)

    @Option(help: ArgumentHelp("The phone's name. Without it, the kind of device.", valueName: "name"))
    var name: String?

    @Option(help: PhonesOptions.may)
    var may: PhoneRights?

    @OptionGroup var phones: PhonesOptions

    func run() throws {
        let console = Console()
        AccessoryPicker.perform { [name, may, phones] in
            let client = PhonesClient(path: phones.socket)
            let rights = if let may { may } else { try await Self.ask(console, client) }
            let phone = try await client.pair(name: name, may: rights) { reply in
                let links = reply.links ?? []
                if console.isTerminal, let link = links.first, let code = QRCode(link) { console.show(code) }
                if let fingerprint = reply.fingerprint {
                    console.printLines(
                        "The phone warns once of this certificate, which the hub made. Its SHA-256 fingerprint:",
                        "  \(fingerprint)")
                }
                console.printLines("Open this on the phone, within \((reply.lifetime ?? 0) / 60) minutes:")
                for link in links { console.printLines("  \(link)") }
            }
            console.printLines(
                "'\(phone)' is paired, and may \(rights.text). 'accessory-picker phones' lists the phones.")
            return .success
        }
    }

    /// Asks what no option says. Nobody is asked in vain: without a hub, or as another user than root, this throws first.
    private static func ask(_ console: Console, _ client: PhonesClient) async throws -> PhoneRights {
        guard console.isTerminal, console.hasKeyboard else { return .usual }
        _ = try await client.phones()
        let question = "May this phone add accessories? Each of them gets the passphrase of the home network."
        return console.agrees(question) ? .all : .usual
    }
}

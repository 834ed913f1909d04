// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import Glibc
import Varlink

/// `accessory-picker pair`: shows the link that pairs one phone, and waits for the phone.
struct PairCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pair",
        abstract: "Pair a phone with this hub, once.",
        discussion: """
            Prints a link, on a terminal also as a QR code, and waits until a phone has opened it. The link lasts ten \
            minutes, and ends with this program. Only root may pair.
            """)

    @Option(help: ArgumentHelp("The phone's name. Without it, the kind of device.", valueName: "name"))
    var name: String?

    @OptionGroup var phones: PhonesOptions

    func run() throws {
        let console = Console()
        EventLoop.shared.main { [name, phones] in
            let status = await AccessoryPicker.status {
                let phone = try await PhonesClient(path: phones.socket).pair(name: name) { reply in
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
                console.printLines("'\(phone)' is paired. 'accessory-picker phones' lists the phones.")
                return .success
            }
            Glibc.exit(status.rawValue)
        }
    }
}

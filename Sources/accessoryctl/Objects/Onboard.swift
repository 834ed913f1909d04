// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AccessoryRules
import AgentInterface
import ArgumentParser
import LabelReading

struct OnboardObject: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "onboard",
        abstract: "Put a new accessory on the home network: find it, hand the network over, and come back.",
        usage: "accessoryctl onboard [NAME | --all | --label TEXT] [OPTIONS]",
        discussion: """
            Without NAME, the command lists the accessories in range that take a network, and a person chooses one. On a \
            terminal it asks for what is missing: the proof of possession of the label, the passphrase of the accessory's \
            hotspot, and consent if whoever listens can read your network's passphrase. It asks for a PIN if the accessory \
            wants one. Then it prints each step, and at last the accessory's address on the network, if the accessory \
            reports one. With --all the last line counts the accessories that were added, and names those that failed.

            An accessory that has the network is looked for there, for up to 45 seconds. If the network does not show it as \
            --arrival demands, the command prints what was seen, and exits with status 31. Another end has a status from 24 \
            to 30.

            The families, and what each needs:
            \(Family.allCases.map { "  \($0.rawValue): \($0.title); \($0.needs)" }.joined(separator: "\n"))
            """)

    @Argument(help: "The accessory's SSID, its Bluetooth name, or an address of it.") var name: String?
    @Flag(help: "Add each accessory that is in range when the look is complete, without questions.") var all = false
    @Option(
        help: ArgumentHelp(
            """
            Only accessories of this family, of those above. With NAME: the family of the accessory, also if it does not \
            show it.
            """, valueName: "family"))
    var family: String?
    @Option(
        help: ArgumentHelp(
            """
            The accessory's label, which names it and has its secrets: the text of its QR code, a file with the text or \
            with a picture, or - for standard input. Others can read a text on the command line; they cannot read - or a \
            file of yours.
            """, valueName: "text|file"))
    var label: String?
    @Option(
        help: ArgumentHelp(
            "The file that holds the PIN or proof of possession of the label and nothing else; - is standard input.",
            valueName: "file"))
    var proofFile: String?
    @Option(help: ArgumentHelp("The user that belongs to the proof, for Espressif's security 2.", valueName: "user"))
    var user: String?
    @OptionGroup var passphrase: PassphraseOptions
    @Option(
        help: ArgumentHelp(
            """
            The home network: one that accessoryd.conf names, or for root a NetworkManager profile. The default is \
            [Uplink] there, or else the network of this machine; a machine on a cable needs one of the two.
            """, valueName: "name"))
    var network: String?
    @Option(
        help: ArgumentHelp(
            """
            Of a network with WPA2 and WPA3, hand over WPA2 alone, for an accessory that does not join otherwise. The \
            accessories of a label for Wi-Fi Easy Connect follow it; the others choose by themselves.
            """, valueName: "wpa2"))
    var security: String?
    @Flag(help: "Agree that whoever listens can read the network's passphrase while it is handed over.")
    var allowCleartext = false
    @Option(
        help: ArgumentHelp(
            """
            What the home network must show of the accessory: confirmed, by its station address or its label's secret; \
            likely, by what others could imitate; or none, and then nobody looks for it.
            """, valueName: "confirmed|likely|none"))
    var arrival = ArrivalDemand.confirmed
    @Option(help: ArgumentHelp("The radio that looks and joins.", valueName: "interface")) var interface: String?
    @OptionGroup(title: "Common options", visibility: .hidden) var output: OutputOptions

    func validate() throws {
        if name != nil, all { throw ValidationError("'NAME' and '--all' exclude each other.") }
        if let family, Family(rawValue: family) == nil {
            throw ValidationError("'\(family)' is no family; the families are \(Family.list).")
        }
        if let security, security != HomeNetwork.onlySecurity {
            throw ValidationError("'--security' is '\(HomeNetwork.onlySecurity)', or is left out.")
        }
        if label != nil, all { throw ValidationError("'--label' and '--all' exclude each other.") }
        if [label, proofFile, passphrase.passphraseFile].count(where: { $0 == "-" }) > 1 {
            throw ValidationError(
                "Only one of '--label', '--proof-file' and '--passphrase-file' can be standard input.")
        }
    }

    func run() async throws {
        try output.check(.onboardSteps)
        let secret = try proofFile.map { path in
            try SecretFile(path: path, kind: "proof").text { text throws(ProofFault) in try ProofFault.checked(text) }
        }
        var terms = OnboardTerms(
            family: family.flatMap { Family(rawValue: $0) }, proof: ProvisioningProof(user: user, secret: secret),
            passphrase: try await passphrase.read(), network: network, security: security,
            allowsClearText: allowCleartext, interface: interface, arrival: arrival)
        var choice: OnboardChoice = all ? .all : .person
        if let label {
            let label = try await LabelText(label).label()
            choice = .named(try label.accessory())
            terms.add(label)
        }
        if let name { choice = .named(.text(name)) }
        throw ExitCode(try await OnboardCallRun(choice: choice, terms: terms, output: output).run())
    }
}

extension ArrivalDemand: ExpressibleByArgument {}

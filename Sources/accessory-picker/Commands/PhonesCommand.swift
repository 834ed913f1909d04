// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import FoundationEssentials

/// `accessory-picker phones`: lists the paired phones, and revokes one.
struct PhonesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "phones",
        abstract: "List the phones that are paired with this hub, decide what one may do, or revoke one.",
        subcommands: [List.self, Allow.self, Revoke.self], defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the paired phones, and what each may do.")

        @OptionGroup var phones: PhonesOptions

        func run() throws {
            AccessoryPicker.perform { [phones] in
                let list = try await PhonesClient(path: phones.socket).phones()
                let console = Console()
                if list.isEmpty { console.printLines("No phone is paired; 'accessory-picker pair' pairs one.") }
                for phone in list {
                    let may = phone.may.joined(separator: " and ")
                    console.printLines(
                        "\(phone.name): may \(may), paired \(Self.day(phone.paired)), last seen "
                            + Self.day(phone.seen))
                }
                return .success
            }
        }

        /// `2026-11-23`, in UTC.
        static func day(_ seconds: Int) -> String {
            Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601.year().month().day())
        }
    }

    struct Allow: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Decide anew what a phone may do: what '--may' names, and nothing else.")

        @Argument(help: "The phone's name, as the list shows it.")
        var name: String

        @Option(help: PhonesOptions.may)
        var may: PhoneRights

        @OptionGroup var phones: PhonesOptions

        func run() throws {
            AccessoryPicker.perform { [name, may, phones] in
                try await PhonesClient(path: phones.socket)
                    .call(.allowPhone, AllowPhoneRequest(name: name, may: may.names))
                Console().printLines("'\(name)' may \(may.text) from now on.")
                return .success
            }
        }
    }

    struct Revoke: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "End a phone's access at once.")

        @Argument(help: "The phone's name, as the list shows it.")
        var name: String

        @OptionGroup var phones: PhonesOptions

        func run() throws {
            AccessoryPicker.perform { [name, phones] in
                let client = PhonesClient(path: phones.socket)
                try await client.call(.revokePhone, RevokePhoneRequest(name: name))
                if try await client.phones().isEmpty {
                    Console().printLines(
                        "No phone is left, so nobody can choose here; 'accessory-picker pair' pairs one.")
                }
                return .success
            }
        }
    }
}

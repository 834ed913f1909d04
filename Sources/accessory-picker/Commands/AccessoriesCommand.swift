// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import ArgumentParser
import FoundationEssentials

/// `accessory-picker accessories`: the page's list of accessories, without a browser.
struct AccessoriesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accessories",
        abstract: "List the accessories, with the apps that have them.",
        discussion: """
            The user of the active seat needs no rights of an administrator for it, and sees what that user's own apps \
            have. Root and the group accessoryd see all.
            """)

    @Flag(help: "Print the list as the agent's socket carries it.")
    var json = false

    @OptionGroup var agent: AgentOptions

    func run() throws {
        AccessoryPicker.perform { [json, sockets = agent.sockets] in
            let list = try await ControlClient(sockets, at: sockets.entranceForPicker()).accessories()
            let console = Console()
            if json {
                console.printRaw(String(decoding: try JSONEncoder().encode(list), as: UTF8.self))
            } else if list.accessories.isEmpty {
                console.printLines("No app has an accessory.")
            } else {
                for one in list.accessories { console.printLines(Self.line(one)) }
            }
            return .success
        }
    }

    /// `Garden camera (MyCam-0001): org.example.camera`
    static func line(_ status: AccessoryStatus) -> String {
        let ssid = status.accessory.ssid.map { " (\($0))" } ?? ""
        let apps = Set(status.records.map(\.app)).sorted().joined(separator: ", ")
        return "\(status.accessory.displayName)\(ssid): \(apps)"
    }
}

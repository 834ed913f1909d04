// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AgentInterface
import ArgumentParser
import Glibc

/// `accessory-picker hub`: the page for paired phones, as a service.
struct HubCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hub",
        abstract: "Serve the page to paired phones, as accessory-picker.service does.",
        discussion: """
            The page is at port 8443 of every address, unless '--listen' names another one. 'accessory-picker pair' pairs a \
            phone with this hub, once.
            """)

    static let usualAddress = ListenAddress(address: "0.0.0.0", port: 8443)

    @OptionGroup var page: PageOptions
    @OptionGroup var phones: PhonesOptions

    func run() throws {
        signal(SIGPIPE, SIG_IGN)
        let blocked = Keyboard.block([SIGINT, SIGTERM, SIGHUP])
        let place = try page.place(usual: Self.usualAddress, lasts: true)
        let run = HubRun(
            sockets: page.agent.sockets, place: place, folder: try StateFolder(), socket: phones.socket,
            terminal: Terminal(console: Console(), place: place), signals: blocked)
        AccessoryPicker.perform { try await run.run() }
    }
}

/// Where the hub listens for `pair` and `phones`.
struct PhonesOptions: ParsableArguments {
    @Option(
        name: .customLong("phones-socket"),
        help: ArgumentHelp("The socket for 'pair' and 'phones'.", valueName: "path"), completion: .file())
    var socket = PhonesInterface.systemSocket

    /// The help of `--may`.
    static let may = ArgumentHelp(
        "What the phone may do: answer the requests of apps, add accessories, or both with a comma.",
        valueName: "rights")
}

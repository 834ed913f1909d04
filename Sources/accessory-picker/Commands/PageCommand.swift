// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AgentInterface
import ArgumentParser
import Glibc

/// `accessory-picker page`, and `accessory-picker` without a command: the page for one browser.
struct PageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "page",
        abstract: "Serve the page to one browser.",
        discussion: """
            The program prints a link that opens the page once, in one browser. Enter or SIGUSR1 makes a new link, and ends \
            the page that the previous link opened. Without '--listen', the page is on loopback.
            """)

    @OptionGroup var page: PageOptions

    @Flag(help: "End after one presentation.")
    var once = false

    func run() throws {
        signal(SIGPIPE, SIG_IGN)
        let blocked = Keyboard.block([SIGUSR1, SIGINT, SIGTERM, SIGHUP])
        let place = try page.place(usual: .untouched(), lasts: false)
        let run = PagePickerRun(
            sockets: page.agent.sockets, entrance: page.agent.sockets.entranceForPicker(), place: place, isOnce: once,
            terminal: Terminal(console: Console(), place: place), signals: blocked)
        AccessoryPicker.perform { try await run.run() }
    }
}

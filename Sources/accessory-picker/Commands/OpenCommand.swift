// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AgentInterface
import ArgumentParser

/// `accessory-picker open`: the menu's entry.
struct OpenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Open the page in the default browser, with the accessories.",
        discussion: """
            The desktop picker of this session opens the page. If none runs, this command becomes the desktop picker, and \
            runs until the session ends.
            """)

    @OptionGroup var agent: AgentOptions

    func run() throws { DesktopCommand.run(agent.sockets, first: .accessories) }
}

// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AgentInterface
import ArgumentParser
import CLinux
import Glibc

/// `accessory-picker desktop`: waits in a desktop session until an app asks.
struct DesktopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "desktop",
        abstract: "Wait in a desktop session: a notification and the page appear when an app asks.",
        discussion: """
            When an app asks for an accessory, a notification appears, and the page opens in the default browser. The user \
            unit accessory-picker-desktop.service runs this command in each graphical session.
            """)

    @OptionGroup var agent: AgentOptions

    func run() throws { Self.run(agent.sockets, first: nil) }

    /// - Parameter first: the view that opens at once.
    static func run(_ sockets: AgentSockets, first: PageView?) -> Never {
        signal(SIGPIPE, SIG_IGN)
        // As in AccessoryPicker: what a person types passes through its memory.
        _ = linux_forbid_tracing()
        let signals = Keyboard.block([SIGINT, SIGTERM, SIGHUP])
        // On loopback whatever the options are: nobody else is before this screen.
        let place = PagePlace(address: .untouched(), names: [], certificate: nil)
        AccessoryPicker.perform {
            let folder = try UserFolder(runtimeDirectory: getenv(UserFolder.variable).map { String(cString: $0) })
            if let first, try await DesktopSocket.open(first, folder) { return .success }
            let run = DesktopPickerRun(
                sockets: sockets, entrance: sockets.entranceForPicker(), folder: folder,
                browser: DefaultBrowser(folder: folder, hasUnit: DefaultBrowser.isOfUnit),
                terminal: Terminal(console: Console(), place: place), first: first, signals: signals)
            try await run.run()
            return .success
        }
    }
}

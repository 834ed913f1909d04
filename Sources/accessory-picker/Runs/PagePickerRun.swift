// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import Glibc

/// One run of the picker for one browser: performs the effects of `PagePicker`.
struct PagePickerRun {
    let sockets: AgentSockets
    let entrance: AgentSockets.Entrance
    let place: PagePlace
    let isOnce: Bool
    let terminal: Terminal
    /// What `Keyboard.block` returned.
    let signals: Int32
    /// How long a page that the join cut off may take to come back after the uplink.
    static let returnPatience = Duration.seconds(120)

    func run() async throws -> ExitStatus {
        // Before anybody gets a link: without an agent there is nothing to see.
        _ = try await ControlClient(sockets, at: entrance).call(.listApps)
        let runner = Runner<PagePicker, Never, ExitStatus>(
            PagePicker(port: place.address.port, isOnce: isOnce), clock: LoopClock())
        let send = runner.send
        let page = try ServedPage(
            sockets: sockets, entrance: entrance, kind: .terminal, sessions: Sessions(names: Set(place.names)),
            isPatient: false
        ) { send.yield(.page($0)) }
        Keyboard.listen(blocked: signals) { send.yield($0 == SIGUSR1 ? .newLink : .stop) }
        if terminal.console.hasKeyboard { Keyboard.listen { send.yield(.newLink) } }
        page.serve(at: place) { work in runner.start { _ in await work() } }
        page.watchAgent { work in runner.start { _ in await work() } }
        let status = try await runner.run { effect in
            switch effect {
            case .renewLink: page.responder.renewLink()
            case .announceLink(let port):
                if let link = page.responder.link { terminal.announce(link, port: port) }
            case .print(let line): terminal.console.printLines(line)
            case .show(let news): terminal.show(news)
            case .awaitPage: runner.start { _ in try? await page.awaitReturn(for: Self.returnPatience) }
            case .leave: runner.start { _ in await page.leave() }
            case .end(let status): runner.end(status)
            case .fail: if let failure = runner.machine.failure { throw failure }
            }
        }
        return status ?? .success
    }
}

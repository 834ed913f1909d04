// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import Glibc

/// One run of the picker for one browser. One loop takes the events of the server, the agent and the terminal.
struct PagePickerRun {
    private enum Input: Sendable {
        case page(ServedPage.Event)
        case newLink
        case stop
    }

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
        let (inputs, inbox) = AsyncStream<Input>.makeStream()
        let page = try ServedPage(
            sockets: sockets, entrance: entrance, kind: .terminal, sessions: Sessions(names: Set(place.names)),
            isPatient: false
        ) { inbox.yield(.page($0)) }
        Keyboard.listen(blocked: signals) { inbox.yield($0 == SIGUSR1 ? .newLink : .stop) }
        if terminal.console.hasKeyboard { Keyboard.listen { inbox.yield(.newLink) } }
        return try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            page.serve(at: place, in: &group)
            page.watchAgent(in: &group)
            return try await attend(inputs, inbox, page, &group)
        }
    }

    private func attend(
        _ inputs: AsyncStream<Input>, _ inbox: AsyncStream<Input>.Continuation, _ page: ServedPage,
        _ group: inout ThrowingTaskGroup<Void, any Error>
    ) async throws -> ExitStatus {
        let (state, responder) = (page.state, page.responder)
        var port = place.address.port
        var status: ExitStatus?
        var isEnding = false
        var refusals = Refusals()
        for await input in inputs {
            switch input {
            case .page(.listening(let chosen)):
                port = chosen
                if let link = responder.link { terminal.announce(link, port: port) }
            case .newLink:
                responder.renewLink()
                refusals = Refusals()
                if let link = responder.link { terminal.announce(link, port: port) }
            case .page(.responded(.linkUsed(let use))): terminal.show(use, &refusals)
            case .page(.responded): break
            case .page(.news(let news)):
                terminal.show(news)
                guard isOnce, case .ended(_, let error) = news else { continue }
                status = error?.code.exitStatus ?? .success
                // A person at the page reads first how it ended. A person who cancelled knows.
                isEnding = state.current.picker.mode == .waiting || !(state.isWatched || state.isAwaited)
                if state.isAwaited { awaitPage(page, inbox, &group) }
            case .page(.closed): isEnding = status != nil
            case .page(.unwatched):
                guard !state.isWatched, isEnding || status != nil else { continue }
                guard state.isAwaited, !isEnding else { return status ?? .success }
                awaitPage(page, inbox, &group)
            case .stop:
                if isEnding { return status ?? .success }
                isEnding = true
            case .page(.failed(let error)): throw error
            }
            guard isEnding else { continue }
            guard state.isWatched else { return status ?? .success }
            state.end()
            group.addTask {
                // For the pages that do not read the last state.
                try await LoopClock().sleep(for: .seconds(1))
                inbox.yield(.stop)
            }
        }
        return status ?? .success
    }

    /// The result waits for the page that its join cut off, but not for ever.
    private func awaitPage(
        _ page: ServedPage, _ inbox: AsyncStream<Input>.Continuation,
        _ group: inout ThrowingTaskGroup<Void, any Error>
    ) {
        group.addTask {
            try await page.watch.awaitUplinks()
            try await LoopClock().sleep(for: Self.returnPatience)
            page.state.stopAwaiting()
            inbox.yield(.page(.unwatched))
        }
    }
}

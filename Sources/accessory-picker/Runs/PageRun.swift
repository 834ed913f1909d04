// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import Glibc

/// One run of the picker for one browser. One loop takes the events of the server, the agent and the terminal.
struct PageRun {
    private enum Input: Sendable {
        case listening(port: Int)
        case news(AgentWatch.News)
        case opened(Sessions.LinkUse)
        case newLink
        case closed
        case unwatched
        case stop
        case failed(any Error)
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
        let (picker, control) = (PickerClient(sockets, at: entrance), ControlClient(sockets, at: entrance))
        // Before anybody gets a link: without an agent there is nothing to see.
        _ = try await control.call(.listApps)
        let (inputs, inbox) = AsyncStream<Input>.makeStream()
        let page = SharedPageState { inbox.yield(.unwatched) }
        let addition = AdditionRun(control: control, page: page, clock: LoopClock())
        let responder = PageResponder(
            page: page,
            acts: Acts(picker: picker, control: control, page: page, addition: addition) { inbox.yield(.closed) },
            pictures: PagePictures { try await picker.call(.getImage, ImageQuery(image: $0)) }, texts: try Texts.all(),
            sessions: Sessions(names: Set(place.names))
        ) { if case .linkUsed(let use) = $0 { inbox.yield(.opened(use)) } }
        let watch = AgentWatch(sockets: sockets, entrance: entrance, page: page, clock: LoopClock()) {
            inbox.yield(.news($0))
        }
        Keyboard.listen(blocked: signals) { inbox.yield($0 == SIGUSR1 ? .newLink : .stop) }
        if terminal.console.hasKeyboard { Keyboard.listen { inbox.yield(.newLink) } }
        return try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            WebServer(responder: responder, place: place).start {
                inbox.yield(.listening(port: $0))
            } failed: {
                inbox.yield(.failed($0))
            }
            group.addTask {
                do { try await watch.run() } catch { inbox.yield(.failed(error)) }
            }
            group.addTask { try await watch.keepAccessories() }
            group.addTask { await addition.run() }
            return try await attend(inputs, inbox, responder, page, watch, &group)
        }
    }

    private func attend(
        _ inputs: AsyncStream<Input>, _ inbox: AsyncStream<Input>.Continuation, _ responder: PageResponder,
        _ page: SharedPageState,
        _ watch: AgentWatch, _ group: inout ThrowingTaskGroup<Void, any Error>
    ) async throws -> ExitStatus {
        var port = place.address.port
        var status: ExitStatus?
        var isEnding = false
        var refusals = Refusals()
        for await input in inputs {
            switch input {
            case .listening(let chosen):
                port = chosen
                if let link = responder.link { terminal.announce(link, port: port) }
            case .newLink:
                responder.renewLink()
                refusals = Refusals()
                if let link = responder.link { terminal.announce(link, port: port) }
            case .opened(let opening): terminal.show(opening, &refusals)
            case .news(let news):
                terminal.show(news)
                guard isOnce, case .ended(_, let error) = news else { continue }
                status = error?.code.exitStatus ?? .success
                // A person at the page reads first how it ended. A person who cancelled knows.
                isEnding = page.state.picker.mode == .waiting || !(page.isWatched || page.isAwaited)
                if page.isAwaited { awaitPage(page, watch, inbox, &group) }
            case .closed: isEnding = status != nil
            case .unwatched:
                guard !page.isWatched, isEnding || status != nil else { continue }
                guard page.isAwaited, !isEnding else { return status ?? .success }
                awaitPage(page, watch, inbox, &group)
            case .stop:
                if isEnding { return status ?? .success }
                isEnding = true
            case .failed(let error): throw error
            }
            guard isEnding else { continue }
            guard page.isWatched else { return status ?? .success }
            page.change { $0.isOver = true }
            page.endStreams()
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
        _ page: SharedPageState, _ watch: AgentWatch, _ inbox: AsyncStream<Input>.Continuation,
        _ group: inout ThrowingTaskGroup<Void, any Error>
    ) {
        group.addTask {
            try await watch.awaitUplinks()
            try await LoopClock().sleep(for: Self.returnPatience)
            page.stopAwaiting()
            inbox.yield(.unwatched)
        }
    }
}

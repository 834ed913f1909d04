// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import Glibc

/// One run of the desktop picker: performs the effects of `DesktopPicker`. One loop takes the events of the server, the
/// agent, the notification, the browser and the user's other programs.
struct DesktopPickerRun {
    private enum Input: Sendable {
        case listening(port: Int)
        case news(AgentWatch.News)
        case opened(Sessions.LinkUse)
        case unwatched
        case requested(DesktopSocket.Request)
        case notificationEnded(number: Int, status: Int32, output: String)
        case browserEnded(fault: String?)
        case stop
        case failed(any Error)
    }

    let sockets: AgentSockets
    let entrance: AgentSockets.Entrance
    let folder: UserFolder
    let browser: DefaultBrowser
    let terminal: Terminal
    /// The view that opens at once.
    let first: PageView?
    /// What `Keyboard.block` returned.
    let signals: Int32

    func run() async throws {
        let socket = try await DesktopSocket(folder)
        let (inputs, inbox) = AsyncStream<Input>.makeStream()
        let page = SharedPageState { inbox.yield(.unwatched) }
        let picker = PickerClient(sockets, at: entrance)
        let control = ControlClient(sockets, at: entrance)
        let addition = AdditionRun(control: control, page: page, clock: LoopClock())
        let responder = PageResponder(
            page: page, acts: Acts(picker: picker, control: control, page: page, addition: addition) {},
            pictures: PagePictures { try await picker.call(.getImage, ImageQuery(image: $0)) }, texts: try Texts.all(),
            kind: .desktop, sessions: Sessions()
        ) { if case .linkUsed(let use) = $0 { inbox.yield(.opened(use)) } }
        Keyboard.listen(blocked: signals) { _ in inbox.yield(.stop) }
        let watch = AgentWatch(
            sockets: sockets, entrance: entrance, page: page, clock: LoopClock(), isPatient: true
        ) { inbox.yield(.news($0)) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            WebServer(responder: responder, place: terminal.place).start {
                inbox.yield(.listening(port: $0))
            } failed: {
                inbox.yield(.failed($0))
            }
            group.addTask { await socket.serve { inbox.yield(.requested($0)) } }
            group.addTask { await addition.run() }
            try await attend(inputs, inbox, responder, page, watch, &group)
        }
    }

    private func attend(
        _ inputs: AsyncStream<Input>, _ inbox: AsyncStream<Input>.Continuation, _ responder: PageResponder,
        _ page: SharedPageState,
        _ watch: AgentWatch, _ group: inout ThrowingTaskGroup<Void, any Error>
    ) async throws {
        var port: Int?
        var waiting = first.map { [DesktopPicker.Event.wanted($0)] } ?? []
        var desktop = DesktopPicker()
        var notification = (number: 0, program: DetachedProcess?.none)
        var refusals = Refusals()
        var failure: (any Error)?
        var isEnding = false
        defer { browser.forget() }
        attending: for await input in inputs {
            var events: [DesktopPicker.Event] = []
            switch input {
            case .listening(let chosen):
                port = chosen
                // Before there is a port, no request could open the page.
                group.addTask {
                    do { try await watch.run() } catch { inbox.yield(.failed(error)) }
                }
                group.addTask { try await watch.keepAccessories() }
            case .news(let news):
                terminal.show(news)
                events = Self.events(news, isWatched: page.isWatched)
            case .opened(let opening):
                terminal.show(opening, &refusals)
                switch opening {
                case .opened, .returned: browser.forget()
                case .used, .expired, .unknown: break
                }
            case .unwatched:
                if isEnding { break attending }
                events = [.unwatched]
            case .requested(.open(let view)): events = [.wanted(view)]
            case .notificationEnded(let number, let status, let output):
                if status != 0 { terminal.console.complain("notify-send ended with status \(status)") }
                let isChosen = output.split(separator: "\n").contains { $0 == Notification.action }
                if number == notification.number { notification.program = nil }
                events = isChosen ? [.wanted(.picker)] : []
            case .browserEnded(let fault):
                guard let fault else { continue }
                terminal.console.complain(fault)
                events = [.browserFailed]
            case .requested(.end), .stop:
                if isEnding || !page.isWatched { break attending }
                isEnding = true
                page.change { $0.isOver = true }
                page.endStreams()
                group.addTask {
                    // For the pages that do not read the last state.
                    try await LoopClock().sleep(for: .seconds(1))
                    inbox.yield(.stop)
                }
            case .failed(let error):
                failure = error
                break attending
            }
            waiting += events
            guard let port else { continue }
            for effect in waiting.flatMap({ desktop.receive($0, at: .now) }) {
                switch effect {
                case .withdrawNotification:
                    notification.program?.send(SIGINT)
                    notification.program = nil
                case .notify(let app):
                    notification = (notification.number + 1, notify(app, notification.number + 1, inbox, &group))
                case .open(let view):
                    refusals = Refusals()
                    open(view, port, responder, inbox, &group)
                }
            }
            waiting = []
        }
        if let program = notification.program {
            program.send(SIGINT)
            await Self.wait(for: notification.number, inputs, inbox, &group)
        }
        if let failure { throw failure }
    }

    /// Nobody answers a notification whose picker has ended.
    private static func wait(
        for notification: Int, _ inputs: AsyncStream<Input>, _ inbox: AsyncStream<Input>.Continuation,
        _ group: inout ThrowingTaskGroup<Void, any Error>
    ) async {
        group.addTask {
            try await LoopClock().sleep(for: .seconds(1))
            inbox.yield(.stop)
        }
        for await input in inputs {
            switch input {
            case .notificationEnded(notification, _, _), .stop: return
            case _: continue
            }
        }
    }

    private static func events(_ news: AgentWatch.News, isWatched: Bool) -> [DesktopPicker.Event] {
        switch news {
        case .asked(let app): [.asked(app: app, isWatched: isWatched)]
        case .ended, .away: [.ended]
        case .back: []
        }
    }

    /// Without a notification there is still the page.
    private func notify(
        _ app: String, _ number: Int, _ inbox: AsyncStream<Input>.Continuation,
        _ group: inout ThrowingTaskGroup<Void, any Error>
    ) -> DetachedProcess? {
        do {
            guard let texts = Texts.preferred(MessageLanguage.current, of: try Texts.all()) else { return nil }
            let program = try DetachedProcess(Notification(app: app, texts).command)
            group.addTask {
                let (status, output) = await program.end()
                inbox.yield(.notificationEnded(number: number, status: status, output: output))
            }
            return program
        } catch {
            terminal.console.complain("no notification: \(error); install libnotify-bin")
            return nil
        }
    }

    private func open(
        _ view: PageView, _ port: Int, _ responder: PageResponder, _ inbox: AsyncStream<Input>.Continuation,
        _ group: inout ThrowingTaskGroup<Void, any Error>
    ) {
        // The page of an earlier tab stays.
        let secret = responder.makeLink()
        guard let link = terminal.place.links(secret, port: port).first else { return }
        do {
            let program = try browser.open(link, view: view)
            group.addTask {
                let status = await program.end().status
                let fault =
                    "xdg-open ended with status \(status); 'xdg-settings get default-web-browser' names the browser"
                inbox.yield(.browserEnded(fault: status == 0 ? nil : fault))
            }
        } catch {
            inbox.yield(.browserEnded(fault: "no browser: \(error); install xdg-utils"))
        }
    }
}

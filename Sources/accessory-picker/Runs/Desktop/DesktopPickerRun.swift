// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import Glibc

/// One run of the desktop picker: performs the effects of `DesktopPicker`. One loop takes the events of the server, the
/// agent, the notification, the browser and the user's other programs.
struct DesktopPickerRun {
    private enum Input: Sendable {
        case page(ServedPage.Event)
        case requested(DesktopSocket.Request)
        case notificationEnded(number: Int, status: Int32, output: String)
        case browserEnded(fault: String?)
        case stop
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
        let page = try ServedPage(sockets: sockets, entrance: entrance, kind: .desktop, sessions: Sessions()) {
            inbox.yield(.page($0))
        }
        Keyboard.listen(blocked: signals) { _ in inbox.yield(.stop) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            page.serve(at: terminal.place, in: &group)
            group.addTask { await socket.serve { inbox.yield(.requested($0)) } }
            try await attend(inputs, inbox, page, &group)
        }
    }

    private func attend(
        _ inputs: AsyncStream<Input>, _ inbox: AsyncStream<Input>.Continuation, _ page: ServedPage,
        _ group: inout ThrowingTaskGroup<Void, any Error>
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
            case .page(.listening(let chosen)):
                port = chosen
                // Before there is a port, no request could open the page.
                page.watchAgent(in: &group)
            case .page(.news(let news)):
                terminal.show(news)
                events = Self.events(news, isWatched: page.state.isWatched)
            case .page(.responded(.linkUsed(let use))):
                terminal.show(use, &refusals)
                switch use {
                case .opened, .returned: browser.forget()
                case .used, .expired, .unknown: break
                }
            case .page(.closed), .page(.responded): continue
            case .page(.unwatched):
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
                if isEnding || !page.state.isWatched { break attending }
                isEnding = true
                page.state.end()
                group.addTask {
                    // For the pages that do not read the last state.
                    try await LoopClock().sleep(for: .seconds(1))
                    inbox.yield(.stop)
                }
            case .page(.failed(let error)):
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
                    open(view, port, page.responder, inbox, &group)
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

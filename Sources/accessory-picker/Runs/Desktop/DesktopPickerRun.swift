// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import Glibc

/// One run of the desktop picker: performs the effects of `DesktopPicker`.
struct DesktopPickerRun {
    let sockets: AgentSockets
    let entrance: AgentSockets.Entrance
    let folder: UserFolder
    let browser: DefaultBrowser
    let terminal: Terminal
    /// The view that opens at once.
    let first: PageView?
    /// What `Keyboard.block` returned.
    let signals: Int32

    private enum Activity {
        case patience
    }

    private typealias Send = Sender<DesktopPicker.Event>

    func run() async throws {
        let socket = try await DesktopSocket(folder)
        let runner = Runner<DesktopPicker, Activity, Void>(DesktopPicker(), clock: LoopClock())
        let send = runner.send
        let page = try ServedPage(sockets: sockets, entrance: entrance, kind: .desktop, sessions: Sessions()) {
            send.yield(.page($0))
        }
        Keyboard.listen(blocked: signals) { _ in send.yield(.stop) }
        if let first { send.yield(.requested(.open(first))) }
        page.serve(at: terminal.place) { work in runner.start { _ in await work() } }
        runner.start { send in await socket.serve { send.yield(.requested($0)) } }
        defer { browser.forget() }
        var notification: DetachedProcess?
        _ = try await runner.run { effect in
            switch effect {
            case .watchAgent: page.watchAgent { work in runner.start { _ in await work() } }
            case .print(let line): terminal.console.printLines(line)
            case .show(let news): terminal.show(news)
            case .notify(let app, let number):
                notification = notify(app)
                runner.start { [notification] in await attend(notification, number, $0) }
            case .withdrawNotification: notification?.send(SIGINT)
            case .open(let view, let port):
                // The page of an earlier tab stays.
                let link = terminal.place.links(page.responder.makeLink(), port: port).first
                runner.start { send in if let link { await open(link, view, send) } }
            case .forgetLink: browser.forget()
            case .leave: runner.start { _ in await page.leave() }
            case .startPatience: runner.startTimer(.patience, .seconds(1), then: .stop)
            case .end:
                if let failure = runner.machine.failure { throw failure }
                runner.end(())
            }
        }
    }

    /// Without a notification there is still the page.
    private func notify(_ app: String) -> DetachedProcess? {
        do {
            guard let texts = Texts.preferred(MessageLanguage.current, of: try Texts.all()) else { return nil }
            return try DetachedProcess(Notification(app: app, texts).command)
        } catch {
            terminal.console.complain("no notification: \(error); install libnotify-bin")
            return nil
        }
    }

    private func attend(_ notification: DetachedProcess?, _ number: Int, _ send: Send) async {
        let (status, output) = await notification?.end() ?? (0, "")
        if status != 0 { terminal.console.complain("notify-send ended with status \(status)") }
        let isChosen = output.split(separator: "\n").contains { $0 == Notification.action }
        send.yield(.notificationEnded(number: number, isChosen: isChosen))
    }

    private func open(_ link: String, _ view: PageView, _ send: Send) async {
        do {
            let status = try await browser.open(link, view: view).end().status
            guard status != 0 else { return }
            terminal.console.complain(
                "xdg-open ended with status \(status); 'xdg-settings get default-web-browser' names the browser")
        } catch {
            terminal.console.complain("no browser: \(error); install xdg-utils")
        }
        send.yield(.browserFailed)
    }
}

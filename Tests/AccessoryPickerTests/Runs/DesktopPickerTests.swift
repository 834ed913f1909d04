// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import accessory_picker

@Suite struct DesktopPickerTests {
    private static func news(_ news: AgentWatch.News, isWatched: Bool = false) -> DesktopPicker.Event {
        .page(.news(news, SharedPageState.Readers(areThere: isWatched, isAwaited: false, seeAnEnd: false)))
    }

    private static func asked(_ app: String = "Camera", isWatched: Bool = false) -> DesktopPicker.Event {
        news(.asked(app: app), isWatched: isWatched)
    }

    private static let ended = news(.ended(app: "Camera", nil))
    private static let unwatched = DesktopPicker.Event.page(.unwatched(isAwaited: false))
    private let asked = Self.asked()
    private let ended = Self.ended
    private let opening = DesktopPicker.Effect.open(.picker, port: 8080)

    private func desktop() -> DesktopPicker {
        var desktop = DesktopPicker()
        #expect(desktop.receive(.page(.listening(port: 8080)), at: .zero) == [.watchAgent])
        return desktop
    }

    /// Without what the terminal shows.
    private func effects(
        of event: DesktopPicker.Event, on desktop: inout DesktopPicker, at now: Duration = .zero
    ) -> [DesktopPicker.Effect] {
        desktop.receive(event, at: now).filter { if case .show = $0 { false } else { true } }
    }

    @Test func notifiesAndOpensThePageWhenAnAppAsks() {
        var desktop = desktop()
        #expect(
            desktop.receive(asked, at: .zero)
                == [.show(.asked(app: "Camera")), .notify(app: "Camera", number: 1), opening])
    }

    @Test func opensNoSecondPageWhileABrowserShowsOne() {
        var desktop = desktop()
        #expect(effects(of: Self.asked(isWatched: true), on: &desktop) == [.notify(app: "Camera", number: 1)])
    }

    @Test func opensNoSecondPageWhileTheBrowserStarts() {
        var desktop = desktop()
        _ = effects(of: asked, on: &desktop)
        _ = effects(of: ended, on: &desktop)
        let again = effects(of: asked, on: &desktop, at: DesktopPicker.browserTime / 2)
        #expect(again == [.notify(app: "Camera", number: 2)])
    }

    @Test func opensThePageAgainWhenTheBrowserNeverCame() {
        var desktop = desktop()
        _ = effects(of: asked, on: &desktop)
        _ = effects(of: ended, on: &desktop)
        let again = effects(of: asked, on: &desktop, at: DesktopPicker.browserTime)
        #expect(again == [.notify(app: "Camera", number: 2), opening])
    }

    @Test(arguments: [Self.unwatched, .browserFailed])
    func opensThePageAgainOnceItIsGone(event: DesktopPicker.Event) {
        var desktop = desktop()
        _ = effects(of: asked, on: &desktop)
        #expect(effects(of: event, on: &desktop).isEmpty)
        _ = effects(of: ended, on: &desktop)
        #expect(effects(of: asked, on: &desktop) == [.notify(app: "Camera", number: 2), opening])
    }

    @Test func withdrawsTheNotificationWhenTheRequestEnds() {
        var desktop = desktop()
        #expect(effects(of: ended, on: &desktop).isEmpty)
        _ = effects(of: asked, on: &desktop)
        #expect(effects(of: ended, on: &desktop) == [.withdrawNotification])
        #expect(effects(of: ended, on: &desktop).isEmpty)
    }

    @Test func replacesTheNotificationOfAnEarlierRequest() {
        var desktop = desktop()
        _ = effects(of: asked, on: &desktop)
        let next = effects(of: Self.asked("Plug", isWatched: true), on: &desktop)
        #expect(next == [.withdrawNotification, .notify(app: "Plug", number: 2)])
    }

    @Test(arguments: PageView.allCases)
    func opensThePageWheneverThePersonWantsIt(view: PageView) {
        var desktop = desktop()
        for _ in 1...2 {
            #expect(effects(of: .requested(.open(view)), on: &desktop) == [.open(view, port: 8080)])
        }
        #expect(effects(of: .notificationEnded(number: 1, isChosen: true), on: &desktop) == [opening])
    }

    @Test func opensTheFirstViewAsSoonAsThereIsAPort() {
        var desktop = DesktopPicker()
        #expect(effects(of: .requested(.open(.accessories)), on: &desktop) == [])
        let listening = effects(of: .page(.listening(port: 8080)), on: &desktop)
        #expect(listening == [.watchAgent, .open(.accessories, port: 8080)])
    }

    @Test func endsOnceThePagesAreGone() {
        var desktop = desktop()
        #expect(effects(of: .requested(.end), on: &desktop) == [.leave])
        #expect(effects(of: Self.unwatched, on: &desktop) == [.end])
    }

    /// Nobody answers it later.
    @Test(arguments: [DesktopPicker.Event.notificationEnded(number: 1, isChosen: false), .stop])
    func withdrawsTheNotificationBeforeItEnds(last: DesktopPicker.Event) {
        var desktop = desktop()
        _ = effects(of: Self.asked(isWatched: true), on: &desktop)
        _ = effects(of: .stop, on: &desktop)
        #expect(effects(of: .stop, on: &desktop) == [.withdrawNotification, .startPatience])
        #expect(effects(of: Self.unwatched, on: &desktop) == [])
        #expect(effects(of: .notificationEnded(number: 0, isChosen: true), on: &desktop) == [])
        #expect(effects(of: last, on: &desktop) == [.end])
    }

    @Test func waitsForNoNotificationThatHasEnded() {
        var desktop = desktop()
        _ = effects(of: Self.asked(isWatched: true), on: &desktop)
        _ = effects(of: .notificationEnded(number: 1, isChosen: false), on: &desktop)
        #expect(effects(of: .page(.failed(AccessoryError(.busy, "the port"))), on: &desktop) == [.end])
        #expect(desktop.failure != nil)
    }
}
